import { tick } from 'svelte';
import type { Block, Found } from '../../generated';
import type { ConversationStore } from '../../state/conversation.svelte';
import type { Session } from '../../state/session.svelte';
import { findInConversation } from './commands';
import { blockOf, hitAt, ranges, total } from './find.logic';
import { blockElement } from './mark';
import type { ListWindow } from './list-window.svelte';

/** Searching starts this long after the last key. */
const PAUSE = 180;
/** How often more of a row is asked for to reach a place in it. */
const PAGES = 40;

/** Finding a text in the whole conversation, and going from place to place. */
export class Finder {
  found = $state.raw<Found | null>(null);
  /** The place the reader was brought to, counted over all; -1 before the first. */
  at = $state.raw(-1);
  searching = $state.raw(false);
  readonly count = $derived(this.found ? total(this.found.rows) : 0);

  #session: Session;
  #store: ConversationStore;
  #list: ListWindow;
  #scroller: () => HTMLElement;
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    session: Session,
    store: ConversationStore,
    list: ListWindow,
    scroller: () => HTMLElement,
  ) {
    this.#session = session;
    this.#store = store;
    this.#list = list;
    this.#scroller = scroller;
  }

  /** What was typed; the search waits until typing pauses. */
  search(text: string): void {
    clearTimeout(this.#timer);
    this.#text = text;
    const asked = ++this.#asked;
    if (text.trim() === '') {
      this.found = null;
      this.searching = false;
      this.paint();
      return;
    }
    this.searching = true;
    this.#timer = setTimeout(() => void this.#search(text, asked), PAUSE);
  }

  async #search(text: string, asked: number): Promise<void> {
    const found = await this.#session.attempt(() =>
      findInConversation(this.#session.host, this.#store.id, text),
    );
    if (asked !== this.#asked) return;
    this.searching = false;
    this.found = found ?? null;
    // The last place is nearest to where most readers are.
    this.at = this.count - 1;
    if (this.count > 0) await this.#show();
    else this.paint();
  }

  step(by: 1 | -1): void {
    if (this.count === 0) return;
    this.at = (this.at + by + this.count) % this.count;
    void this.#show();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked++;
    this.#text = '';
    this.found = null;
    this.paint();
  }

  async #show(): Promise<void> {
    const asked = this.#asked;
    const hit = this.found && hitAt(this.found.rows, this.at);
    if (!hit) return;
    await this.#store.loadAround(this.#session.host, hit.place);
    if (asked !== this.#asked) return;
    this.#open(hit.place);
    this.#list.toPlace(this.#shownAt(hit.place));
    await tick();
    await frame();
    const cell = this.#store.cell(hit.place);
    for (let page = 0; cell && page < PAGES && asked === this.#asked; page++) {
      const blocks = cell.data.blocks.flat();
      if (blockOf(blocks, this.#text, hit.nth) !== -1 || blocks.length >= cell.data.count) break;
      await this.#store.loadMore(this.#session.host, hit.place);
    }
    if (asked !== this.#asked) return;
    if (cell) await this.#reach(hit.place, cell.data.blocks.flat(), hit.nth);
    if (asked !== this.#asked) return;
    this.paint(hit);
    const range = this.#now;
    if (range) this.#list.toRange(range.getBoundingClientRect());
  }

  #now: Range | null = null;

  /** Brings the part of a long row that holds the text into the page. */
  async #reach(place: number, blocks: readonly Block[], nth: number): Promise<void> {
    const row = this.#rowAt(place);
    const at = blockOf(blocks, this.#text, nth);
    if (!row || at < 0) return;
    // What stands in for it may itself stand in for more: each look brings it nearer.
    for (let look = 0; look < 4; look++) {
      const { element, is } = blockElement(row, at);
      if (is || element === row) return;
      this.#list.toRange(element.getBoundingClientRect());
      await frame();
      await frame();
    }
  }

  #rowAt(place: number): Element | null {
    return this.#scroller().querySelector(`[data-place="${this.#shownAt(place)}"]`);
  }

  /** The row that shows another one it is folded together with. */
  #shownAt(place: number): number {
    if (this.#store.cell(place)?.folding.kind !== 'hidden') return place;
    for (let by = 1; by < 10_000; by++) {
      for (const other of [place - by, place + by]) {
        const folding = this.#store.cell(other)?.folding;
        if (folding && 'places' in folding && folding.places.includes(place)) return other;
      }
    }
    return place;
  }

  #open(place: number): void {
    const cell = this.#store.cell(this.#shownAt(place));
    for (const part of [
      'thinking',
      'tool',
      'output',
      'args',
      'detail',
      'raw',
      'notices',
      'progress',
    ]) {
      cell?.setOpened(part, true);
    }
  }

  /** Marks what is found in the rows that are in the page. */
  paint(hit: { place: number; nth: number } | null = null): void {
    this.#now = null;
    if (typeof Highlight === 'undefined') return;
    const registry = CSS.highlights;
    if (this.#text.trim() === '' || this.count === 0) {
      registry.delete('found');
      registry.delete('found-now');
      return;
    }
    const current = hit ?? (this.found && hitAt(this.found.rows, this.at));
    const all: Range[] = [];
    for (const row of this.#scroller().querySelectorAll<HTMLElement>('[data-place]')) {
      const inRow = ranges(row, this.#text);
      if (current && Number(row.dataset['place']) === this.#shownAt(current.place)) {
        this.#now = inRow[Math.min(current.nth, inRow.length - 1)] ?? null;
      }
      all.push(...inRow);
    }
    registry.set('found', new Highlight(...all));
    if (this.#now) {
      const now = new Highlight(this.#now);
      now.priority = 1;
      registry.set('found-now', now);
    } else registry.delete('found-now');
  }
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}
