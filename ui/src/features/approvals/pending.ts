import { getContext, setContext } from 'svelte';
import type { ItemId } from '../../generated';

/** A card on screen, as the shortcuts and the bar see it. */
export interface MountedCard {
  /** Answers "allow" as if by the shortcut; false where the card is not armed. */
  allowByShortcut(): boolean;
  /** Puts the focus on its Deny: nothing bad happens there by a stray key. */
  focus(): void;
  contains(element: Element): boolean;
}

/** The cards that are on screen now, by row. */
export class PendingCards {
  #cards = new Map<ItemId, MountedCard>();

  add(item: ItemId, card: MountedCard): () => void {
    this.#cards.set(item, card);
    return () => {
      if (this.#cards.get(item) === card) this.#cards.delete(item);
    };
  }

  get(item: ItemId): MountedCard | undefined {
    return this.#cards.get(item);
  }

  /** The row of the card that holds an element. */
  around(element: Element): ItemId | undefined {
    for (const [item, card] of this.#cards) if (card.contains(element)) return item;
    return undefined;
  }
}

const key = Symbol('pending cards');

export function providePendingCards(): PendingCards {
  return setContext(key, new PendingCards());
}

export function usePendingCards(): PendingCards | undefined {
  return getContext<PendingCards | undefined>(key);
}
