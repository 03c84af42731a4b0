import type { Parts } from '../../../state/parts';

/** Parts of a chapter. */
export const CHAPTER = 10;

/**
 * The parts of a row in chapters of ten. A chapter whose parts are the very same is the
 * very same list as before, so that a message that grows costs its open end only.
 */
export function chaptersOf(before: readonly Parts[], parts: Parts): readonly Parts[] {
  return Array.from({ length: Math.ceil(parts.length / CHAPTER) }, (_, at) => {
    const from = at * CHAPTER;
    const length = Math.min(CHAPTER, parts.length - from);
    const known = before[at];
    if (known?.length === length && known.every((part, n) => part === parts[from + n])) {
      return known;
    }
    return parts.slice(from, from + length);
  });
}
