import type { ConversationId } from '../../generated';
import type { Anchor } from './windowing.logic';

/** Where a reader is: a row, and what of it is at the top of the window. */
export interface ReadingPlace extends Anchor {
  /** The block that is read; absent or -1 for the row as a whole. */
  readonly block?: number;
  /** How far below the window's edge that begins, in pixels. */
  readonly top?: number;
}

/** Where the reader was in each conversation that was shown; nothing where they followed the end. */
class ReadingPlaces {
  /** Told of every change, to keep it for longer than this page. */
  onset: ((id: ConversationId, at: Anchor | null) => void) | null = null;
  #places = new Map<ConversationId, ReadingPlace | null>();

  get(id: ConversationId): ReadingPlace | null | undefined {
    return this.#places.get(id);
  }

  /** Takes over what was kept earlier; tells nobody. */
  restore(places: Iterable<readonly [ConversationId, Anchor]>): void {
    for (const [id, at] of places) this.#places.set(id, at);
  }

  set(id: ConversationId, at: ReadingPlace | null): void {
    const before = this.#places.get(id);
    this.#places.set(id, at);
    const same =
      before?.place === at?.place &&
      Math.round(before?.offset ?? 0) === Math.round(at?.offset ?? 0);
    if (!same) this.onset?.(id, at);
  }
}

export const readingPlaces = new ReadingPlaces();
