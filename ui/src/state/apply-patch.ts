import type {
  Block,
  ConversationId,
  ConversationPatch,
  ConversationSummary,
  Header,
  ListPatch,
  MoreOfRow,
  Row,
  RowPatch,
  Size,
} from '../generated';
import { withGrown } from './grown';
import { CHAPTER, goneParts, inParts, isGone, lengthOf, withBlocks, withChapter } from './parts';
import type { Parts } from './parts';

/** One row as the window holds it. Never changed in place: a change is a new value. */
export interface RowData {
  /** Its place in the conversation, from 0. */
  readonly place: number;
  readonly row: Row;
  /**
   * Its blocks from the first on, as far as they are wanted; chapters of them that are far
   * from the reader need not be here.
   */
  readonly blocks: Parts;
  /** How many blocks there are; more than `blocks` holds are asked for when wanted. */
  readonly count: number;
  /** How long the whole is, where the host did not send all of it. */
  readonly whole: Size | null;
}

/** What the window knows of the conversation on screen. */
export interface ConversationView {
  readonly id: ConversationId;
  /** The revision to ask for changes after; 0 for nothing yet. */
  readonly rev: number;
  readonly header: Header | null;
  readonly rows: ReadonlyMap<number, RowData>;
  /** One after its last place; rows before it may be missing, and are fetched when seen. */
  readonly end?: number;
}

/** What a patch does to a view, row by row, so that untouched rows stay untouched. */
export interface ConversationChange {
  readonly rev: number;
  /** Forget every row that was there. */
  readonly reset: boolean;
  readonly header: Header | null;
  /** The rows that are new or differ, in order of place. */
  readonly rows: readonly RowData[];
  /**
   * The patch speaks of something this view never got. The view must ask for a
   * snapshot: a wrong transcript is worse than a second request.
   */
  readonly gap: boolean;
}

/**
 * A row after a patch: `null` where the patch needs a row or block the view
 * does not have, and the very same object where nothing differs.
 */
export function applyRow(before: RowData | undefined, patch: RowPatch): RowData | null {
  const row = patch.row ?? before?.row;
  if (!row) return null;
  const old = before?.blocks ?? goneParts((patch.from ?? 0) / CHAPTER);
  const longer = withGrown(old, patch.grown ?? []);
  const blocks = withBlocks(longer, patch.blocks ?? [], patch.blockCount);
  // What lies after the head and was never asked for need not be there.
  if (lengthOf(blocks) < Math.min(patch.head ?? patch.blockCount, patch.blockCount)) return null;
  const whole = patch.whole ?? null;
  const sameSize = before?.count === patch.blockCount && before.whole?.bytes === whole?.bytes;
  if (before && !patch.row && blocks === old && sameSize) return before;
  return { place: patch.place, row, blocks, count: patch.blockCount, whole };
}

/** Whether there is more of a row than was sent so far. */
export const hasMore = (row: RowData): boolean => lengthOf(row.blocks) < row.count;

/** A row with the blocks that were asked for; as it was where they do not follow those it has. */
export function extendRow(before: RowData, from: number, more: MoreOfRow): RowData {
  if (lengthOf(before.blocks) !== from) return before;
  const added = more.blocks.map((block, n) => [from + n, block] as const);
  return { ...before, blocks: withBlocks(before.blocks, added), count: more.blockCount };
}

/** A row with a chapter that was not here; as it was where that is another one meanwhile. */
export function fillRow(before: RowData, at: number, blocks: readonly Block[]): RowData {
  const chapter = inParts(blocks)[0];
  if (!chapter || blocks.length !== CHAPTER || !isGone(before.blocks[at])) return before;
  return { ...before, blocks: withChapter(before.blocks, at, chapter) };
}

/** What `patch` does to `view`. Changes nothing. */
export function planPatch(view: ConversationView, patch: ConversationPatch): ConversationChange {
  const known: ReadonlyMap<number, RowData> = patch.reset ? new Map() : view.rows;
  const rows: RowData[] = [];
  let gap = !patch.reset && view.rev === 0;
  for (const rowPatch of patch.rows ?? []) {
    const before = known.get(rowPatch.place);
    const after = applyRow(before, rowPatch);
    // A snapshot is all there is: asking again would bring the same. What changed in a
    // row that is not here is part of it when it comes.
    if (after === null)
      gap ||= !patch.reset && (before !== undefined || rowPatch.place >= (view.end ?? 0));
    else if (after !== before) rows.push(after);
  }
  return { rev: patch.rev, reset: patch.reset, header: patch.header ?? null, rows, gap };
}

/** Rows from before the view's first one. Those it already has are kept as they are. */
export function planOlder(view: ConversationView, rows: readonly RowPatch[]): RowData[] {
  const added: RowData[] = [];
  for (const patch of rows) {
    if (view.rows.has(patch.place)) continue;
    const row = applyRow(undefined, patch);
    if (row) added.push(row);
  }
  return added;
}

/** The view after a change; used where a whole new value is wanted. */
export function commit(view: ConversationView, change: ConversationChange): ConversationView {
  const rows = new Map(change.reset ? [] : view.rows);
  for (const row of change.rows) rows.set(row.place, row);
  return { id: view.id, rev: change.rev, header: change.header ?? view.header, rows };
}

/** What the window knows of the list of conversations. */
export interface ListView {
  readonly rev: number;
  readonly items: ReadonlyMap<ConversationId, ConversationSummary>;
  readonly runningAgents: number;
}

export const emptyList: ListView = { rev: 0, items: new Map(), runningAgents: 0 };

/** The list after a patch. */
export function applyList(view: ListView, patch: ListPatch): ListView {
  const items = new Map(patch.reset ? [] : view.items);
  for (const summary of patch.changed ?? []) items.set(summary.id, summary);
  for (const id of patch.removed ?? []) items.delete(id);
  return { rev: patch.rev, items, runningAgents: patch.runningAgents };
}
