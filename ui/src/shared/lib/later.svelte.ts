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

  load(): Promise<void> {
    this.#loading ??= this.#load().then((value) => {
      this.#value = value;
    });
    return this.#loading;
  }
}
