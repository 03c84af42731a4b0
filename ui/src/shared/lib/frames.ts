/** A page that draws no frames is alive all the same after this long, in milliseconds. */
const ALIVE = 3000;

/** Calls back once a second frame has begun: the first one is on the screen then. Returns how to stop. */
export function afterFrames(then: () => void): () => void {
  let frame = 0;
  const done = () => {
    stop();
    then();
  };
  const late = setTimeout(done, ALIVE);
  const stop = () => {
    clearTimeout(late);
    cancelAnimationFrame(frame);
  };
  frame = requestAnimationFrame(() => (frame = requestAnimationFrame(done)));
  return stop;
}

/**
 * Calls back once the page has drawn, or is not seen and need not; never where it
 * is seen and draws nothing.
 */
export function firstFrame(then: () => void): void {
  const done = () => {
    document.removeEventListener('visibilitychange', unseen);
    then();
  };
  const unseen = () => {
    if (document.hidden) done();
  };
  document.addEventListener('visibilitychange', unseen);
  if (document.hidden) done();
  else requestAnimationFrame(() => requestAnimationFrame(done));
}
