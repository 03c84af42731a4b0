import { expect, test } from 'vitest';
import type { Block } from '../../../generated';
import { inParts, withBlocks } from '../../../state/parts';
import { chaptersOf } from './chapters.logic';

const block = (n: number, html = `<p>${n}</p>`): Block => ({ kind: 'prose', html });
const parts = inParts(Array.from({ length: 215 }, (_, n) => block(n)));

test('a block that grows changes its own chapter alone', () => {
  const before = chaptersOf([], parts);
  expect(before.map((chapter) => chapter.length)).toEqual([10, 10, 2]);
  expect(before.flat()).toEqual(parts);
  const after = chaptersOf(before, withBlocks(parts, [[214, block(214, '<p>more</p>')]]));
  expect(after.map((chapter, at) => chapter === before[at])).toEqual([true, true, false]);
});

test('a chapter is anew where an earlier block differs or is gone', () => {
  const before = chaptersOf([], parts);
  const other = withBlocks(parts, [[3, block(3, '<p>other</p>')]]);
  expect(chaptersOf(before, other).map((chapter, at) => chapter === before[at])).toEqual([
    ...[false, true, true],
  ]);
  const short = withBlocks(parts, [], 150);
  expect(chaptersOf(before, short).map((chapter) => chapter.length)).toEqual([10, 5]);
  expect(chaptersOf(before, [])).toEqual([]);
});
