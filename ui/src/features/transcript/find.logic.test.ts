import { expect, it } from 'vitest';
import { hitAt, ranges, total } from './find.logic';

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
