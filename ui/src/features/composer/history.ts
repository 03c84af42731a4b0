import type { ConversationStore } from '../../state/conversation.svelte';

/** Steps through the messages that were sent before, as a shell does. */
export class History {
  #store: ConversationStore;
  /** The place of the message that is shown; null where none is. */
  #at: number | null = null;
  #shown = '';
  /** What was just sent and may not be in the transcript yet. */
  #last = '';

  constructor(store: ConversationStore) {
    this.#store = store;
  }

  sent(text: string): void {
    this.#last = text;
    this.#at = null;
  }

  /** Whether this text is nothing of the user's own: empty, or as it came from here. */
  unedited(text: string): boolean {
    return text === '' || (this.#at !== null && text === this.#shown);
  }

  /** An earlier message than the one that is shown. */
  older(text: string): string | null {
    const from = text === '' || this.#at === null ? Number.POSITIVE_INFINITY : this.#at;
    if (from === Number.POSITIVE_INFINITY && this.#last) {
      const latest = this.#before(Number.POSITIVE_INFINITY);
      if (latest?.text !== this.#last) return this.#show(this.#store.end, this.#last);
    }
    const found = this.#before(from, from === Number.POSITIVE_INFINITY ? '' : this.#shown);
    return found && this.#show(found.place, found.text);
  }

  /** A later message than the one that is shown; after the last one nothing. */
  newer(): string | null {
    if (this.#at === null) return null;
    for (let place = this.#at + 1; place < this.#store.end; place++) {
      const text = this.#said(place);
      if (text && text !== this.#shown) return this.#show(place, text);
    }
    this.#at = null;
    this.#shown = '';
    return '';
  }

  #before(from: number, not = ''): { place: number; text: string } | null {
    for (let place = Math.min(from, this.#store.end) - 1; place >= this.#store.first; place--) {
      const text = this.#said(place);
      if (text && text !== not) return { place, text };
    }
    return null;
  }

  #said(place: number): string | null {
    const body = this.#store.cell(place)?.data.row.body;
    return body?.kind === 'user' && !body.operation ? body.text : null;
  }

  #show(place: number, text: string): string {
    this.#at = place;
    this.#shown = text;
    return text;
  }
}
