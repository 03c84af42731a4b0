import { laterStyles } from './later-styles';

let opens: Promise<void> = Promise.resolve();
const underWay = new Set<Promise<void>>();

/** No part is loaded before that, however soon it is read: what waits is the first frame. */
export function holdBack(until: Promise<void>): void {
  opens = until;
}

/** When every part that was asked for is there. */
export async function allCame(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}

/**
 * Part of the window that is not needed to show its first frame. It is loaded
 * when it is first read, or before that when there is time.
 */
export class Later<T> {
  #load: () => Promise<T>;
  #loading: Promise<void> | null = null;
  #value = $state.raw<T | null>(null);

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** The part, or `null` while it is on its way. */
  get current(): T | null {
    if (this.#value === null) void this.load();
    return this.#value;
  }

  /** Ends once the part is there or could not be had; who reads it next asks for it anew. */
  load(): Promise<void> {
    if (this.#loading) return this.#loading;
    const loading = this.#fetch()
      .catch((error: unknown) => {
        this.#loading = null;
        console.error(error);
      })
      .finally(() => underWay.delete(loading));
    underWay.add(loading);
    return (this.#loading = loading);
  }

  async #fetch(): Promise<void> {
    await opens;
    // Not before its styles: unstyled it would be a flash of something else.
    const [value] = await Promise.all([this.#load(), laterStyles()]);
    this.#value = value;
  }
}
