import type { Block } from '../../../generated';
import { SEGMENT } from './near';

type Part = readonly Block[];

/**
 * The blocks in parts of ten. A part whose blocks are the very same is the very
 * same list as before, so that a message that grows costs its open end only.
 */
export function segmentsOf(before: readonly Part[], blocks: readonly Block[]): readonly Part[] {
  return Array.from({ length: Math.ceil(blocks.length / SEGMENT) }, (_, at) => {
    const from = at * SEGMENT;
    const length = Math.min(SEGMENT, blocks.length - from);
    const known = before[at];
    if (known?.length === length && known.every((block, n) => block === blocks[from + n])) {
      return known;
    }
    return blocks.slice(from, from + length);
  });
}
