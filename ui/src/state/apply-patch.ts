import type {
  Block,
  ConversationId,
  ConversationPatch,
  ConversationSummary,
  Header,
  ListPatch,
  Row,
  RowPatch,
} from '../generated';

/** One row as the window holds it. Never changed in place: a change is a new value. */
export interface RowData {
  /** Its place in the conversation, from 0. */
  readonly place: number;
  readonly row: Row;
  readonly blocks: readonly Block[];
}

/** What the window knows of the conversation on screen. */
export interface ConversationView {
  readonly id: ConversationId;
  /** The revision to ask for changes after; 0 for nothing yet. */
  readonly rev: number;
  readonly header: Header | null;
  readonly rows: ReadonlyMap<number, RowData>;
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

function sameBlock(a: Block | undefined, b: Block): boolean {
  return (
    a !== undefined && a.html === b.html && a.kind === b.kind && (a.label ?? '') === (b.label ?? '')
  );
}

/**
 * A row after a patch: `null` where the patch needs a row or block the view
 * does not have, and the very same object where nothing differs.
 */
export function applyRow(before: RowData | undefined, patch: RowPatch): RowData | null {
  const row = patch.row ?? before?.row;
  if (!row) return null;
  const old = before?.blocks ?? [];
  let blocks: Block[] | null = null;
  if (patch.blockCount !== old.length) {
    blocks = old.slice(0, patch.blockCount);
  }
  for (const [place, block] of patch.blocks ?? []) {
    if (place >= patch.blockCount || sameBlock(old[place], block)) continue;
    blocks ??= old.slice();
    blocks[place] = block;
  }
  if (blocks) {
    for (let i = 0; i < patch.blockCount; i++) if (!blocks[i]) return null;
  }
  if (before && !patch.row && !blocks) return before;
  return { place: patch.place, row, blocks: blocks ?? old };
}

/** What `patch` does to `view`. Changes nothing. */
export function planPatch(view: ConversationView, patch: ConversationPatch): ConversationChange {
  const known: ReadonlyMap<number, RowData> = patch.reset ? new Map() : view.rows;
  const rows: RowData[] = [];
  let gap = !patch.reset && view.rev === 0;
  for (const rowPatch of patch.rows ?? []) {
    const before = known.get(rowPatch.place);
    const after = applyRow(before, rowPatch);
    // A snapshot is all there is: asking again would bring the same.
    if (after === null) gap ||= !patch.reset;
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
