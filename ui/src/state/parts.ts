import type { Block } from '../generated';

/**
 * The blocks of a row in parts of ten, all but the last one full. A change copies the
 * part it is in and the list of parts: a message of megabytes that grows by a word does
 * not copy all it has, and what shows a part knows by its identity that nothing changed.
 */
export type Parts = readonly (readonly Block[])[];

/** Blocks of a part. */
export const PART = 10;

export function lengthOf(parts: Parts): number {
  return parts.length && (parts.length - 1) * PART + parts[parts.length - 1]!.length;
}

function blockAt(parts: Parts, place: number): Block | undefined {
  return parts[Math.floor(place / PART)]?.[place % PART];
}

function sameBlock(a: Block | undefined, b: Block): boolean {
  return (
    a !== undefined && a.html === b.html && a.kind === b.kind && (a.label ?? '') === (b.label ?? '')
  );
}

/**
 * The parts after blocks were set, in order of place: the very same where nothing
 * differs. There are `most` afterwards at most; a block that would leave a gap before
 * it is left out.
 */
export function withBlocks(
  parts: Parts,
  set: Iterable<readonly [place: number, block: Block]>,
  most = Number.POSITIVE_INFINITY,
): Parts {
  let length = lengthOf(parts);
  let next: (readonly Block[])[] | null = null;
  if (length > most) {
    length = most;
    next = inParts(parts.flat().slice(0, most)).slice();
  }
  const own = new Set<number>();
  for (const [place, block] of set) {
    if (place > length || place >= most || sameBlock(blockAt(next ?? parts, place), block))
      continue;
    const at = Math.floor(place / PART);
    next ??= parts.slice();
    if (!own.has(at)) next[at] = next[at]?.slice() ?? [];
    own.add(at);
    (next[at] as Block[])[place % PART] = block;
    if (place === length) length++;
  }
  return next ?? parts;
}

export const inParts = (blocks: readonly Block[]): Parts => withBlocks([], blocks.entries());
