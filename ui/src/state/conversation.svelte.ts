import type { ConversationId, ConversationPatch, Header, ItemId, MoreOfRow } from '../generated';
import type { Host } from '../host/types';
import { alone, foldingAround } from '../features/transcript/notices.logic';
import { extendRow, planOlder, planPatch } from './apply-patch';
import type { ConversationView, RowData } from './apply-patch';
import { RowCell } from './row-cell.svelte';

/** Rows asked for when the reader comes near the first one held. */
const OLDER_PAGE = 100;
/** The most rows that are asked for at once. */
const MOST_OLDER = 500;

/** What a patch changed, for those who measure or announce. */
export interface Applied {
  readonly reset: boolean;
  readonly rows: readonly RowData[];
}

/** An earlier message of the user's that is being changed. */
export interface Editing {
  readonly item: ItemId;
  readonly text: string;
  /** Sending it begins a new conversation. */
  readonly branches: boolean;
}

/** The conversation on screen: header and rows, as the last patch left them. */
export class ConversationStore {
  readonly id: ConversationId;
  rev = 0;
  /** The host sends nothing of it: the window died twice while it showed it. */
  plain = $state.raw(false);
  header = $state.raw<Header | null>(null);
  /** The first place held, and one after the last. */
  first = $state.raw(0);
  end = $state.raw(0);
  /** Grows with every snapshot. */
  resets = $state.raw(0);
  loadingOlder = $state.raw(false);
  olderFailed = $state.raw(false);
  /** Set by a message's menu; the message box takes its text. */
  editing = $state.raw<Editing | null>(null);
  /** Called after every change of the rows, before the page is drawn. */
  onApplied: ((applied: Applied) => void) | null = null;

  /** Called with the rows a patch brought, for those who hear the window; not with snapshots. */
  onAnnounce: ((rows: readonly RowData[]) => void) | null = null;

  #older: Promise<void> | null = null;
  #rows = new Map<number, RowData>();
  #cells = new Map<number, RowCell>();
  #placeOf = new Map<ItemId, number>();

  constructor(id: ConversationId) {
    this.id = id;
  }

  get view(): ConversationView {
    return { id: this.id, rev: this.rev, header: this.header, rows: this.#rows };
  }

  cell(place: number): RowCell | undefined {
    return this.#cells.get(place);
  }

  placeOf(item: ItemId): number | undefined {
    return this.#placeOf.get(item);
  }

  /** It is to be shown as plain text, which the view fetches by itself. */
  showPlainly(): void {
    this.plain = true;
    // Past the snapshot, so that the next pull waits.
    this.rev = 1;
  }

  get loaded(): boolean {
    return this.header !== null;
  }

  get hasOlder(): boolean {
    return this.first > 0 && this.end > this.first;
  }

  apply(patch: ConversationPatch): void {
    if (patch.id !== this.id) return;
    const change = planPatch(this.view, patch);
    if (change.gap) {
      // Something is missing here: ask for everything anew.
      this.rev = 0;
      return;
    }
    if (change.reset) {
      this.resets++;
      this.#rows.clear();
      this.#placeOf.clear();
      const kept = new Set(change.rows.map((row) => row.place));
      for (const place of this.#cells.keys()) if (!kept.has(place)) this.#cells.delete(place);
    }
    this.rev = change.rev;
    if (change.header) this.header = change.header;
    this.#take(change.rows, change.reset);
    if (!change.reset) this.onAnnounce?.(change.rows);
  }

  /** Loads a page of earlier rows; a second call waits for the first. */
  loadOlder(host: Host, rows = OLDER_PAGE): Promise<void> {
    if (!this.hasOlder) return Promise.resolve();
    this.#older ??= this.#loadOlder(host, Math.min(rows, MOST_OLDER)).finally(
      () => (this.#older = null),
    );
    return this.#older;
  }

  /** Loads earlier rows until this one is there, or there are no more. */
  async loadUntil(host: Host, place: number): Promise<void> {
    this.olderFailed = false;
    while (this.first > place && this.hasOlder && !this.olderFailed) {
      await (this.#older ?? this.loadOlder(host, this.first - place + OLDER_PAGE));
    }
  }

  /** Loads the next blocks of a long row. */
  async loadMore(host: Host, place: number): Promise<void> {
    const from = this.#rows.get(place)?.blocks.length;
    if (from === undefined) return;
    const more = await host.call<MoreOfRow>('more_of_row', { conversation: this.id, place, from });
    const now = this.#rows.get(place);
    if (now) this.#take([extendRow(now, from, more)], false);
  }

  /** Lets go of everything: the conversation is not shown any more. */
  close(): void {
    this.onApplied = null;
    this.onAnnounce = null;
    this.#rows.clear();
    this.#cells.clear();
    this.#placeOf.clear();
  }

  async #loadOlder(host: Host, rows: number): Promise<void> {
    this.loadingOlder = true;
    this.olderFailed = false;
    const before = this.first;
    try {
      const older = await host.olderRows(this.id, before, rows);
      // A snapshot may have come meanwhile; what it did not bring may not be joined to it.
      if (this.first !== before) return;
      this.#take(planOlder(this.view, older.rows), false);
      // Nothing where something should be: do not ask for ever.
      if (this.first === before) this.olderFailed = true;
    } catch {
      this.olderFailed = true;
    } finally {
      this.loadingOlder = false;
    }
  }

  #take(rows: readonly RowData[], reset: boolean): void {
    for (const data of rows) {
      this.#rows.set(data.place, data);
      this.#placeOf.set(data.row.id, data.place);
      const cell = this.#cells.get(data.place);
      if (cell) cell.data = data;
      else this.#cells.set(data.place, new RowCell(data));
    }
    const first = rows[0];
    const last = rows[rows.length - 1];
    if (reset) {
      this.first = first?.place ?? 0;
      this.end = last ? last.place + 1 : 0;
    } else if (first && last) {
      const empty = this.end === this.first;
      this.first = empty ? first.place : Math.min(this.first, first.place);
      this.end = Math.max(this.end, last.place + 1);
    }
    this.#fold(rows);
    if (rows.length > 0 || reset) this.onApplied?.({ reset, rows });
  }

  #fold(rows: readonly RowData[]): void {
    const done = new Set<number>();
    for (const { place, row } of rows) {
      const cell = this.#cells.get(place);
      if (row.body.kind !== 'notice' && row.body.kind !== 'progress') {
        if (cell && cell.folding !== alone) cell.folding = alone;
        continue;
      }
      if (done.has(place)) continue;
      for (const [at, folding] of foldingAround(place, (p) => this.#rows.get(p))) {
        done.add(at);
        const other = this.#cells.get(at);
        if (other) other.folding = folding;
      }
    }
  }
}
