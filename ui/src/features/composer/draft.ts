/** How long typing rests before the draft is saved, in milliseconds. */
const REST = 400;

/** Saves what is typed a moment after typing stops, and at once when the box goes away. */
export class DraftSaver {
  #save: (text: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: string | null = null;

  constructor(save: (text: string) => void) {
    this.#save = save;
  }

  changed(text: string): void {
    this.#pending = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), REST);
  }

  flush(): void {
    clearTimeout(this.#timer);
    if (this.#pending === null) return;
    const text = this.#pending;
    this.#pending = null;
    this.#save(text);
  }

  /** What was pending is no longer the draft: it was sent. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#pending = null;
  }
}
