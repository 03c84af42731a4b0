import type { Block, Grown } from '../generated';
import { CHAPTER, blockAt, isGone, withBlocks } from './parts';
import type { Parts } from './parts';

/**
 * The parts after blocks grew or changed at their ends. One that is not here is left out:
 * what a window must have and has not is seen by its number of blocks.
 */
export function withGrown(parts: Parts, grown: readonly Grown[]): Parts {
  const set: (readonly [place: number, block: Block])[] = [];
  for (const [place, keep, rest] of grown) {
    const block = blockAt(parts, place);
    if (block) set.push([place, { ...block, html: block.html.slice(0, keep) + rest }]);
    // It only tells that what was there has changed.
    else if (isGone(parts[Math.floor(place / CHAPTER)])) set.push([place, { html: rest }]);
  }
  return set.length > 0 ? withBlocks(parts, set) : parts;
}
