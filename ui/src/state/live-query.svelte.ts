import { untrack } from 'svelte';
import { toProblem } from '../host/types';
import type { Topic } from '../generated';
import type { Session } from './session.svelte';

/**
 * What a page shows: fetched by a command, and again whenever its topic
 * changed. Two fetches never overtake each other, and a burst of changes costs
 * one fetch at a time.
 */
export class LiveQuery<T> {
  value = $state.raw<T | null>(null);
  /** Why the last fetch failed; empty where it did not. */
  problem = $state.raw('');
  loading = $state.raw(false);
  #session: Session;
  #fetch: () => Promise<T>;
  #wanted = 0;
  #running = false;
  #ended = false;

  constructor(session: Session, fetch: () => Promise<T>) {
    this.#session = session;
    this.#fetch = fetch;
  }

  /** Follows a topic; returns how to stop. Fetches at once. */
  follow(topic: Topic): () => void {
    this.#ended = false;
    const stop = this.#session.topics.watch(topic, () => void this.refresh());
    // What the fetch reads is no reason to follow anew.
    untrack(() => void this.refresh());
    return () => {
      this.#ended = true;
      stop();
    };
  }

  /** Fetches anew; what was asked for last is what is shown. */
  async refresh(): Promise<void> {
    this.#wanted++;
    if (this.#running) return;
    this.#running = true;
    this.loading = true;
    try {
      for (let done = 0; done !== this.#wanted && !this.#ended;) {
        done = this.#wanted;
        try {
          const value = await this.#fetch();
          if (done === this.#wanted || this.value === null) this.value = value;
          this.problem = '';
        } catch (error) {
          this.problem = toProblem(error).message;
        }
      }
    } finally {
      this.#running = false;
      this.loading = false;
    }
  }
}
