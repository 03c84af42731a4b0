import type { SentMessage } from '../../generated';
import type { Host } from '../../host/types';
import type { ConversationStore } from '../../state/conversation.svelte';
import { sentMessages } from './commands';

/**
 * Steps through the messages that were sent before, as a shell does: all of the
 * conversation, whatever of it the window holds. What was being written is kept,
 * and comes after the last of them.
 */
export class History {
  #host: Host;
  #store: ConversationStore;
  /** Messages as far as they are known, in order. */
  #known: SentMessage[] = [];
  /** Messages before this place are not known yet; null where all are. */
  #before: number | null = null;
  /** Which of the known ones is shown; null where none is. */
  #at: number | null = null;
  #shown = '';
  #draft = '';
  /** What was just sent and may not be in the transcript yet. */
  #last = '';
  #asking = false;

  constructor(host: Host, store: ConversationStore) {
    this.#host = host;
    this.#store = store;
  }

  sent(text: string): void {
    this.#last = text;
    this.#at = null;
    this.#draft = '';
  }

  /** Whether this text is as it came from here. */
  shows(text: string): boolean {
    return this.#at !== null && text === this.#shown;
  }

  /** An earlier message than the one that is shown. */
  async older(text: string): Promise<string | null> {
    if (this.#asking) return null;
    if (!this.shows(text)) {
      this.#begin();
      this.#draft = text;
    }
    const not = this.#at === null ? '' : this.#shown;
    for (;;) {
      for (let at = (this.#at ?? this.#known.length) - 1; at >= 0; at--) {
        const message = this.#known[at]!;
        if (message.text && message.text !== not) return this.#show(at);
      }
      if (this.#before === null || !(await this.#ask(this.#before))) return null;
    }
  }

  /** A later message than the one that is shown; after the last one what was being written. */
  newer(): string | null {
    if (this.#at === null) return null;
    for (let at = this.#at + 1; at < this.#known.length; at++) {
      const { text } = this.#known[at]!;
      if (text && text !== this.#shown) return this.#show(at);
    }
    this.#at = null;
    this.#shown = '';
    return this.#draft;
  }

  /** The messages the window holds without a gap up to the end; older ones are asked for. */
  #begin(): void {
    const store = this.#store;
    this.#known = [];
    this.#at = null;
    let place = store.end;
    while (place > store.first && store.cell(place - 1)) {
      place--;
      const body = store.cell(place)?.data.row.body;
      if (body?.kind === 'user' && !body.operation) this.#known.unshift({ place, text: body.text });
    }
    this.#before = place > 0 ? place : null;
    if (this.#last && this.#known[this.#known.length - 1]?.text !== this.#last) {
      this.#known.push({ place: store.end, text: this.#last });
    }
  }

  async #ask(before: number): Promise<boolean> {
    this.#asking = true;
    try {
      const older = await sentMessages(this.#host, this.#store.id, before);
      this.#before = older[0]?.place ?? null;
      this.#known.unshift(...older);
      if (this.#at !== null) this.#at += older.length;
      return true;
    } catch {
      // What can't be read now is asked for at the next key.
      return false;
    } finally {
      this.#asking = false;
    }
  }

  #show(at: number): string {
    this.#at = at;
    this.#shown = this.#known[at]!.text;
    return this.#shown;
  }
}
