import type { Chapter, Parts } from '../../../state/parts';

/**
 * A chapter as something to render. What makes an item of a list keeps what that item was at
 * first for as long as it is there: it is this, and not a hundred blocks that were let go.
 */
export class Slot {
  chapter = $state.raw() as Chapter;

  constructor(chapter: Chapter) {
    this.chapter = chapter;
  }
}

/** The slots with these chapters in them: the very same list where there are as many. */
export function filled(slots: readonly Slot[], chapters: Parts): readonly Slot[] {
  const both = Math.min(slots.length, chapters.length);
  for (let at = 0; at < both; at++) slots[at]!.chapter = chapters[at]!;
  if (slots.length === chapters.length) return slots;
  return [...slots.slice(0, both), ...chapters.slice(both).map((chapter) => new Slot(chapter))];
}
