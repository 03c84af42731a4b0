import { createSubscriber } from 'svelte/reactivity';

/*
 * The time of day as something to read in templates. It ticks only while
 * something on screen reads it and the window is visible, so an idle window
 * does not wake the processor.
 */

class Clock {
  #subscribe: () => void;

  constructor(period: number) {
    this.#subscribe = createSubscriber((update) => {
      let timer: ReturnType<typeof setInterval> | undefined;
      const start = () => {
        clearInterval(timer);
        if (!document.hidden) timer = setInterval(update, period);
      };
      const follow = () => {
        start();
        if (!document.hidden) update();
      };
      start();
      document.addEventListener('visibilitychange', follow);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', follow);
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
/** For "5 min" in lists. */
export const everyMinute = new Clock(30_000);
