import { createSubscriber } from 'svelte/reactivity';

/*
 * The time of day as something to read in templates. It ticks only while
 * something on screen reads it and the window is visible, so an idle window
 * does not wake the processor.
 */

/** What tells that somebody is at the window. */
const TOUCHES = ['pointermove', 'keydown', 'wheel'] as const;

class Clock {
  #subscribe: () => void;

  /**
   * Ticks so often, in milliseconds; while nobody touches the window only once in `alone`. The
   * first touch after that, or the turn to it, brings it up to date.
   */
  constructor(period: number, alone = period) {
    this.#subscribe = createSubscriber((update) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let ticked = Date.now();
      // Whether the window was touched since the last tick.
      let touched = false;
      const start = () => {
        clearTimeout(timer);
        if (!document.hidden) timer = setTimeout(tick, touched ? period : alone);
        touched = false;
      };
      const tick = () => {
        ticked = Date.now();
        update();
        start();
      };
      const touch = () => {
        if (touched) return;
        touched = true;
        const age = Date.now() - ticked;
        if (age >= period) return tick();
        clearTimeout(timer);
        timer = setTimeout(tick, period - age);
      };
      const turned = () => {
        if (Date.now() - ticked >= period) tick();
      };
      const follow = () => {
        if (document.hidden) clearTimeout(timer);
        else tick();
      };
      start();
      document.addEventListener('visibilitychange', follow);
      if (alone > period) {
        addEventListener('focus', turned);
        for (const kind of TOUCHES) addEventListener(kind, touch, { passive: true, capture: true });
      }
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', follow);
        removeEventListener('focus', turned);
        for (const kind of TOUCHES) removeEventListener(kind, touch, { capture: true });
      };
    });
  }

  /** Milliseconds since the Unix epoch. */
  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

/** For ages that are counted in seconds. */
export const everySecond = new Clock(1000);
/**
 * For "5 min" in lists, which is a minute behind at most, or five while nobody is at the window:
 * each tick that changes a word on the screen wakes the page, its collector and the engine's
 * clock of frames, some seventy times in all.
 */
export const everyMinute = new Clock(60_000, 5 * 60_000);
/** For what is due: a minute behind at most, whoever is there. */
export const dueMinute = new Clock(60_000);
