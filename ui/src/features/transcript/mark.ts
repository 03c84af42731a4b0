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
    const block = firstBelow(row.querySelectorAll('.segment > *, .segment:empty'), frame.top);
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
