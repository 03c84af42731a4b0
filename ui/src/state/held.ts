import { isGone, withChapter } from './parts';
import type { Parts } from './parts';

/** Chapters that stay on either side of one near the reader, and before the end. */
const KEPT = 3;
/** Chapters that are asked for before they are near. */
const AHEAD = 1;

function around(chapter: number, near: ReadonlySet<number>, by: number): boolean {
  for (let at = chapter - by; at <= chapter + by; at++) if (near.has(at)) return true;
  return false;
}

/**
 * The parts without the chapters that are far from the reader; the very same where all are
 * near. The end stays: it is what grows, and where most readers are.
 */
export function withoutFar(parts: Parts, near: ReadonlySet<number>): Parts {
  let held = parts;
  for (let at = parts.length - 2 - KEPT; at >= 0; at--) {
    if (!isGone(parts[at]) && !around(at, near, KEPT)) held = withChapter(held, at, []);
  }
  return held;
}

/** The chapters that a reader sees next, or now, and that are not here. */
export function lacking(parts: Parts, near: ReadonlySet<number>): number[] {
  const wanted = new Set<number>();
  for (const chapter of near) {
    for (let at = chapter - AHEAD; at <= chapter + AHEAD; at++) {
      if (isGone(parts[at])) wanted.add(at);
    }
  }
  return [...wanted];
}
