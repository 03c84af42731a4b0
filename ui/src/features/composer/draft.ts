import type { ConversationId } from '../../generated';

/**
 * How long typing rests before the draft is saved, in milliseconds. Short: a window
 * may be closed right after the last word, and what a page sends as it goes is lost.
 */
const REST = 150;

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

/**
 * What was written in this window, until the host has told it back: a box that
 * appears before that must not show an older draft (C68).
 */
export class OwnDrafts {
  #texts = new Map<ConversationId, string>();
  #cursors = new Map<ConversationId, readonly [number, number]>();

  wrote(id: ConversationId, text: string): void {
    this.#texts.set(id, text);
  }

  /** The draft to show, where the host says this one. */
  of(id: ConversationId, told: string): string {
    return this.#texts.get(id) ?? told;
  }

  /** The host told a draft. Whether it is news to this window. */
  told(id: ConversationId, draft: string): boolean {
    const own = this.#texts.get(id);
    if (own === undefined) return true;
    if (own === draft) this.#texts.delete(id);
    return false;
  }

  forget(id: ConversationId): void {
    this.#texts.delete(id);
    this.#cursors.delete(id);
  }

  leave(id: ConversationId, start: number, end: number): void {
    this.#cursors.set(id, [start, end]);
  }

  /** Where the cursor was in this conversation, within a text of this length. */
  cursor(id: ConversationId, length: number): readonly [number, number] {
    const [start, end] = this.#cursors.get(id) ?? [length, length];
    return [Math.min(start, length), Math.min(end, length)];
  }
}

/** The drafts of this window. */
export const ownDrafts = new OwnDrafts();
