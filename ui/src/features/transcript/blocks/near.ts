/*
 * Which parts of a long row are near the reader. One observer for each scrolling
 * element; parts that are far away keep their height and lose their content, so
 * that a message of any length costs what can be seen of it.
 */

import type { Block } from '../../../generated';

/** Blocks of a part: they come and go together. */
export const SEGMENT = 10;
/** Parts this far outside the window are mounted too. */
const MARGIN = '1200px 0px';

type Told = (near: boolean, height: number) => void;

/** How high parts were when they were last seen, by their first block: rows come and go. */
const heights = new WeakMap<Block, number>();

export function knownHeight([first]: readonly Block[]): number | undefined {
  return first && heights.get(first);
}

const shown = new WeakMap<Element, () => Block | null | undefined>();
let sizes: ResizeObserver | undefined;

/** Remembers how high a part is, by the block told of; until the returned function is called. */
export function rememberHeight(
  element: Element,
  first: () => Block | null | undefined,
): () => void {
  sizes ??= new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const block = target.isConnected && shown.get(target)?.();
      if (block && borderBoxSize[0]) heights.set(block, borderBoxSize[0].blockSize);
    }
  });
  shown.set(element, first);
  sizes.observe(element);
  return () => sizes?.unobserve(element);
}

const observers = new WeakMap<Element, IntersectionObserver>();
const told = new WeakMap<Element, Told>();

/** Tells whenever a part comes near or goes away, until the returned function is called. */
export function watchNear(element: Element, tell: Told): () => void {
  const root = element.closest('[data-scroller]');
  if (!root || typeof IntersectionObserver === 'undefined') return () => {};
  let observer = observers.get(root);
  if (!observer) {
    observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          told.get(entry.target)?.(entry.isIntersecting, entry.boundingClientRect.height);
        }
      },
      { root, rootMargin: MARGIN },
    );
    observers.set(root, observer);
  }
  told.set(element, tell);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    told.delete(element);
  };
}

/** Whether the selection begins or ends in an element: its content must stay. */
export function holdsSelection(element: Element): boolean {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return false;
  return element.contains(selection.anchorNode) || element.contains(selection.focusNode);
}
