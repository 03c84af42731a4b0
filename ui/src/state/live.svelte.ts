import { onDestroy } from 'svelte';
import type { Problem, Topic } from '../generated';
import { toProblem } from '../host/types';
import { useSession } from './context';

/** What a page shows: fetched by a command, and again when its topic has changed. */
export class Live<T> {
  /** `null` until it is there the first time; the last good one after that. */
  current = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  #load: () => Promise<T>;
  #loading = false;
  #again = false;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Fetches it; what changes meanwhile is fetched once more after that. */
  async reload(): Promise<void> {
    if (this.#loading) {
      this.#again = true;
      return;
    }
    this.#loading = true;
    do {
      this.#again = false;
      try {
        this.current = await this.#load();
        this.problem = null;
      } catch (error) {
        this.problem = toProblem(error);
      }
    } while (this.#again);
    this.#loading = false;
  }
}

/** A `Live` for as long as the component is there. Call it while the component is made. */
export function live<T>(topic: Topic, load: () => Promise<T>): Live<T> {
  const session = useSession();
  const page = new Live(load);
  onDestroy(session.topics.watch(topic, () => void page.reload()));
  void page.reload();
  return page;
}
