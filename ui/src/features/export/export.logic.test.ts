import { expect, test } from 'vitest';
import { percent, ranges } from './export.logic';

const turn = (from: number, to: number) => ({ from, to, text: '', at: 0 });
const turns = [turn(0, 4), turn(4, 9), turn(9, 10), turn(10, 20)];

test('C92 chosen turns become as few ranges as possible, in order', () => {
  expect(ranges(turns, new Set())).toEqual([]);
  expect(ranges(turns, new Set([4, 0]))).toEqual([{ from: 0, to: 9 }]);
  expect(ranges(turns, new Set([10, 0, 4]))).toEqual([
    { from: 0, to: 9 },
    { from: 10, to: 20 },
  ]);
});

test('percent is told once the total is known', () => {
  const progress = { done: 0, total: 0, bytes: 0, ended: false };
  expect(percent(null)).toBeNull();
  expect(percent(progress)).toBeNull();
  expect(percent({ ...progress, done: 2, total: 3 })).toBe(66);
  expect(percent({ ...progress, done: 5, total: 3 })).toBe(100);
});
