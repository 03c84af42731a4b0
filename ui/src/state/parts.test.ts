import { expect, test } from 'vitest';
import type { Block } from '../generated';
import { inParts, lengthOf, withBlocks } from './parts';

const block = (n: number, html = `<p>${n}</p>`): Block => ({ kind: 'prose', html });
const some = (count: number) => Array.from({ length: count }, (_, n) => block(n));

test('blocks are held in parts of ten', () => {
  const parts = inParts(some(25));
  expect(parts.map((part) => part.length)).toEqual([10, 10, 5]);
  expect(parts.flat()).toEqual(some(25));
  expect([0, 1, 10, 25].map((count) => lengthOf(inParts(some(count))))).toEqual([0, 1, 10, 25]);
});

test('a block that grows changes its own part alone', () => {
  const before = inParts(some(25));
  const kept = before.flat();
  const after = withBlocks(before, [
    [24, block(24, '<p>24 and more</p>')],
    [25, block(25)],
  ]);
  expect(after.flat()).toEqual([...some(24), block(24, '<p>24 and more</p>'), block(25)]);
  expect(after.map((part, at) => part === before[at])).toEqual([true, true, false]);
  expect(before.flat()).toEqual(kept);
});

test('the same blocks again are the very same parts', () => {
  const before = inParts(some(12));
  expect(withBlocks(before, some(12).entries(), 12)).toBe(before);
});

test('there are no more afterwards than may be', () => {
  const before = inParts(some(25));
  for (const most of [0, 7, 10, 20, 21, 25]) {
    const after = withBlocks(before, [[24, block(24, '<p>late</p>')]], most);
    const wanted = some(most);
    if (most === 25) wanted[24] = block(24, '<p>late</p>');
    expect(after.flat()).toEqual(wanted);
    expect(lengthOf(after)).toBe(most);
  }
  const shorter = withBlocks(before, [[3, block(3, '<p>other</p>')]], 15);
  expect(shorter.flat()).toEqual([...some(3), block(3, '<p>other</p>'), ...some(15).slice(4)]);
  expect(before.flat()).toEqual(some(25));
});

test('a block that would leave a gap is left out', () => {
  expect(withBlocks(inParts(some(2)), [[4, block(4)]]).flat()).toEqual(some(2));
});
