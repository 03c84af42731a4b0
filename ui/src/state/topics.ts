import type { Topic } from '../generated';

/**
 * What the window watches beside its conversation and the list. The pull says
 * which of it is newer; who watches fetches it by a command.
 */
export class Topics {
  #revisions = new Map<Topic, number>();
  #listeners = new Map<Topic, Set<() => void>>();
  #onWatch: () => void;

  /** `onWatch` is called when something new is watched: the pull asks anew. */
  constructor(onWatch: () => void) {
    this.#onWatch = onWatch;
  }

  /** Calls the listener whenever the topic has changed. Returns how to stop. */
  watch(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    const first = listeners.size === 0;
    listeners.add(listener);
    this.#listeners.set(topic, listeners);
    if (first) this.#onWatch();
    return () => {
      listeners.delete(listener);
      // Not watched, not kept: who watches again later is told at once.
      if (listeners.size === 0) {
        this.#listeners.delete(topic);
        this.#revisions.delete(topic);
      }
    };
  }

  /** What is watched, with the revision the window has. */
  request(): { [topic in Topic]?: number } {
    const watched: { [topic in Topic]?: number } = {};
    for (const topic of this.#listeners.keys()) watched[topic] = this.#revisions.get(topic) ?? 0;
    return watched;
  }

  apply(newer: { [topic in Topic]?: number }): void {
    for (const [topic, revision] of Object.entries(newer) as [Topic, number][]) {
      const listeners = this.#listeners.get(topic);
      if (!listeners || revision <= (this.#revisions.get(topic) ?? 0)) continue;
      this.#revisions.set(topic, revision);
      for (const listener of [...listeners]) listener();
    }
  }
}
