import { flushSync, untrack } from 'svelte';
import { afterFrames } from '../../shared/lib/frames';
import type { Applied, ConversationStore } from '../../state/conversation.svelte';
import { keepHeight } from './keep-height';
import { firstInSight, marks, strayed } from './mark';
import type { Mark } from './mark';
import { ReaderActs } from './reader-acts';
import { readingPlaces } from './reading-places';
import type { ReadingPlace } from './reading-places';
import { guessedHeight, takesRoom } from './row-heights.logic';
import {
  AT_END,
  HeightIndex,
  anchorAt,
  anchorTop,
  followsAfterScroll,
  mountedRows,
  sameRows,
  visibleSpan,
} from './windowing.logic';
import type { Anchor, Mounted, Span } from './windowing.logic';

/** Rows this far outside the window are mounted too, in pixels. */
const MARGIN = 600;
/** The same before the first rows are on the screen: who opens a conversation waits for those. */
const FIRST_MARGIN = 120;
/** Older rows are asked for when the reader comes this near to the first one, in pixels. */
const NEAR_START = 1200;
/** Rows and characters of their content that are held at most while the end is followed. */
const MOST_ROWS = 600;
const MOST_HELD = 4_000_000;
/** What stays when there are more, and the rows that stay whatever they hold. */
const KEPT_ROWS = 300;
const KEPT_HELD = 2_000_000;
const LEAST_ROWS = 60;
/** Space above a row that was jumped to, in pixels. */
const ABOVE_TARGET = 48;

/**
 * How high a transcript was in this window when it was last looked at. One that opens begins
 * with that: asked for, the page would be laid out once without any row.
 */
let heightBefore = 0;

/**
 * Which rows are mounted and where the window stands: only rows in sight exist,
 * the reader's place is held by what is read and not by a number, and the end is
 * followed only from the end.
 */
export class ListWindow {
  mounted = $state.raw<readonly Mounted[]>([]);
  /** Space for the rows after the last that is mounted, in pixels. */
  after = $state.raw(0);
  following = $state.raw(true);
  /** Rows that came while the reader was elsewhere. */
  unseen = $state.raw(0);
  /** Asked for when the reader comes near the first row held. */
  onNearStart: () => void = () => {};
  /** Asked for where rows in sight are missing, with the place of the first of them. */
  onMissing: (place: number) => void = () => {};

  #store: ConversationStore;
  #heights = new HeightIndex();
  #scroller: HTMLElement | null = null;
  #anchor: Anchor | null = null;
  /** The piece of text at the top of the window: it stays where it is, whatever changes around it. */
  #mark: Mark | null = null;
  /** Which block the mark is, and where it was: for when the reader comes back. */
  #noted = { block: -1, top: 0 };
  /** The reader is being brought back: what scrolls is not their doing. */
  #returning = false;
  #top = 0;
  /** The place was set to the end, and the scroll that tells of it has not come yet. */
  #followed = false;
  #seenEnd = 0;
  /** Places before this one have no height yet. */
  #guessedFrom = Number.POSITIVE_INFINITY;
  /** How high the window was when its place was last set, and what is in it. */
  #viewport = 0;
  #content = 0;
  #margin = FIRST_MARGIN;
  #acts = new ReaderActs();
  #measured = new Set<number>();
  #observer: ResizeObserver | null = null;
  #placeOf = new WeakMap<Element, number>();
  /** Rows that stay mounted out of sight: a selection begins or ends in them. */
  #pinned: readonly number[] = [];

  constructor(store: ConversationStore) {
    this.#store = store;
    store.onApplied = (applied) => this.#applied(applied);
    this.#guessAll();
    const before = readingPlaces.get(store.id);
    if (before) {
      this.following = false;
      this.#returning = true;
      this.#anchor = before;
    }
    this.#seenEnd = this.rows.end;
  }

