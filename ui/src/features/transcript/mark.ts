import { CHAPTER, PART } from '../../state/parts';
import type { ReadingPlace } from './reading-places';

/** A piece of the transcript, and how far its top was below the window's when it was noted. */
export class Mark {
  readonly #element: Element;
  readonly #top: number;

  constructor(element: Element, top: number) {
    this.#element = element;
    this.#top = top;
  }

  get element(): Element {
    return this.#element;
  }

  get top(): number {
    return this.#top;
  }

  /** Which block of its row it is, or lies in; -1 for the row as a whole. */
  get block(): number {
    const block = this.#element.closest('.segment > *');
    const segment = block?.parentElement;
    if (!block || !segment) return -1;
    return Number(segment.dataset['from']) + [...segment.children].indexOf(block);
  }

  /** Whether it stood in for what was not mounted, and what that is has come into it. */
  get filled(): boolean {
    return this.#element.matches('.part:not(:empty)');
  }

  /** How far it has moved since, in pixels; positive for down. */
  moved(scroller: Element): number {
    const frame = scroller.getBoundingClientRect();
    return this.#element.getBoundingClientRect().top - frame.top - this.#top;
  }
}

/** Whether a mark is still in the page and takes up room there. */
export function marks(scroller: Element, mark: Mark): boolean {
  return mark.element.isConnected && scroller.contains(mark.element);
}

/** The first piece of text that can be seen: a block, or a row without any. */
export function firstInSight(scroller: Element): Mark | null {
  const frame = scroller.getBoundingClientRect();
  for (const row of scroller.querySelectorAll('[data-place]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom <= frame.top || box.height === 0) continue;
    if (box.top >= frame.top) return new Mark(row, box.top - frame.top);
    const block = firstBelow(row.querySelectorAll('.segment > *, .part:empty'), frame.top);
    if (block) return new Mark(block, block.getBoundingClientRect().top - frame.top);
    return new Mark(row, box.top - frame.top);
  }
  return null;
}

/** The first element that reaches below a line: the one cut by it, or the next. */
function firstBelow(elements: NodeListOf<Element>, line: number): Element | null {
  for (const element of elements) {
    const box = element.getBoundingClientRect();
    if (box.bottom > line && box.height > 0) {
      // What is tall is marked by its own parts: lines of a table, items of a list.
      if (box.top < line && box.height > 200) {
        const part = firstBelow(element.querySelectorAll('li, tr, p'), line);
        if (part) return part;
      }
      return element;
    }
  }
  return null;
}

/** The block of a row, or what stands in for it while it is not mounted. */
export function blockElement(row: Element, block: number): { element: Element; is: boolean } {
  if (block < 0) return { element: row, is: true };
  const from = (size: number) => `[data-from="${block - (block % size)}"]`;
  const segment = row.querySelector(`.segment${from(PART)}`);
  const element = segment?.children[block % PART];
  const standIn = segment ?? row.querySelector(`.chapter${from(CHAPTER)}`);
  return { element: element ?? standIn ?? row, is: element !== undefined };
}

/** How far below where it was read a row is now, in pixels; and whether its block is there. */
export function strayed(
  scroller: Element,
  row: Element,
  from: ReadingPlace,
): { by: number; is: boolean } {
  const read = blockElement(row, from.block ?? -1);
  const top = read.element.getBoundingClientRect().top;
  const by = top - scroller.getBoundingClientRect().top - (from.top ?? -from.offset);
  return { by, is: read.is };
}
