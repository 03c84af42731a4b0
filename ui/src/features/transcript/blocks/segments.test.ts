import { expect, test } from 'vitest';
import type { Block } from '../../../generated';
import { segmentsOf } from './segments.logic';

const block = (n: number, html = `<p>${n}</p>`): Block => ({ kind: 'prose', html });

test('a block that grows changes its own part alone', () => {
  const blocks = Array.from({ length: 25 }, (_, n) => block(n));
  const before = segmentsOf([], blocks);
  expect(before.map((part) => part.length)).toEqual([10, 10, 5]);
  expect(before.flat()).toEqual(blocks);

  const grown = [...blocks.slice(0, 24), block(24, '<p>24 and more</p>'), block(25)];
  const after = segmentsOf(before, grown);
  expect(after.flat()).toEqual(grown);
  expect(after.map((part, at) => part === before[at])).toEqual([true, true, false]);
});

test('a part is anew where an earlier block differs, is gone or was added', () => {
  const blocks = Array.from({ length: 20 }, (_, n) => block(n));
  const before = segmentsOf([], blocks);
  const other = [block(0, '<p>other</p>'), ...blocks.slice(1)];
  expect(segmentsOf(before, other).map((part, at) => part === before[at])).toEqual([false, true]);
  expect(segmentsOf(before, blocks.slice(0, 15))).toEqual([
    blocks.slice(0, 10),
    blocks.slice(10, 15),
  ]);
  expect(segmentsOf(before, [])).toEqual([]);
});
