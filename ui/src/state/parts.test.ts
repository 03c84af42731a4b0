import { expect, test } from 'vitest';
import type { Block } from '../generated';
import { CHAPTER, goneParts, inParts, isGone, lengthOf, withBlocks, withChapter } from './parts';
import type { Parts } from './parts';

const block = (n: number, html = `<p>${n}</p>`): Block => ({ kind: 'prose', html });
const some = (count: number) => Array.from({ length: count }, (_, n) => block(n));
const flat = (parts: Parts) => parts.flat(2);

test('blocks are held in chapters of parts of ten', () => {
  const parts = inParts(some(225));
  expect(parts.map((chapter) => chapter.length)).toEqual([10, 10, 3]);
  expect(parts[2]!.map((part) => part.length)).toEqual([10, 10, 5]);
  expect(flat(parts)).toEqual(some(225));
  const counts = [0, 1, 10, 25, 100, 101, 225];
  expect(counts.map((count) => lengthOf(inParts(some(count))))).toEqual(counts);
});

test('a block that grows changes its own part and chapter alone', () => {
  const before = inParts(some(225));
  const kept = flat(before);
  const after = withBlocks(before, [
    [224, block(224, '<p>224 and more</p>')],
    [225, block(225)],
  ]);
  expect(flat(after)).toEqual([...some(224), block(224, '<p>224 and more</p>'), block(225)]);
  expect(after.map((chapter, at) => chapter === before[at])).toEqual([true, true, false]);
  expect(after[2]!.map((part, at) => part === before[2]![at])).toEqual([true, true, false]);
  expect(flat(before)).toEqual(kept);
});

test('the same blocks again are the very same parts', () => {
  const before = inParts(some(112));
  expect(withBlocks(before, some(112).entries(), 112)).toBe(before);
});

test('there are no more afterwards than may be', () => {
  const before = inParts(some(225));
  for (const most of [0, 7, 10, 100, 150, 200, 201, 225]) {
    const after = withBlocks(before, [[224, block(224, '<p>late</p>')]], most);
    const wanted = some(most);
    if (most === 225) wanted[224] = block(224, '<p>late</p>');
    expect(flat(after)).toEqual(wanted);
    expect(lengthOf(after)).toBe(most);
  }
  const shorter = withBlocks(before, [[3, block(3, '<p>other</p>')]], 115);
  expect(flat(shorter)).toEqual([...some(3), block(3, '<p>other</p>'), ...some(115).slice(4)]);
  expect(flat(before)).toEqual(some(225));
});

test('a block that would leave a gap is left out', () => {
  expect(flat(withBlocks(inParts(some(2)), [[4, block(4)]]))).toEqual(some(2));
  expect(withBlocks(goneParts(2), [[201, block(201)]])).toHaveLength(2);
});

test('chapters that are not here count, and what is after them is set', () => {
  const parts = withBlocks(goneParts(2), [[200, block(200)]]);
  expect(lengthOf(goneParts(2))).toBe(2 * CHAPTER);
  expect(lengthOf(parts)).toBe(201);
  expect(parts.map(isGone)).toEqual([true, true, false]);
  expect(flat(parts)).toEqual([block(200)]);
});

test('what changes in a chapter that is not here makes it another one, and no other', () => {
  const before = withChapter(withChapter(inParts(some(350)), 0, []), 1, []);
  const after = withBlocks(before, [
    [103, block(103)],
    [104, block(104)],
    [349, block(349, '<p>late</p>')],
  ]);
  expect(after.map(isGone)).toEqual([true, true, false, false]);
  expect(after.map((chapter, at) => chapter === before[at])).toEqual([true, false, true, false]);
  expect(lengthOf(after)).toBe(350);
});

test('of fewer blocks those are there that are known', () => {
  const parts = withChapter(inParts(some(350)), 1, []);
  expect(lengthOf(withBlocks(parts, [], 200))).toBe(200);
  // The host is asked for all of it: what is in the chapter that is cut is not known here.
  expect(lengthOf(withBlocks(parts, [], 150))).toBe(100);
});
