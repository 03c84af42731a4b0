import type { ConversationId, ConversationPatch, Header, ItemId } from '../generated';
import type { Host } from '../host/types';
import { alone, foldingAround } from '../features/transcript/notices.logic';
import { planOlder, planPatch } from './apply-patch';
import type { ConversationView, RowData } from './apply-patch';
import { RowCell } from './row-cell.svelte';

/** Rows asked for when the reader comes near the first one held. */
const OLDER_PAGE = 100;

/** What a patch changed, for those who measure or announce. */
export interface Applied {
  readonly reset: boolean;
  readonly rows: readonly RowData[];
}

/** The conversation on screen: header and rows, as the last patch left them. */
export class ConversationStore {
  readonly id: ConversationId;
  rev = 0;
  header = $state.raw<Header | null>(null);
  /** The first place held, and one after the last. */
  first = $state.raw(0);
  end = $state.raw(0);
  /** Grows with every snapshot. */
  resets = $state.raw(0);
  loadingOlder = $state.raw(false);
  olderFailed = $state.raw(false);
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
  loadOlder(host: Host): Promise<void> {
    if (!this.hasOlder) return Promise.resolve();
    this.#older ??= this.#loadOlder(host).finally(() => (this.#older = null));
    return this.#older;
  }

  async #loadOlder(host: Host): Promise<void> {
    this.loadingOlder = true;
    this.olderFailed = false;
    const before = this.first;
    try {
      const older = await host.olderRows(this.id, before, OLDER_PAGE);
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
      if (row.body.kind !== 'notice') {
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
