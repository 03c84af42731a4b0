import { expect, it } from 'vitest';
import { block } from '../../test/make';
import { blockOf, hitAt, ranges, total } from './find.logic';

const rows = [
  { place: 3, count: 2 },
  { place: 9, count: 1 },
];

it('counts the places over all rows and leads to each', () => {
  expect(total(rows)).toBe(3);
  expect([-1, 0, 1, 2, 3].map((at) => hitAt(rows, at))).toEqual([
    null,
    { place: 3, nth: 0 },
    { place: 3, nth: 1 },
    { place: 9, nth: 0 },
    null,
  ]);
});

it('finds a text over the borders of elements, whatever its case, but not in the words of the window', () => {
  const row = document.createElement('div');
  for (const [tag, text] of [
    ['b', 'See Par'],
    ['i', 'ley and'],
    ['button', 'parley'],
    ['p', ' PARLEY'],
  ] as const) {
    const part = document.createElement(tag);
    part.textContent = text;
    row.append(part);
  }
  expect(ranges(row, 'parley').map(String)).toEqual(['Parley', 'PARLEY']);
  expect(ranges(row, 'nothing')).toEqual([]);
  expect(ranges(row, '')).toEqual([]);
});

it('knows the block that holds the n-th place', () => {
  const blocks = [block('<p>a</p>'), block('<p>x &amp; x</p>'), block('<p><b>x</b></p>')];
  expect([0, 1, 2, 5].map((nth) => blockOf(blocks, 'x', nth))).toEqual([1, 1, 2, 2]);
  expect(blockOf(blocks, '& x', 0)).toBe(1);
  expect(blockOf(blocks, 'strong', 0)).toBe(-1);
  expect(blockOf(blocks, '', 0)).toBe(-1);
});
