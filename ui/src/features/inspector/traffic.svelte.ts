import type { ConversationId, Direction, TrafficEntry } from '../../generated';
import type { Host } from '../../host/types';
import { traffic } from './commands';

export type Ways = 'all' | Direction | 'doubtful';

/** Lines held at most; earlier ones are asked for again. */
const MOST = 2_000;
/** The least time between two looks at what came, in milliseconds. */
const BEAT = 250;

/** What the inspector shows of a conversation's traffic: a stretch of it, kept fresh at its end. */
export class TrafficLog {
  lines = $state.raw<readonly TrafficEntry[]>([]);
  /** The row to go on before; null at the beginning of what is kept. */
  earlier = $state.raw<number | null>(null);
  loaded = $state(false);
  ways = $state<Ways>('all');
  text = $state('');
  #host: Host;
  #conversation: ConversationId;
  #onTrouble: (error: unknown) => void;
  /** Grows with every new question: answers to older ones are dropped. */
  #question = 0;
  #looking = false;
  #again = false;

  constructor(host: Host, conversation: ConversationId, onTrouble: (error: unknown) => void) {
    this.#host = host;
    this.#conversation = conversation;
    this.#onTrouble = onTrouble;
  }

  /** Asks anew, for what is chosen now. */
  async refresh(): Promise<void> {
    const question = ++this.#question;
    const page = await this.#ask({ before: null, after: null });
    if (!page || question !== this.#question) return;
    this.lines = page.lines;
    this.earlier = page.earlier ?? null;
    this.loaded = true;
  }

  async showEarlier(): Promise<void> {
    const before = this.earlier;
    if (before === null) return;
    const question = this.#question;
    const page = await this.#ask({ before, after: null });
    // Asked for twice, it is shown once.
    if (!page || question !== this.#question || before !== this.earlier) return;
    this.lines = [...page.lines, ...this.lines];
    this.earlier = page.earlier ?? null;
  }

  /** Something was said: fetches what came since, at most once a beat. */
  async follow(): Promise<void> {
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    do {
      this.#again = false;
      await this.#fetchNew();
      await new Promise((resolve) => setTimeout(resolve, BEAT));
    } while (this.#again);
    this.#looking = false;
  }

  async #fetchNew(): Promise<void> {
    if (!this.loaded) return this.refresh();
    const question = this.#question;
    const page = await this.#ask({ before: null, after: this.lines.at(-1)?.row ?? 0 });
    if (!page || question !== this.#question || page.lines.length === 0) return;
    const lines = [...this.lines, ...page.lines];
    if (lines.length > MOST) {
      this.lines = lines.slice(-MOST);
      this.earlier = this.lines[0]?.row ?? null;
    } else {
      this.lines = lines;
    }
  }

  async #ask(where: { before: number | null; after: number | null }) {
    try {
      return await traffic(this.#host, this.#conversation, {
        ...where,
        directions: this.ways === 'all' || this.ways === 'doubtful' ? [] : [this.ways],
        text: this.text.trim(),
        doubtful: this.ways === 'doubtful',
        limit: 200,
      });
    } catch (error) {
      this.#onTrouble(error);
      return null;
    }
  }
}
