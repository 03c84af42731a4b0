import { expect, test } from 'vitest';
import { lacking, withoutFar } from './held';
import { goneParts, inParts, isGone, withChapter } from './parts';

const parts = inParts(Array.from({ length: 2050 }, (_, n) => ({ html: `<p>${n}</p>` })));
const kept = (near: number[]) =>
  [...withoutFar(parts, new Set(near)).entries()].flatMap(([at, one]) => (isGone(one) ? [] : [at]));

test('what is near the reader stays, and the end, and nothing else', () => {
  expect(kept([])).toEqual([17, 18, 19, 20]);
  expect(kept([8, 9])).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 17, 18, 19, 20]);
  expect(kept([0])).toEqual([0, 1, 2, 3, 17, 18, 19, 20]);
  const near = withoutFar(parts, new Set([8]));
  expect(near[8]).toBe(parts[8]);
  expect(withoutFar(near, new Set([8]))).toBe(near);
});

test('what is short stays as it is', () => {
  const short = inParts(Array.from({ length: 390 }, (_, n) => ({ html: `<p>${n}</p>` })));
  expect(withoutFar(short, new Set())).toBe(short);
});

test('what is not here is asked for before it is near, and what is far is not', () => {
  const far = goneParts(20);
  expect(lacking(far, new Set([7, 8]))).toEqual([6, 7, 8, 9]);
  expect(lacking(withChapter(far, 7, parts[7]!), new Set([7, 8]))).toEqual([6, 8, 9]);
  expect(lacking(far, new Set([0, 19]))).toEqual([0, 1, 18, 19]);
  expect(lacking(far, new Set())).toEqual([]);
});
