import { flushSync, untrack } from 'svelte';
import type { RowBody } from '../../generated';
import type { Applied, ConversationStore } from '../../state/conversation.svelte';
import {
  HeightIndex,
  anchorAt,
  anchorTop,
  followsAfterScroll,
  visibleSpan,
} from './windowing.logic';
import type { Anchor, Span } from './windowing.logic';

/** Rows this far outside the window are mounted too, in pixels. */
const MARGIN = 600;
/** Older rows are asked for when the reader comes this near to the first one, in pixels. */
const NEAR_START = 1200;
/** Space above a row that was jumped to, in pixels. */
const ABOVE_TARGET = 48;

/** A first guess at a row's height, until it was measured. */
const GUESS: Record<RowBody['kind'], number> = {
  user: 70,
  text: 120,
  thinking: 44,
  tool: 64,
  notice: 40,
  error: 90,
  turnEnd: 44,
  raw: 44,
};

/**
 * Which rows are mounted and where the window stands: only rows in sight exist,
 * the reader's place is held by a row and not by a number, and the end is
 * followed only from the end.
 */
export class ListWindow {
  span = $state.raw<Span>({ start: 0, end: 0 });
  /** Space for the rows before and after those that are mounted, in pixels. */
  before = $state.raw(0);
  after = $state.raw(0);
  following = $state.raw(true);
  /** Rows that came while the reader was elsewhere. */
  unseen = $state.raw(0);
  /** Asked for when the reader comes near the first row held. */
  onNearStart: () => void = () => {};

  #store: ConversationStore;
  #heights = new HeightIndex();
  #scroller: HTMLElement | null = null;
  #anchor: Anchor | null = null;
  #top = 0;
  #seenEnd = 0;
  #measured = new Set<number>();
  #observer: ResizeObserver | null = null;
  #placeOf = new WeakMap<Element, number>();

  constructor(store: ConversationStore) {
    this.#store = store;
    store.onApplied = (applied) => this.#applied(applied);
    this.#guessAll();
  }

  get rows(): Span {
    return { start: this.#store.first, end: this.#store.end };
  }

  /** Svelte attachment of the scrolling element. */
  scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element;
    const onScroll = () => this.#scrolled();
    element.addEventListener('scroll', onScroll, { passive: true });
    const sizes = new ResizeObserver(() => this.#settle());
    sizes.observe(element);
    // What is read here must not make the attachment run again.
    untrack(() => this.#settle());
    return () => {
      element.removeEventListener('scroll', onScroll);
      sizes.disconnect();
      this.#observer?.disconnect();
      this.#observer = null;
      this.#scroller = null;
    };
  };

  /** Svelte attachment of a mounted row. */
  row = (place: number) => (element: HTMLElement) => {
    this.#observer ??= new ResizeObserver((entries) => this.#resized(entries));
    this.#placeOf.set(element, place);
    this.#observer.observe(element);
    return () => this.#observer?.unobserve(element);
  };

  toEnd(): void {
    this.following = true;
    this.#settle();
  }

  toPlace(place: number): void {
    this.following = false;
    this.#anchor = { place, offset: -ABOVE_TARGET };
    this.#settle();
  }

  #applied({ reset, rows }: Applied): void {
    if (reset) {
      const known = this.rows;
      this.#heights.clear();
      this.#measured.clear();
      this.#guessAll();
      if (this.#seenEnd > known.end) this.#seenEnd = known.end;
    } else {
      for (const { place } of rows) this.#guess(place);
    }
    if (this.following) this.#seenEnd = this.rows.end;
    this.unseen = this.#countUnseen();
    this.#settle();
  }

  #countUnseen(): number {
    let count = 0;
    for (let place = Math.max(this.#seenEnd, this.rows.start); place < this.rows.end; place++) {
      if (this.#store.cell(place)?.folding.kind !== 'hidden') count++;
    }
    return count;
  }

  #guessAll(): void {
    for (let place = this.rows.start; place < this.rows.end; place++) this.#guess(place);
  }

  #guess(place: number): void {
    const cell = this.#store.cell(place);
    if (!cell) return;
    if (cell.folding.kind === 'hidden') this.#heights.set(place, 0);
    else if (!this.#measured.has(place)) {
      this.#heights.set(place, GUESS[cell.data.row.body.kind]);
    }
  }

  #resized(entries: ResizeObserverEntry[]): void {
    let changed = false;
    for (const entry of entries) {
      const place = this.#placeOf.get(entry.target);
      // An element that was just taken out reports a height of nothing.
      if (place === undefined || !entry.target.isConnected) continue;
      const height = entry.borderBoxSize[0]?.blockSize ?? entry.contentRect.height;
      this.#measured.add(place);
      if (Math.abs(this.#heights.get(place) - height) < 0.5) continue;
      this.#heights.set(place, height);
      changed = true;
    }
    if (changed) this.#settle(true);
  }

  #scrolled(): void {
    const element = this.#scroller;
    if (!element) return;
    const top = element.scrollTop;
    const farthest = element.scrollHeight - element.clientHeight;
    this.following = followsAfterScroll(this.following, this.#top, top, farthest);
    this.#top = top;
    if (this.following) {
      this.#seenEnd = this.rows.end;
      this.unseen = 0;
    }
    this.#anchor = anchorAt(this.#heights, this.rows, top);
    this.#mount(top);
    if (top < NEAR_START) this.onNearStart();
  }

  /** Puts the window where the reader is after anything changed size. */
  #settle(now = false): void {
    const element = this.#scroller;
    if (!element) return;
    const height = element.clientHeight;
    const wanted = this.following
      ? Math.max(0, this.#heights.total() - height)
      : this.#anchor
        ? Math.max(0, anchorTop(this.#heights, this.#anchor))
        : this.#top;
    this.#mount(wanted);
    // The spacers must have their new heights before the place is set.
    if (now) flushSync();
    const place = () => {
      if (this.#scroller !== element) return;
      const top = this.following ? element.scrollHeight - element.clientHeight : wanted;
      if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top;
      this.#top = element.scrollTop;
    };
    if (now) place();
    else queueMicrotask(() => (flushSync(), place()));
  }

  #mount(top: number): void {
    const height = this.#scroller?.clientHeight ?? 0;
    const rows = this.rows;
    const span = visibleSpan(this.#heights, rows, top, height, MARGIN);
    if (span.start !== this.span.start || span.end !== this.span.end) this.span = span;
    this.before = this.#heights.top(span.start);
    this.after = this.#heights.total() - this.#heights.top(span.end);
  }
}
