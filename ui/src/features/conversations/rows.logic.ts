import type { ConversationId, ConversationSummary } from '../../generated';
import type { Group } from './list.logic';

/** A line of the list: the head of a group, or a conversation in it. */
export type ListRow =
  | { readonly kind: 'head'; readonly key: string; readonly top: number; readonly group: Group }
  | {
      readonly kind: 'item';
      readonly key: string;
      readonly top: number;
      readonly group: Group;
      readonly index: number;
      readonly summary: ConversationSummary;
    };

export interface Sizes {
  /** Height of a group's head, in pixels. */
  readonly head: number;
  /** Height of a conversation, in pixels. */
  readonly item: number;
}

/** Whether a group shows what is in it. `turned` are those whose fold is not the usual one. */
export function isOpen(group: Group, turned: readonly string[], searching: boolean): boolean {
  if (searching) return true;
  // What was put away is folded until it is asked for.
  return (group.kind === 'archived') === turned.includes(group.id);
}

interface Part {
  readonly group: Group;
  readonly top: number;
  readonly count: number;
}

/** Where every line is, without making any. */
export class Rows {
  readonly height: number;
  readonly count: number;
  readonly #parts: readonly Part[];
  readonly #sizes: Sizes;

  constructor(groups: readonly Group[], sizes: Sizes, open: (group: Group) => boolean) {
    const parts: Part[] = [];
    let top = 0;
    let rows = 0;
    for (const group of groups) {
      const count = open(group) ? group.items.length : 0;
      parts.push({ group, top, count });
      top += sizes.head + count * sizes.item;
      rows += 1 + count;
    }
    this.#parts = parts;
    this.#sizes = sizes;
    this.height = top;
    this.count = rows;
  }

  /** The lines that a window of the list shows. */
  within(from: number, to: number): ListRow[] {
    const { head, item } = this.#sizes;
    const rows: ListRow[] = [];
    for (const part of this.#parts) {
      const end = part.top + head + part.count * item;
      if (end <= from) continue;
      if (part.top >= to) break;
      if (part.top + head > from) rows.push(this.#head(part));
      const first = Math.max(0, Math.floor((from - part.top - head) / item));
      const last = Math.min(part.count, Math.ceil((to - part.top - head) / item));
      for (let index = first; index < last; index++) rows.push(this.#item(part, index));
    }
    return rows;
  }

  /** The line at a place in the whole list. */
  at(place: number): ListRow | null {
    let left = place;
    for (const part of this.#parts) {
      if (left === 0) return this.#head(part);
      if (left <= part.count) return this.#item(part, left - 1);
      left -= 1 + part.count;
    }
    return null;
  }

  /** The place of a line, by its key; -1 where it is not shown. */
  placeOf(key: string): number {
    let before = 0;
    for (const part of this.#parts) {
      if (key === headKey(part.group)) return before;
      if (part.count > 0 && !key.startsWith('head ')) {
        const index = part.group.items.findIndex((one) => one.id === key);
        if (index >= 0) return before + 1 + index;
      }
      before += 1 + part.count;
    }
    return -1;
  }

  #head(part: Part): ListRow {
    return { kind: 'head', key: headKey(part.group), top: part.top, group: part.group };
  }

  #item(part: Part, index: number): ListRow {
    const summary = part.group.items[index]!;
    const top = part.top + this.#sizes.head + index * this.#sizes.item;
    return { kind: 'item', key: summary.id, top, group: part.group, index, summary };
  }
}

export function headKey(group: Group): string {
  return `head ${group.id}`;
}

export type ListMove = 'up' | 'down' | 'first' | 'last' | 'pageUp' | 'pageDown' | 'in' | 'out';

const moves: Record<string, ListMove> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

export function listMove(event: KeyboardEvent): ListMove | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  return moves[event.key] ?? null;
}

/** Whether a key begins a search: a letter, and nothing held with it. */
export function beginsSearch(event: KeyboardEvent): boolean {
  return (
    !event.isComposing &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    event.key !== ' ' &&
    [...event.key].length === 1
  );
}

/** The line a key leads to; the line itself where there is nowhere to go. */
export function moved(rows: Rows, from: string | null, move: ListMove, page: number): number {
  const at = from === null ? -1 : rows.placeOf(from);
  const last = rows.count - 1;
  const within = (place: number) => Math.min(last, Math.max(0, place));
  if (at < 0 && move !== 'last') return within(0);
  switch (move) {
    case 'up':
      return within(at - 1);
    case 'down':
    case 'in':
      return within(at + 1);
    case 'first':
      return 0;
    case 'last':
      return within(last);
    case 'pageUp':
      return within(at - page);
    case 'pageDown':
      return within(at + page);
    case 'out': {
      const row = rows.at(at);
      return row ? within(rows.placeOf(headKey(row.group))) : at;
    }
  }
}

/** Which conversation takes the place of one that goes: the next one, else the one before. */
export function successor(rows: Rows, id: ConversationId): string | null {
  const at = rows.placeOf(id);
  for (const place of [at + 1, at - 1]) {
    const row = rows.at(place);
    if (row?.kind === 'item') return row.key;
  }
  return null;
}
