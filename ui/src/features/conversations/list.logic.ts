import type { ConversationId, ConversationSummary } from '../../generated';

export interface Group {
  /** Names the group for keys: a folder, or `pinned`, `archived`. */
  readonly id: string;
  readonly kind: 'pinned' | 'workspace' | 'archived';
  readonly label: string;
  readonly items: readonly ConversationSummary[];
}

function newestFirst(a: ConversationSummary, b: ConversationSummary): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

const searched = new WeakMap<ConversationSummary, string>();

function searchedText(one: ConversationSummary): string {
  let text = searched.get(one);
  if (text === undefined) {
    text = `${one.title} ${one.agent} ${one.workspaceLabel}`.toLocaleLowerCase();
    searched.set(one, text);
  }
  return text;
}

/** The conversations whose title, agent or folder holds every word that is searched. */
export function matching(
  items: Iterable<ConversationSummary>,
  query: string,
): ConversationSummary[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return [...items].filter((one) => {
    const text = searchedText(one);
    return words.every((word) => text.includes(word));
  });
}

interface Bucket {
  readonly kind: Group['kind'];
  readonly label: string;
  readonly items: ConversationSummary[];
  /** The group as it was last given out; none once it has changed. */
  group: Group | null;
}

function bucketOf(one: ConversationSummary): { id: string; kind: Group['kind'] } {
  if (one.archived) return { id: 'archived', kind: 'archived' };
  if (one.pinned) return { id: 'pinned', kind: 'pinned' };
  return { id: `folder ${one.workspace}`, kind: 'workspace' };
}

/** Where an item is in a sorted list, or belongs. */
function position(items: readonly ConversationSummary[], one: ConversationSummary): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (newestFirst(items[middle]!, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The list as it is shown: pinned first, then by folder with the newest on top,
 * archived last. It is kept in order by what differs from one time to the next:
 * a change of one in 5,000 moves one, and groups nothing happened in stay the
 * same objects.
 */
export class Order {
  #known = new Map<ConversationId, ConversationSummary>();
  #buckets = new Map<string, Bucket>();
  #groups: readonly Group[] = [];

  of(items: ReadonlyMap<ConversationId, ConversationSummary>): readonly Group[] {
    let changed = false;
    for (const [id, one] of items) {
      const before = this.#known.get(id);
      if (before === one) continue;
      changed = true;
      if (before) this.#take(before);
      this.#put(one);
      this.#known.set(id, one);
    }
    if (this.#known.size > items.size) {
      changed = true;
      for (const [id, one] of this.#known) {
        if (items.has(id)) continue;
        this.#take(one);
        this.#known.delete(id);
      }
    }
    if (changed) this.#groups = this.#ordered();
    return this.#groups;
  }

  #put(one: ConversationSummary): void {
    const { id, kind } = bucketOf(one);
    let bucket = this.#buckets.get(id);
    if (!bucket) {
      const label = kind === 'workspace' ? one.workspaceLabel : '';
      bucket = { kind, label, items: [], group: null };
      this.#buckets.set(id, bucket);
    }
    bucket.items.splice(position(bucket.items, one), 0, one);
    bucket.group = null;
  }

  #take(one: ConversationSummary): void {
    const { id } = bucketOf(one);
    const bucket = this.#buckets.get(id);
    if (!bucket) return;
    const at = position(bucket.items, one);
    if (bucket.items[at]?.id === one.id) bucket.items.splice(at, 1);
    bucket.group = null;
    if (bucket.items.length === 0) this.#buckets.delete(id);
  }

  #ordered(): Group[] {
    const groups: Group[] = [];
    for (const [id, bucket] of this.#buckets) {
      bucket.group ??= { id, kind: bucket.kind, label: bucket.label, items: [...bucket.items] };
      groups.push(bucket.group);
    }
    const rank = { pinned: 0, workspace: 1, archived: 2 };
    return groups.sort(
      (a, b) => rank[a.kind] - rank[b.kind] || newestFirst(a.items[0]!, b.items[0]!),
    );
  }
}

/** The same of a few, made anew: what a search leaves. */
export function grouped(items: readonly ConversationSummary[]): readonly Group[] {
  return new Order().of(new Map(items.map((one) => [one.id, one])));
}

/** The conversation above or below another in the list as it is shown. */
export function neighbour(
  groups: readonly Group[],
  from: ConversationId | null,
  step: 1 | -1,
): ConversationId | null {
  const ids = groups.flatMap((group) => group.items.map((one) => one.id));
  if (ids.length === 0) return null;
  const at = from === null ? -1 : ids.indexOf(from);
  if (at === -1) return (step === 1 ? ids[0] : ids[ids.length - 1]) ?? null;
  return ids[at + step] ?? null;
}
