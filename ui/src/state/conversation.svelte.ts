import type {
  Block,
  ConversationId,
  ConversationPatch,
  Header,
  ItemId,
  MoreOfRow,
  OlderRows,
} from '../generated';
import type { Host } from '../host/types';
import { alone, foldingAround } from '../features/transcript/notices.logic';
import { extendRow, fillRow, planOlder, planPatch } from './apply-patch';
import type { ConversationView, RowData } from './apply-patch';
import { lacking, withoutFar } from './held';
import { CHAPTER, lengthOf } from './parts';
import type { Chapter } from './parts';
import { RowCell } from './row-cell.svelte';

/** Rows asked for when the reader comes near the first one held. */
const OLDER_PAGE = 100;
/** The most rows that are asked for at once. */
const MOST_OLDER = 500;
/** Rows asked for where some are missing, and before a place that is jumped to. */
const AROUND = 100;
const BEFORE = 40;

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
  /**
   * The first place held, and one after the last. Between them rows may be missing:
   * a reader who jumped far up loads what is around it, and the rest when it is seen.
   */
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

  /** Called with a chapter of a row that the reader comes near to, and that is not here. */
  onLacking: ((place: number, chapter: number) => void) | null = null;

  #closed = false;
  /** Chapters that are asked for, as they are while they are not here. */
  #asked = new WeakSet<Chapter>();
  #older: Promise<void> | null = null;
  #missing = false;
  #rows = new Map<number, RowData>();
  #cells = new Map<number, RowCell>();
  #placeOf = new Map<ItemId, number>();

  constructor(id: ConversationId) {
    this.id = id;
  }

  get view(): ConversationView {
    return { id: this.id, rev: this.rev, header: this.header, rows: this.#rows, end: this.end };
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
    if (patch.id !== this.id || this.#closed) return;
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
    if (!this.hasOlder || this.#closed) return Promise.resolve();
    this.#older ??= this.#loadOlder(host, Math.min(rows, MOST_OLDER)).finally(
      () => (this.#older = null),
    );
    return this.#older;
  }

  /** Loads the rows around a place, wherever it is, and nothing that lies between. */
  async loadAround(host: Host, place: number): Promise<void> {
    this.olderFailed = false;
    if (!this.#rows.has(place) && place < this.end) {
      await this.#loadAt(host, Math.max(0, place - BEFORE));
    }
  }

  /** Loads rows that are missing from a place on; one request at a time. */
  async loadMissing(host: Host, place: number): Promise<void> {
    if (this.#missing || this.olderFailed) return;
    this.#missing = true;
    try {
      // Who scrolls up sees what is before it next.
      await this.#loadAt(host, Math.max(this.first, place - BEFORE));
      if (!this.#rows.has(place)) this.olderFailed = true;
    } finally {
      this.#missing = false;
    }
  }

  /** Rows from this place on are wanted, though a snapshot did not bring them. */
  keepFrom(place: number): void {
    if (place < this.first) this.first = place;
  }

  async #loadAt(host: Host, from: number): Promise<void> {
    const resets = this.resets;
    try {
      const { rows } = await host.call<OlderRows>('rows_at', {
        conversation: this.id,
        from,
        limit: AROUND,
      });
      // A snapshot that came meanwhile is newer.
      if (this.resets === resets) this.#take(planOlder(this.view, rows), false);
    } catch {
      this.olderFailed = true;
    }
  }

  /** Loads the next blocks of a long row. */
  async loadMore(host: Host, place: number): Promise<void> {
    const row = this.#rows.get(place);
    if (!row) return;
    const from = lengthOf(row.blocks);
    const more = await host.call<MoreOfRow>('more_of_row', { conversation: this.id, place, from });
    const now = this.#rows.get(place);
    if (now) this.#take([extendRow(now, from, more)], false);
  }

  /** Loads a chapter of a long row that was let go. */
  async loadChapter(host: Host, place: number, at: number): Promise<void> {
    const gone = this.#rows.get(place)?.blocks[at];
    if (!gone || this.#asked.has(gone)) return;
    this.#asked.add(gone);
    try {
      const blocks: Block[] = [];
      // An answer holds as much as is sent at once.
      while (blocks.length < CHAPTER) {
        const from = at * CHAPTER + blocks.length;
        const most = CHAPTER - blocks.length;
        const asked = { conversation: this.id, place, from, most };
        const more = await host.call<MoreOfRow>('more_of_row', asked);
        if (more.blocks.length === 0) return;
        blocks.push(...more.blocks);
      }
      const now = this.#rows.get(place);
      // What changed in it meanwhile may not be in the answer.
      if (now?.blocks[at] === gone) this.#take([fillRow(now, at, blocks)], false);
    } finally {
      this.#asked.delete(gone);
    }
  }

  /** The reader came near other chapters of a row: those that are far now are let go. */
  #near = (cell: RowCell): void => {
    const data = this.#rows.get(cell.place);
    if (data && this.#cells.get(cell.place) === cell) this.#hold(cell, data);
  };

  #hold(cell: RowCell, data: RowData): void {
    const { near } = cell.seen;
    const blocks = withoutFar(data.blocks, near);
    if (blocks !== data.blocks) data = { ...data, blocks };
    this.#rows.set(cell.place, data);
    cell.data = data;
    for (const chapter of lacking(blocks, near)) this.onLacking?.(cell.place, chapter);
  }

  /**
   * How much the rows hold from the last one back: the place from which on there
   * are at most so many, and of their content so much, but never less than `least`.
   */
  tail(most: number, characters: number, least: number): number {
    let held = 0;
    for (let place = this.end - 1; place >= this.first; place--) {
      for (const chapter of this.#rows.get(place)?.blocks ?? []) {
        for (const part of chapter) for (const { html } of part) held += html.length;
      }
      const stay = this.end - place;
      if (stay > most || (stay > least && held > characters)) return place + 1;
    }
    return this.first;
  }

  /** Lets go of the rows before a place; they are loaded again as older ones. */
  letGo(before: number): void {
    // What is folded together stays together.
    while (before < this.end && (this.#cells.get(before)?.folding ?? alone) !== alone) before++;
    if (before >= this.end) return;
    for (let place = this.first; place < before; place++) {
      const item = this.#rows.get(place)?.row.id;
      if (item !== undefined) this.#placeOf.delete(item);
      this.#rows.delete(place);
      this.#cells.delete(place);
    }
    this.first = before;
  }

  /** Lets go of everything: the conversation is not shown any more, and what is still on its way is dropped. */
  close(): void {
    this.#closed = true;
    this.onApplied = null;
    this.onAnnounce = null;
    this.onLacking = null;
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
    if (this.#closed) return;
    for (const data of rows) {
      this.#rows.set(data.place, data);
      this.#placeOf.set(data.row.id, data.place);
      let cell = this.#cells.get(data.place);
      if (cell) cell.data = data;
      else this.#cells.set(data.place, (cell = new RowCell(data, this.#near)));
      if (data.blocks.length > 1) this.#hold(cell, data);
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
