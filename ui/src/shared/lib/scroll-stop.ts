import type { Attachment } from 'svelte/attachments';

let watched: ResizeObserver | undefined;

function stop(element: HTMLElement): void {
  const scrolls =
    element.scrollWidth > element.clientWidth + 1 ||
    element.scrollHeight > element.clientHeight + 1;
  if (scrolls) element.tabIndex = 0;
  else if (element !== document.activeElement) element.removeAttribute('tabindex');
}

/** The box that scrolls and what lies in it: either may change its size. */
function boxOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-scroll-stop]');
}

/** Made apart from the box that is watched first, which lives no longer for it. */
const observe = () =>
  new ResizeObserver((entries) => {
    const boxes = new Set(entries.map((entry) => boxOf(entry.target)));
    for (const box of boxes) if (box) stop(box);
  });

/**
 * A box that is a stop of the Tab key only while something in it is out of
 * sight: the arrow keys scroll it from there. Its first child is what it holds.
 */
export const scrollStop: Attachment<HTMLElement> = (element) => {
  if (typeof ResizeObserver === 'undefined') return;
  watched ??= observe();
  const observer = watched;
  const parts = [element, ...(element.firstElementChild ? [element.firstElementChild] : [])];
  element.dataset['scrollStop'] = '';
  for (const part of parts) observer.observe(part);
  return () => {
    for (const part of parts) observer.unobserve(part);
  };
};
