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
