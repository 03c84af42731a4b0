import type { RowBody } from '../../generated';
import type { RowCell } from '../../state/row-cell.svelte';

/*
 * How high a row is taken to be before it was measured. A wrong guess moves the
 * scrollbar, never what is read.
 */

/** The space of a row that is not here yet, in pixels. */
const MISSING = 64;

/** A first guess at the height of a row that is here, by its kind, in pixels. */
const GUESS: Record<RowBody['kind'], number> = {
  user: 70,
  text: 120,
  thinking: 44,
  tool: 64,
  progress: 40,
  result: 160,
  media: 66,
  notice: 40,
  error: 90,
  turnEnd: 44,
  raw: 44,
};

/** Whether a row is here and not folded into another one. */
export function takesRoom(cell: RowCell | undefined): cell is RowCell {
  return cell !== undefined && cell.folding.kind !== 'hidden';
}

export function guessedHeight(cell: RowCell | undefined): number {
  if (!cell) return MISSING;
  return takesRoom(cell) ? GUESS[cell.data.row.body.kind] : 0;
}
