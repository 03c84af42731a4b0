/** The place a queued message goes to by a key; null where the key moves nothing. */
export function movedBy(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  at: number,
  count: number,
): number | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
  if (to === undefined || to < 0 || to >= count || to === at) return null;
  return to;
}

/** The order with one item at another place. */
export function reordered<T>(items: readonly T[], from: number, to: number): T[] {
  const all = [...items];
  all.splice(to, 0, ...all.splice(from, 1));
  return all;
}

/** Over which of these boxes a pointer is: where a dragged one would land. */
export function landing(y: number, boxes: readonly { top: number; height: number }[]): number {
  const below = boxes.findIndex((box) => y < box.top + box.height / 2);
  return below === -1 ? boxes.length - 1 : below;
}
