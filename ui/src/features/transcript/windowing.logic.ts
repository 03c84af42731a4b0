/**
 * Heights of rows by place, with sums in logarithmic time (a Fenwick tree).
 * A place is a row's index in the whole conversation and never changes, so rows
 * that arrive at the front move nothing. Places without a row count as 0.
 */
export class HeightIndex {
  #tree: Float64Array;
  #heights: Float64Array;
  #capacity: number;

  constructor(capacity = 1024) {
    this.#capacity = capacity;
    this.#tree = new Float64Array(capacity + 1);
    this.#heights = new Float64Array(capacity);
  }

  get(place: number): number {
    return place < this.#capacity ? (this.#heights[place] ?? 0) : 0;
  }

  set(place: number, height: number): void {
    if (place >= this.#capacity) this.#grow(place + 1);
    const difference = height - (this.#heights[place] ?? 0);
    if (difference === 0) return;
    this.#heights[place] = height;
    for (let i = place + 1; i <= this.#capacity; i += i & -i) this.#tree[i]! += difference;
  }

  /** The sum of the heights of all places before this one: where the row begins. */
  top(place: number): number {
    let sum = 0;
    for (let i = Math.min(place, this.#capacity); i > 0; i -= i & -i) sum += this.#tree[i]!;
    return sum;
  }

  total(): number {
    return this.top(this.#capacity);
  }

  /** The place of the row that covers this offset; the last place before it where it lies beyond. */
  at(offset: number): number {
    let place = 0;
    let rest = Math.max(0, offset);
    for (let step = 1 << Math.floor(Math.log2(this.#capacity)); step > 0; step >>= 1) {
      const next = place + step;
      if (next <= this.#capacity && this.#tree[next]! <= rest) {
        place = next;
        rest -= this.#tree[next]!;
      }
    }
    return place;
  }

  clear(): void {
    this.#tree.fill(0);
    this.#heights.fill(0);
  }

  #grow(least: number): void {
    let capacity = this.#capacity;
    while (capacity < least) capacity *= 2;
    const heights = new Float64Array(capacity);
    heights.set(this.#heights);
    const tree = new Float64Array(capacity + 1);
    for (let i = 1; i <= capacity; i++) {
      tree[i]! += heights[i - 1]!;
      const parent = i + (i & -i);
      if (parent <= capacity) tree[parent]! += tree[i]!;
    }
    this.#capacity = capacity;
    this.#heights = heights;
    this.#tree = tree;
  }
}

/** Places to mount: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The rows in sight and a margin around them, within the rows there are. */
export function visibleSpan(
  heights: HeightIndex,
  rows: Span,
  scrollTop: number,
  viewport: number,
  margin: number,
): Span {
  if (rows.end <= rows.start) return { start: rows.start, end: rows.start };
  const clamp = (place: number) => Math.min(Math.max(place, rows.start), rows.end - 1);
  const start = clamp(heights.at(scrollTop - margin));
  const end = clamp(heights.at(scrollTop + viewport + margin)) + 1;
  return { start, end };
}

/** A row in the page, and the space between it and the one mounted before it, in pixels. */
export interface Mounted {
  readonly place: number;
  readonly gap: number;
}

/** The rows to mount: those of the span, and those that are pinned, with the space between them. */
export function mountedRows(
  heights: HeightIndex,
  rows: Span,
  span: Span,
  pinned: readonly number[],
  isThere: (place: number) => boolean,
): { mounted: Mounted[]; after: number } {
  const places = new Set(pinned.filter((place) => place >= rows.start && place < rows.end));
  for (let place = span.start; place < span.end; place++) places.add(place);
  const mounted: Mounted[] = [];
  let end = 0;
  for (const place of [...places].sort((a, b) => a - b)) {
    if (!isThere(place)) continue;
    const top = heights.top(place);
    mounted.push({ place, gap: top - end });
    end = top + heights.get(place);
  }
  return { mounted, after: heights.total() - end };
}

/** Whether the same rows are mounted with the same space between them. */
export function sameRows(before: readonly Mounted[], now: readonly Mounted[]): boolean {
  return (
    now.length === before.length &&
    now.every((row, at) => row.place === before[at]!.place && row.gap === before[at]!.gap)
  );
}

/** Where the reader is: a row, and how far below its top the window's edge lies. */
export interface Anchor {
  readonly place: number;
  readonly offset: number;
}

export function anchorAt(heights: HeightIndex, rows: Span, scrollTop: number): Anchor {
  const place = Math.min(
    Math.max(heights.at(scrollTop), rows.start),
    Math.max(rows.start, rows.end - 1),
  );
  return { place, offset: scrollTop - heights.top(place) };
}

export function anchorTop(heights: HeightIndex, anchor: Anchor): number {
  return heights.top(anchor.place) + anchor.offset;
}

/** Distance from the end within which the reader counts as being there, in pixels. */
export const AT_END = 4;

/**
 * Whether the transcript follows its end after a scroll. Only a reader who goes up
 * ends it, however little; and it resumes only where a scroll down reaches the end.
 * What the browser does because something became lower or higher changes nothing.
 */
export function followsAfterScroll(
  following: boolean,
  before: number,
  scrollTop: number,
  farthest: number,
  byReader: boolean,
): boolean {
  const atEnd = farthest - scrollTop <= AT_END;
  if (following) return atEnd || !byReader || scrollTop >= before;
  return atEnd && scrollTop >= before;
}
