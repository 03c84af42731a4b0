/*
 * Which parts of a long row are near the reader. One observer for each scrolling
 * element; parts that are far away keep their height and lose their content, so
 * that a message of any length costs what can be seen of it.
 */

import type { Block } from '../../../generated';

/** Parts this far outside the window are mounted too. */
const MARGIN = '1200px 0px';

type Told = (near: boolean, height: number) => void;

/** A few blocks that come and go together, or a few such segments. */
export type PartKind = 'segment' | 'chapter';

/** How high parts were when they were last seen, by their first block: rows come and go. */
export const heightsOf: Record<PartKind, WeakMap<Block, number>> = {
  segment: new WeakMap(),
  chapter: new WeakMap(),
};

const shown = new WeakMap<Element, (height: number) => void>();
let sizes: ResizeObserver | undefined;

/*
 * Observers are made apart from who is observed first: what a function's inner functions
 * use of it lives as long as the last of them, and an observer may live for ever. That row
 * would, with all it holds.
 */
const observeSizes = () =>
  new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      if (target.isConnected && borderBoxSize[0]) shown.get(target)?.(borderBoxSize[0].blockSize);
    }
  });

const observeNear = (root: Element) =>
  new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        told.get(entry.target)?.(entry.isIntersecting, entry.boundingClientRect.height);
      }
    },
    { root, rootMargin: MARGIN },
  );

/** Remembers how high a part is, by the block told of; until the returned function is called. */
export function rememberHeight(
  kind: PartKind,
  element: Element,
  first: () => Block | null | undefined,
): () => void {
  sizes ??= observeSizes();
  shown.set(element, (height) => {
    const block = first();
    if (block) heightsOf[kind].set(block, height);
  });
  sizes.observe(element);
  return () => {
    sizes?.unobserve(element);
    shown.delete(element);
  };
}

const observers = new WeakMap<Element, IntersectionObserver>();
const told = new WeakMap<Element, Told>();

/** Tells whenever a part comes near or goes away, until the returned function is called. */
export function watchNear(element: Element, tell: Told): () => void {
  const root = element.closest('[data-scroller]');
  if (!root || typeof IntersectionObserver === 'undefined') return () => {};
  let observer = observers.get(root);
  if (!observer) {
    observer = observeNear(root);
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
