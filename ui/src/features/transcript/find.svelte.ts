import { tick } from 'svelte';
import type { Found, FoundBlock } from '../../generated';
import type { ConversationStore } from '../../state/conversation.svelte';
import { lengthOf } from '../../state/parts';
import type { Session } from '../../state/session.svelte';
import { findInConversation, findInRow } from './commands';
import { hitAt, ranges, total } from './find.logic';
import { blockElement } from './mark';
import type { ListWindow } from './list-window.svelte';

/** Searching starts this long after the last key. */
const PAUSE = 180;
/** How often more of a row is asked for to reach a place in it. */
const PAGES = 40;
/** How often it is looked whether a part of a row that was let go is there again. */
const LOOKS = 30;

/** A place, and the block of its row that shows it; nothing where the row has no blocks for it. */
interface Hit {
  readonly place: number;
  readonly nth: number;
  readonly found: FoundBlock | null;
}

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
  /** Counts the places that the reader was led to. */
  #shown = 0;

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
    const shown = ++this.#shown;
    // Something else is looked for, or another place of it.
    const over = () => asked !== this.#asked || shown !== this.#shown;
    this.#hit = null;
    const hit = this.found && hitAt(this.found.rows, this.at);
    if (!hit) return;
    await this.#store.loadAround(this.#session.host, hit.place);
    if (over()) return;
    this.#open(hit.place);
    this.#list.toPlace(this.#shownAt(hit.place));
    await tick();
    await frame();
    const cell = this.#store.cell(hit.place);
    // The host knows it: the window need not have all of a long row.
    const found = await this.#session.attempt(() =>
      findInRow(this.#session.host, this.#store.id, hit.place, this.#text, hit.nth),
    );
    if (over()) return;
    for (let page = 0; cell && found && page < PAGES && !over(); page++) {
      const held = lengthOf(cell.data.blocks);
      if (held > found.block || held >= cell.data.count) break;
      const more = await this.#session.attempt(() =>
        this.#store.loadMore(this.#session.host, hit.place).then(() => true),
      );
      if (!more) return;
    }
    if (over()) return;
    if (found) await this.#reach(hit.place, found.block, over);
    if (over()) return;
    this.#hit = { ...hit, found: found ?? null };
    this.paint();
    const range = this.#now;
    if (range) this.#list.toRange(range.getBoundingClientRect());
  }

  #now: Range | null = null;
  /** The place the reader was brought to, once they are there. */
  #hit: Hit | null = null;

  /** Brings the part of a long row that holds the text into the page. */
  async #reach(place: number, at: number, over: () => boolean): Promise<void> {
    const row = this.#rowAt(place);
    if (!row) return;
    // What stands in for it may itself stand in for more, or be on its way here: each look
    // brings it nearer. What comes in beside it may push it away once more.
    let still = 0;
    for (let look = 0; look < LOOKS && still < 2 && !over(); look++) {
      const { element, is } = blockElement(row, at);
      if (element === row || (is && !row.querySelector('.part:empty'))) return;
      still = is ? still + 1 : 0;
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

  /** The range of a place, where it is in the page. */
  #rangeOf({ nth, found }: Hit, row: Element, inRow: readonly Range[]): Range | null {
    // Of a long row not all is in the page, and what is before it there is counted by its block.
    const block = found && blockElement(row, found.block);
    if (!block || block.element === row) return inRow[Math.min(nth, inRow.length - 1)] ?? null;
    const inBlock = block.is ? ranges(block.element, this.#text) : [];
    return inBlock[Math.min(found.nth, inBlock.length - 1)] ?? null;
  }

  /** Marks what is found in the rows that are in the page. */
  paint(): void {
    this.#now = null;
    if (typeof Highlight === 'undefined') return;
    const registry = CSS.highlights;
    if (this.#text.trim() === '' || this.count === 0) {
      registry.delete('found');
      registry.delete('found-now');
      return;
    }
    const hit = this.#hit;
    const all: Range[] = [];
    for (const row of this.#scroller().querySelectorAll<HTMLElement>('[data-place]')) {
      const inRow = ranges(row, this.#text);
      if (hit && Number(row.dataset['place']) === this.#shownAt(hit.place)) {
        this.#now = this.#rangeOf(hit, row, inRow);
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
