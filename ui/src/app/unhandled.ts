import type { Host } from '../host/types';

/** So many are noted: a window in which everything fails does not fill the log. */
const MOST = 20;

/** Errors whose message is the engine’s, about the program: that of others may quote what was said. */
const OF_THE_PROGRAM = [TypeError, ReferenceError, RangeError];

/** The lines of a stack that say where; some engines begin it with the message. */
const places = (stack = '') => stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line));

function described(error: unknown): string {
  if (!(error instanceof Error)) {
    const { code } = (error ?? {}) as { code?: unknown };
    return typeof code === 'string' ? `host:${code}` : typeof error;
  }
  const about = OF_THE_PROGRAM.some((kind) => error instanceof kind) ? `: ${error.message}` : '';
  return [`${error.name}${about}`, ...places(error.stack)].join('\n');
}

/**
 * What fails in this window and nobody catches is noted in the app’s log, and told: what a person
 * asked for did not happen, and nothing else says so.
 * @param tell called for each
 * @returns how to stop
 */
export function watchUnhandled(host: Host, tell: () => void): () => void {
  let left = MOST;
  function failed(error: unknown) {
    if (left === 0) return;
    left--;
    void host.call('window_failed', { what: described(error) }).catch(() => {});
    tell();
  }
  // Without an error it is a note of the engine’s, such as that a size changed while it was looked at.
  const threw = ({ error }: ErrorEvent) => {
    if (error) failed(error);
  };
  const rejected = ({ reason }: PromiseRejectionEvent) => failed(reason);
  addEventListener('error', threw);
  addEventListener('unhandledrejection', rejected);
  return () => {
    removeEventListener('error', threw);
    removeEventListener('unhandledrejection', rejected);
  };
}
