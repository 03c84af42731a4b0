import type { RowData } from '../../state/apply-patch';

/**
 * Quiet notices in a row are shown as one line: the first stands for all. Of
 * words on a turn's progress only the last counts.
 */
export type Folding =
  | { readonly kind: 'alone' }
  /** Shown by an earlier row. */
  | { readonly kind: 'hidden' }
  /** Stands for the rows at these places, itself first. */
  | { readonly kind: 'lead'; readonly places: readonly number[] }
  /** Stands for these earlier rows. */
  | { readonly kind: 'last'; readonly places: readonly number[] };

export const alone: Folding = { kind: 'alone' };
export const hidden: Folding = { kind: 'hidden' };

type Foldable = 'quiet' | 'progress';

/** What a row can be folded together with, if with anything. */
export function foldable(data: RowData | undefined): Foldable | null {
  const body = data?.row.body;
  if (body?.kind === 'progress') return 'progress';
  return body?.kind === 'notice' && body.level === 'quiet' ? 'quiet' : null;
}

/**
 * How the rows around `place` are folded: an entry for every place of the run
 * it belongs to, or next to. A run of one stands alone.
 */
export function foldingAround(
  place: number,
  rowAt: (place: number) => RowData | undefined,
): Map<number, Folding> {
  const result = new Map<number, Folding>();
  const kind = foldable(rowAt(place));
  if (kind === null) {
    if (rowAt(place)) result.set(place, alone);
    return result;
  }
  let first = place;
  while (foldable(rowAt(first - 1)) === kind) first--;
  let last = place;
  while (foldable(rowAt(last + 1)) === kind) last++;
  if (first === last) return result.set(place, alone);
  const places = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  for (const other of places) result.set(other, hidden);
  if (kind === 'quiet') result.set(first, { kind: 'lead', places });
  else result.set(last, { kind: 'last', places: places.slice(0, -1) });
  return result;
}
