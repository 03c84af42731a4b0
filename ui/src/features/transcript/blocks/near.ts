/*
 * Which parts of a long row are near the reader. One observer for each scrolling
 * element; parts that are far away keep their height and lose their content, so
 * that a message of any length costs what can be seen of it.
 */

/** Parts this far outside the window are mounted too. */
const MARGIN = '1200px 0px';

type Told = (near: boolean, height: number) => void;

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

/** Tells how high a part is whenever that changes, until the returned function is called. */
export function watchHeight(element: Element, tell: (height: number) => void): () => void {
  sizes ??= observeSizes();
  shown.set(element, tell);
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
