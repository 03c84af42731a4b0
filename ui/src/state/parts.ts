import type { Block } from '../generated';

/** Ten blocks, but for the last part of a row. */
export type Part = readonly Block[];

/**
 * Ten parts, but for the last chapter of a row. It holds none at all where it was let go:
 * then it is asked for again, and what it had been is not known here.
 */
export type Chapter = readonly Part[];

/**
 * The blocks of a row in chapters of parts. A change copies the part and the chapter it is
 * in and the list of chapters: a message of megabytes that grows by a word does not copy
 * all it has, and what shows a part knows by its identity that nothing changed.
 */
export type Parts = readonly Chapter[];

/** Blocks of a part. */
export const PART = 10;
/** Blocks of a chapter. */
export const CHAPTER = 100;

export const isGone = (chapter: Chapter | undefined): boolean => chapter?.length === 0;

export function lengthOf(parts: Parts): number {
  const last = parts[parts.length - 1];
  if (!last) return 0;
  const held = isGone(last) ? CHAPTER : (last.length - 1) * PART + last[last.length - 1]!.length;
  return (parts.length - 1) * CHAPTER + held;
}

export function blockAt(parts: Parts, place: number): Block | undefined {
  const chapter = parts[Math.floor(place / CHAPTER)];
  return chapter?.[Math.floor((place % CHAPTER) / PART)]?.[place % PART];
}

function sameBlock(a: Block | undefined, b: Block): boolean {
  return (
    a !== undefined && a.html === b.html && a.kind === b.kind && (a.label ?? '') === (b.label ?? '')
  );
}

/** The first blocks, so many of them; fewer where they lie within a chapter that was let go. */
function cut(parts: Parts, most: number): Chapter[] {
  const next = parts.slice(0, Math.ceil(most / CHAPTER));
  const last = next.pop();
  const rest = most - next.length * CHAPTER;
  if (last && (!isGone(last) || rest === CHAPTER)) {
    const held = last.slice(0, Math.ceil(rest / PART));
    const end = held.pop();
    if (end) held.push(end.slice(0, rest - held.length * PART));
    next.push(held);
  }
  return next;
}

/**
 * The parts after blocks were set, in order of place: the very same where nothing
 * differs. There are `most` afterwards at most; a block that would leave a gap before
 * it is left out. A chapter that is not here is another one for what changed in it: an
 * answer to who asked for it before is too old.
 */
export function withBlocks(
  parts: Parts,
  set: Iterable<readonly [place: number, block: Block]>,
  most = Number.POSITIVE_INFINITY,
): Parts {
  let length = lengthOf(parts);
  let next: Chapter[] | null = null;
  if (length > most) {
    next = cut(parts, most);
    length = lengthOf(next);
  }
  // The chapters and parts that were made here.
  const own = new Set<unknown>();
  for (const [place, block] of set) {
    if (place > length || place >= most || sameBlock(blockAt(next ?? parts, place), block))
      continue;
    next ??= parts.slice();
    const c = Math.floor(place / CHAPTER);
    let chapter = next[c] as (readonly Block[])[] | undefined;
    const gone = isGone(chapter);
    if (!chapter || !own.has(chapter)) own.add((next[c] = chapter = chapter?.slice() ?? []));
    if (gone) continue;
    const p = Math.floor((place % CHAPTER) / PART);
    let part = chapter[p] as Block[] | undefined;
    if (!part || !own.has(part)) own.add((chapter[p] = part = part?.slice() ?? []));
    part[place % PART] = block;
    if (place === length) length++;
  }
  return next ?? parts;
}

export const inParts = (blocks: readonly Block[]): Parts => withBlocks([], blocks.entries());

/** The parts with another chapter in place of one of them. */
export function withChapter(parts: Parts, at: number, chapter: Chapter): Parts {
  const next = parts.slice();
  next[at] = chapter;
  return next;
}

/** So many chapters that are not here. */
export const goneParts = (chapters: number): Parts =>
  Array.from({ length: chapters }, (): Chapter => []);
