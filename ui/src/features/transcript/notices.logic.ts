import type { RowData } from '../../state/apply-patch';

/** Quiet notices in a row are shown as one line: the first stands for all. */
export type Folding =
  | { readonly kind: 'alone' }
  /** Shown by an earlier row. */
  | { readonly kind: 'hidden' }
  /** Stands for the rows at these places, itself first. */
  | { readonly kind: 'lead'; readonly places: readonly number[] };

export const alone: Folding = { kind: 'alone' };
export const hidden: Folding = { kind: 'hidden' };

function isQuiet(data: RowData | undefined): boolean {
  return data?.row.body.kind === 'notice' && data.row.body.level === 'quiet';
}

/**
 * How the rows around `place` are folded: an entry for every place of the run
 * of quiet notices it belongs to, or next to. A run of one stands alone.
 */
export function foldingAround(
  place: number,
  rowAt: (place: number) => RowData | undefined,
): Map<number, Folding> {
  const result = new Map<number, Folding>();
  if (!isQuiet(rowAt(place))) {
    if (rowAt(place)) result.set(place, alone);
    return result;
  }
  let first = place;
  while (isQuiet(rowAt(first - 1))) first--;
  let last = place;
  while (isQuiet(rowAt(last + 1))) last++;
  if (first === last) return result.set(place, alone);
  const places = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  result.set(first, { kind: 'lead', places });
  for (const other of places.slice(1)) result.set(other, hidden);
  return result;
}