  get rows(): Span {
    return { start: this.#store.first, end: this.#store.end };
  }

  /** Where the reader is; nothing at the end. */
  get reading(): ReadingPlace | null {
    if (this.following || !this.#anchor) return null;
    return { ...this.#anchor, ...this.#noted };
  }

  /** Svelte attachment of the scrolling element. */
  scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element;
    const onScroll = () => this.#scrolled();
    element.addEventListener('scroll', onScroll, { passive: true });
    const unwatch = this.#acts.watch(element);
    this.#acts.ondown = () => {
      // Who is there already can't scroll there.
      if (!this.following && this.#farthest(element) - element.scrollTop <= AT_END) this.toEnd();
    };
    const sizes = new ResizeObserver(() => {
      this.#acts.stir();
      this.#settle();
    });
    sizes.observe(element);
    // What is read here must not make the attachment run again.
    untrack(() => this.#settle(false, heightBefore));
    const unwait = afterFrames(() => {
      this.#margin = MARGIN;
      this.#settle();
    });
    return () => {
      unwait();
      element.removeEventListener('scroll', onScroll);
      unwatch();
      sizes.disconnect();
      this.#observer?.disconnect();
      this.#observer = null;
      readingPlaces.set(this.#store.id, this.reading);
      this.#scroller = null;
      this.#mark = null;
      if (this.#store.onApplied) this.#store.onApplied = null;
    };
  };

  /** Svelte attachment of what holds the rows: whatever changes its height, the place is kept. */
  content = (element: HTMLElement) => this.#observe(element);

  /** Svelte attachment of a mounted row. */
  row = (place: number) => (element: HTMLElement) => {
    this.#placeOf.set(element, place);
    const unobserve = this.#observe(element);
    const release = this.#measured.has(place)
      ? keepHeight(element, this.#heights.get(place))
      : undefined;
    return () => {
      unobserve();
      release?.();
    };
  };

  #observe(element: HTMLElement): () => void {
    this.#observer ??= this.#newObserver();
    this.#observer.observe(element);
    return () => this.#observer?.unobserve(element);
  }

  /** Apart from what is observed first, which would live as long as the observer. */
  #newObserver(): ResizeObserver {
    return new ResizeObserver((entries) => this.#resized(entries));
  }

  #farthest(element: HTMLElement): number {
    return element.scrollHeight - element.clientHeight;
  }

  toEnd(): void {
    this.#acts.forget();
    this.following = true;
    this.#returning = false;
    this.#mark = null;
    this.#settle();
  }

  /** Brings the reader back to what they read: its row is there, the parts of it come in turn. */
  async comeBack(to: ReadingPlace): Promise<void> {
    let still = 0;
    for (let tries = 0; tries < 60 && still < 3; tries++) {
      const element = this.#scroller;
      if (!element || this.following) break;
      const row = element.querySelector(`[data-place="${to.place}"]`);
      if (!row) {
        this.#mark = null;
        // Before it was measured it may be taken for lower than where it was read.
        this.#anchor = { place: to.place, offset: 0 };
        this.#settle();
      } else {
        this.#anchor = { place: to.place, offset: to.offset };
        const { by, is } = strayed(element, row, to);
        if (Math.abs(by) >= 0.5) element.scrollTop += by;
        still = is && Math.abs(by) < 1 ? still + 1 : 0;
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    this.#returning = false;
    if (!this.#scroller) return;
    this.#top = this.#scroller.scrollTop;
    this.#anchor = anchorAt(this.#heights, this.rows, this.#top);
    this.#note();
  }

  /** Looks again at what is in sight: rows that are missing are asked for. */
  look(): void {
    this.#mount(this.#top);
  }

  /** Brings a row to the top of the window. */
  toPlace(place: number): void {
    this.following = false;
    this.#returning = false;
    this.#mark = null;
    this.#anchor = { place, offset: -ABOVE_TARGET };
    this.#settle();
  }

  /** Brings something in a mounted row into the middle of the window. */
  toRange(box: DOMRect): void {
    const element = this.#scroller;
    if (!element) return;
    const frame = element.getBoundingClientRect();
    if (box.top > frame.top + 40 && box.bottom < frame.bottom - 40) return;
    this.following = false;
    element.scrollTop += box.top - frame.top - element.clientHeight / 3;
  }

  /** Keeps these rows mounted, wherever the reader is. */
  pin(places: readonly number[]): void {
    if (places.length === this.#pinned.length && places.every((p, i) => p === this.#pinned[i])) {
      return;
    }
    this.#pinned = places;
    this.#settle();
  }

  #applied({ reset, rows }: Applied): void {
    if (reset) {
      const known = this.rows;
      this.#heights.clear();
      this.#measured.clear();
      // Who reads far up goes on reading there.
      if (!this.following && this.#anchor) this.#store.keepFrom(this.#anchor.place);
      this.#guessAll();
      if (this.#seenEnd > known.end) this.#seenEnd = known.end;
    } else {
      for (const { place } of rows) this.#guess(place);
      this.#guessUpTo(this.#guessedFrom);
    }
    if (this.following) {
      if (this.rows.end > this.#seenEnd) this.#letGo();
      this.#seenEnd = this.rows.end;
    }
    this.unseen = this.#countUnseen();
    this.#settle();
  }

  /** Who follows the end for hours need not hold what was said hours ago. */
  #letGo(): void {
    const store = this.#store;
    if (this.#pinned.length > 0 || this.#returning) return;
    if (store.tail(MOST_ROWS, MOST_HELD, LEAST_ROWS) <= store.first) return;
    const from = store.first;
    const shown = this.mounted[0]?.place ?? store.end;
    store.letGo(Math.min(store.tail(KEPT_ROWS, KEPT_HELD, LEAST_ROWS), shown));
    for (let place = from; place < store.first; place++) {
      this.#heights.set(place, 0);
      this.#measured.delete(place);
    }
    this.#guessedFrom = store.first;
  }

  #countUnseen(): number {
    let count = 0;
    for (let place = Math.max(this.#seenEnd, this.rows.start); place < this.rows.end; place++) {
      if (this.#store.cell(place)?.folding.kind !== 'hidden') count++;
    }
    return count;
  }

  #guessAll(): void {
    this.#guessUpTo(this.rows.end);
  }

  #guessUpTo(end: number): void {
    for (let place = this.rows.start; place < end; place++) this.#guess(place);
    this.#guessedFrom = this.rows.start;
  }

  #guess(place: number): void {
    const cell = this.#store.cell(place);
    if (takesRoom(cell) && this.#measured.has(place)) return;
    this.#heights.set(place, guessedHeight(cell));
  }

  #resized(entries: ResizeObserverEntry[]): void {
    let changed = false;
    for (const entry of entries) {
      const place = this.#placeOf.get(entry.target);
      // An element that was just taken out reports a height of nothing.
      if (!entry.target.isConnected) continue;
      if (place === undefined) {
        changed = true;
        continue;
      }
      const height = entry.borderBoxSize[0]?.blockSize ?? entry.contentRect.height;
      this.#measured.add(place);
      if (Math.abs(this.#heights.get(place) - height) < 0.01) continue;
      this.#heights.set(place, height);
      changed = true;
    }
    if (!changed) return;
    this.#acts.stir();
    this.#settle(true);
  }

  #scrolled(): void {
    const element = this.#scroller;
    if (!element) return;
    const top = element.scrollTop;
    if (this.#returning) {
      this.#top = top;
      this.#mount(top);
      return;
    }
    // The end was followed, and this is the scroll that did it.
    if (this.#followed && top === this.#top && element.scrollHeight === this.#content) {
      this.#followed = false;
      return;
    }
    // The window became higher or lower, and the browser moved what is in it: that
    // was not the reader.
    if (element.clientHeight !== this.#viewport) {
      this.#settle();
      return;
    }
    // Set by this window itself: the reader has not moved.
    const own = Math.abs(top - this.#top) < 1;
    const farthest = this.#farthest(element);
    const byReader =
      this.#acts.goesUp || (this.#acts.quiet && element.scrollHeight === this.#content);
    this.following = followsAfterScroll(this.following, this.#top, top, farthest, byReader);
    if (this.following && farthest - top > (byReader ? AT_END : 1)) {
      // Something was lower for a moment, and the browser moved the place meanwhile: the
      // end is still what is followed.
      this.#settle();
      return;
    }
    this.#top = top;
    if (this.following) {
      this.#seenEnd = this.rows.end;
      this.unseen = 0;
    }
    if (!own || !this.#anchor) {
      this.#anchor = anchorAt(this.#heights, this.rows, top);
      this.#note();
    }
    readingPlaces.set(this.#store.id, this.reading);
    this.#mount(top);
    if (top < NEAR_START) this.onNearStart();
  }

  /** Remembers what is at the top of the window, and where exactly. */
  #note(): void {
    this.#mark = null;
    if (this.following || !this.#scroller) return;
    this.#mark = firstInSight(this.#scroller);
    if (this.#mark) this.#noted = { block: this.#mark.block, top: this.#mark.top };
  }

  /** Puts the window where the reader is after anything changed size. */
  #settle(now = false, height = 0): void {
    const element = this.#scroller;
    if (!element) return;
    height ||= element.clientHeight;
    const wanted = this.following
      ? Math.max(0, this.#heights.total() - height)
      : this.#anchor
        ? Math.max(0, anchorTop(this.#heights, this.#anchor))
        : this.#top;
    this.#mount(wanted, height);
    // The spacers must have their new heights before the place is set.
    if (now) flushSync();
    const place = () => {
      if (this.#scroller !== element) return;
      const top = this.following
        ? this.#farthest(element)
        : this.#mark && marks(element, this.#mark)
          ? element.scrollTop + this.#mark.moved(element)
          : wanted;
      if (Math.abs(element.scrollTop - top) >= 0.5) {
        element.scrollTop = top;
        this.#followed = this.following;
        // A scroll that was under way may go on for some frames.
        this.#acts.stir();
      }
      this.#top = element.scrollTop;
      this.#viewport = heightBefore = element.clientHeight;
      this.#content = element.scrollHeight;
      const marked = this.#mark && marks(element, this.#mark) && !this.#mark.filled;
      if (!this.following && !this.#returning && !marked) this.#note();
    };
    if (now) place();
    else queueMicrotask(() => (flushSync(), place()));
  }

  #mount(top: number, height = this.#scroller?.clientHeight ?? 0): void {
    const margin = height > 0 ? this.#margin : MARGIN;
    const span = visibleSpan(this.#heights, this.rows, top, height, margin);
    const isThere = (place: number) => takesRoom(this.#store.cell(place));
    const { mounted, after } = mountedRows(this.#heights, this.rows, span, this.#pinned, isThere);
    if (!sameRows(this.mounted, mounted)) this.mounted = mounted;
    this.after = after;
    // Rows that do not fill the window can't be scrolled: those before them are fetched at once.
    if (height > 0 && this.rows.end > this.rows.start && this.#heights.total() < height) {
      untrack(() => this.onNearStart());
    }
    for (let place = span.start; place < span.end; place++) {
      if (this.#store.cell(place)) continue;
      this.onMissing(place);
      break;
    }
  }
}
