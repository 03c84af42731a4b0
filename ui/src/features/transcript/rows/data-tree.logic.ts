import type { DataTree } from '../../../generated';

/** Trees up to this many lines are shown whole at first. */
const SMALL = 60;
/** In larger ones, what lies this deep is folded. */
const DEEP = 2;

/** The lines that are folded before the reader has chosen: never one with something wrong in it. */
export function foldedAtFirst(tree: DataTree): ReadonlySet<number> {
  const folded = new Set<number>();
  if (tree.lines.length <= SMALL) return folded;
  tree.lines.forEach((line, at) => {
    if (line.within === 0 || line.depth < DEEP) return;
    const inside = tree.lines.slice(at + 1, at + 1 + line.within);
    if (!inside.some((other) => other.problem)) folded.add(at);
  });
  return folded;
}

/** The lines to show, by their place. */
export function visibleLines(tree: DataTree, folded: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let at = 0; at < tree.lines.length; at++) {
    visible.push(at);
    if (folded.has(at)) at += tree.lines[at]!.within;
  }
  return visible;
}
