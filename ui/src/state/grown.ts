import type { Block, Grown } from '../generated';
import { PART, withBlocks } from './parts';
import type { Parts } from './parts';

/**
 * The parts after blocks grew or changed at their ends. One that is not here is left out:
 * what a window must have and has not is seen by its number of blocks.
 */
export function withGrown(parts: Parts, grown: readonly Grown[]): Parts {
  const set: (readonly [place: number, block: Block])[] = [];
  for (const [place, keep, rest] of grown) {
    const block = parts[Math.floor(place / PART)]?.[place % PART];
    if (block) set.push([place, { ...block, html: block.html.slice(0, keep) + rest }]);
  }
  return set.length > 0 ? withBlocks(parts, set) : parts;
}
