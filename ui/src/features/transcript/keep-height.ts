/**
 * Keeps an element from being lower than it was when it was last in the page, until
 * its parts are in it: those that wait to be near the reader come with the next frame.
 * Returns what ends it at once.
 */
export function keepHeight(element: HTMLElement, height: number): () => void {
  element.style.minHeight = `${height}px`;
  let frames = 0;
  let frame = 0;
  const next = () => {
    if (++frames > 3) element.style.minHeight = '';
    else frame = requestAnimationFrame(next);
  };
  next();
  return () => cancelAnimationFrame(frame);
}
