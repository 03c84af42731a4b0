import type { FoundRow } from '../../generated';

/** How many places there are in all. */
export function total(rows: readonly FoundRow[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

/** The row of a place counted over all, and which one in it. */
export function hitAt(
  rows: readonly FoundRow[],
  at: number,
): { place: number; nth: number } | null {
  let rest = at;
  for (const row of rows) {
    if (rest < row.count) return rest < 0 ? null : { place: row.place, nth: rest };
    rest -= row.count;
  }
  return null;
}

/** The ranges of a text in an element, whatever its case; they may span elements. */
export function ranges(element: Element, text: string): Range[] {
  const needle = text.toLowerCase();
  if (needle === '') return [];
  const nodes: { node: Text; start: number }[] = [];
  let whole = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('.sr-only, button, [hidden]')) {
      // Words of the window itself are not what is looked for, and end a text.
      whole += '\n';
      continue;
    }
    const lower = (node as Text).data.toLowerCase();
    // A letter whose small form is longer would shift every place after it.
    const same = lower.length === (node as Text).data.length ? lower : (node as Text).data;
    nodes.push({ node: node as Text, start: whole.length });
    whole += same;
  }
  const found: Range[] = [];
  let from = 0;
  for (let at = whole.indexOf(needle); at >= 0; at = whole.indexOf(needle, at + needle.length)) {
    const end = at + needle.length;
    while (from + 1 < nodes.length && nodes[from + 1]!.start <= at) from++;
    let last = from;
    while (last + 1 < nodes.length && nodes[last + 1]!.start < end) last++;
    const first = nodes[from];
    const final = nodes[last];
    if (!first || !final) break;
    const range = document.createRange();
    range.setStart(first.node, Math.min(at - first.start, first.node.length));
    range.setEnd(final.node, Math.min(end - final.start, final.node.length));
    found.push(range);
  }
  return found;
}
