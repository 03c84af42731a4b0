/** How long Allow stays inert after anything about the card or its window changed (security §3). */
export const ARMING_MS = 700;

/**
 * Added to the window's own wait: the host counts from the moment it is told,
 * which is before its answer is here, but a timer may be a fraction early.
 */
const MARGIN_MS = 1;

export type ArmingPhase = 'inert' | 'arming' | 'armed';

/** What arming depends on. Any difference starts the wait anew. */
export interface ArmingCause {
  /** The card can be seen, in a visible window that has the keyboard. */
  readonly seen: boolean;
  /** The request, its arguments and the queue it stands in, as one text. */
  readonly content: string;
}

interface Timers {
  now(): number;
  set(callback: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

const realTimers: Timers = {
  now: () => performance.now(),
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/**
 * When an Allow button may be pressed. It arms 700 ms after the card was shown
 * as it is now, and only by acts that began after that: a pointer that went
 * down before, or a focus that was there before, does not count.
 */
export class Arming {
  #cause: ArmingCause = { seen: false, content: '' };
  #phase: ArmingPhase = 'inert';
  #timer: unknown = null;
  #round = 0;
  #armedAt = Number.POSITIVE_INFINITY;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #focusedAt = Number.NEGATIVE_INFINITY;
  #announce: () => Promise<unknown>;
  #changed: (phase: ArmingPhase) => void;
  #timers: Timers;

  /**
   * `announce` tells the host that the card was shown; the wait is counted from
   * its answer. `changed` is told every change of phase.
   */
  constructor(
    announce: () => Promise<unknown>,
    changed: (phase: ArmingPhase) => void = () => {},
    timers: Timers = realTimers,
  ) {
    this.#announce = announce;
    this.#changed = changed;
    this.#timers = timers;
  }

  get phase(): ArmingPhase {
    return this.#phase;
  }

  update(cause: ArmingCause): void {
    if (cause.seen === this.#cause.seen && cause.content === this.#cause.content) return;
    this.#cause = cause;
    this.restart();
  }

  /** Begins the wait anew, as after an answer the host found too early. */
  restart(): void {
    const round = ++this.#round;
    this.#timers.clear(this.#timer);
    this.#armedAt = Number.POSITIVE_INFINITY;
    if (!this.#cause.seen) {
      this.#become('inert');
      return;
    }
    this.#become('arming');
    const wait = () => {
      if (round !== this.#round) return;
      this.#timer = this.#timers.set(() => {
        if (round !== this.#round) return;
        this.#armedAt = this.#timers.now();
        this.#become('armed');
      }, ARMING_MS + MARGIN_MS);
    };
    // Where the host can't be told, it will refuse; the button need not.
    this.#announce().then(wait, wait);
  }

  /** A press in a window without the keyboard only brings that window to the front (C50). */
  pointerDown(windowHasFocus = document.hasFocus()): void {
    this.#pressedAt = windowHasFocus ? this.#timers.now() : Number.NEGATIVE_INFINITY;
  }

  focused(): void {
    this.#focusedAt = this.#timers.now();
  }

  blurred(): void {
    this.#focusedAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Whether a press counts: a click by a pointer that went down after arming, a
   * key on a button that was focused on purpose after arming.
   */
  accepts(by: 'pointer' | 'key' | 'shortcut'): boolean {
    if (this.#phase !== 'armed') return false;
    if (by === 'pointer') return this.#pressedAt >= this.#armedAt;
    if (by === 'key') return this.#focusedAt >= this.#armedAt;
    return true;
  }

  dispose(): void {
    this.#round++;
    this.#timers.clear(this.#timer);
  }

  #become(phase: ArmingPhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#changed(phase);
  }
}
