import { expect, it } from 'vitest';
import type { DataLine } from '../../../generated';
import { foldedAtFirst, visibleLines } from './data-tree.logic';

const line = (depth: number, within = 0, problem = ''): DataLine => ({
  depth,
  key: 'k',
  kind: within > 0 ? 'list' : 'number',
  text: '1',
  within,
  problem,
});

it('hides what lies in a folded line', () => {
  const tree = { cut: 0, lines: [line(0, 3), line(1, 1), line(2), line(1)] };
  expect(visibleLines(tree, new Set())).toEqual([0, 1, 2, 3]);
  expect(visibleLines(tree, new Set([1]))).toEqual([0, 1, 3]);
  expect(visibleLines(tree, new Set([0]))).toEqual([0]);
});

it('folds the depths of a large tree, but nothing that has a fault in it', () => {
  const many = Array.from({ length: 70 }, () => line(3));
  const tree = {
    cut: 0,
    lines: [line(0, 74), line(1, 73), line(2, 70), ...many, line(2, 1), line(3, 0, 'wrong')],
  };
  expect([...foldedAtFirst(tree)]).toEqual([2]);
  expect([...foldedAtFirst({ cut: 0, lines: tree.lines.slice(0, 4) })]).toEqual([]);
});
