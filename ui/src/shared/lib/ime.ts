/*
 * An input method's Enter chooses a candidate; it never sends. Chromium marks
 * the key with `isComposing`, older engines with key code 229, and WebKit sends
 * `compositionend` first and the very same Enter after it, unmarked.
 */

/** How long after the end of a composition an Enter still belongs to it, in milliseconds. */
const SAME_KEY_WITHIN = 60;

/** Watches one text box and tells whether a key press is the input method's. */
export class InputMethod {
  #composing = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  compositionStart(): void {
    this.#composing = true;
  }

  compositionEnd(): void {
    this.#composing = false;
    this.#endedAt = this.#now();
  }

  /** What was composed was left: nothing of it follows. */
  abandon(): void {
    this.#composing = false;
  }

  owns(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
    return (
      this.#composing ||
      event.isComposing ||
      event.keyCode === 229 ||
      this.#now() - this.#endedAt < SAME_KEY_WITHIN
    );
  }

  /** Svelte attachment: listens to a text box. */
  attach = (element: HTMLElement): (() => void) => {
    const start = () => this.compositionStart();
    const end = () => this.compositionEnd();
    element.addEventListener('compositionstart', start);
    element.addEventListener('compositionend', end);
    return () => {
      element.removeEventListener('compositionstart', start);
      element.removeEventListener('compositionend', end);
    };
  };
}

/**
 * Keeps the input method's keys from everything in the page, whichever text box
 * they go to: no handler hears them, no form is sent and no dialog closed by
 * them. For the whole window, once, so that no box can be forgotten (C88).
 */
export function guardInputMethod(page: Document): () => void {
  const ime = new InputMethod();
  const start = () => ime.compositionStart();
  const end = () => ime.compositionEnd();
  // A box that went away while it was composed in never says that it ended.
  const moved = () => ime.abandon();
  const key = (event: KeyboardEvent) => {
    if (!ime.owns(event) || ownsItsKeys(event.target)) return;
    event.stopImmediatePropagation();
    const marked = event.isComposing || event.keyCode === 229;
    // Marked, it still has to reach the input method; after its end it would act.
    if (!marked && ACTS.has(event.key)) event.preventDefault();
  };
  const listeners = [
    ['compositionstart', start],
    ['compositionend', end],
    ['focusin', moved],
    ['keydown', key],
  ] as const;
  for (const [name, listener] of listeners) {
    page.addEventListener(name, listener as EventListener, true);
  }
  return () => {
    for (const [name, listener] of listeners) {
      page.removeEventListener(name, listener as EventListener, true);
    }
  };
}

/** Keys that do something beside writing. */
const ACTS: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab', 'ArrowUp', 'ArrowDown']);

/** A terminal composes by itself and needs every key. */
function ownsItsKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.xterm') !== null;
}
