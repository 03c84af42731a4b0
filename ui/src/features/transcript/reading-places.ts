import type { ConversationId } from '../../generated';
import type { Anchor } from './windowing.logic';

/** Where the reader was in each conversation that was shown; nothing where they followed the end. */
class ReadingPlaces {
  /** Told of every change, to keep it for longer than this page. */
  onset: ((id: ConversationId, at: Anchor | null) => void) | null = null;
  #places = new Map<ConversationId, Anchor | null>();

  get(id: ConversationId): Anchor | null | undefined {
    return this.#places.get(id);
  }

  /** Takes over what was kept earlier; tells nobody. */
  restore(places: Iterable<readonly [ConversationId, Anchor]>): void {
    for (const [id, at] of places) this.#places.set(id, at);
  }

  set(id: ConversationId, at: Anchor | null): void {
    const before = this.#places.get(id);
    this.#places.set(id, at);
    const same =
      before?.place === at?.place &&
      Math.round(before?.offset ?? 0) === Math.round(at?.offset ?? 0);
    if (!same) this.onset?.(id, at);
  }
}

export const readingPlaces = new ReadingPlaces();
