import type { ConversationId, ConversationSummary } from '../../generated';

export interface Group {
  /** Names the group for keys: a folder, or `pinned`, `archived`. */
  readonly id: string;
  readonly kind: 'pinned' | 'workspace' | 'archived';
  readonly label: string;
  readonly items: readonly ConversationSummary[];
}

function newestFirst(a: ConversationSummary, b: ConversationSummary): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1);
}

/** The conversations whose title, agent or folder holds every word that is searched. */
export function matching(
  items: Iterable<ConversationSummary>,
  query: string,
): ConversationSummary[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return [...items].filter((one) => {
    const text = `${one.title} ${one.agent} ${one.workspaceLabel}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The list as it is shown: pinned first, then by folder with the newest on top, archived last. */
export function grouped(items: readonly ConversationSummary[]): Group[] {
  const pinned: ConversationSummary[] = [];
  const archived: ConversationSummary[] = [];
  const folders = new Map<string, ConversationSummary[]>();
  for (const one of [...items].sort(newestFirst)) {
    if (one.archived) archived.push(one);
    else if (one.pinned) pinned.push(one);
    else {
      const folder = folders.get(one.workspace);
      if (folder) folder.push(one);
      else folders.set(one.workspace, [one]);
    }
  }
  const groups: Group[] = [];
  if (pinned.length > 0) groups.push({ id: 'pinned', kind: 'pinned', label: '', items: pinned });
  for (const [workspace, of] of folders) {
    groups.push({
      id: `folder ${workspace}`,
      kind: 'workspace',
      label: of[0]?.workspaceLabel ?? workspace,
      items: of,
    });
  }
  if (archived.length > 0) {
    groups.push({ id: 'archived', kind: 'archived', label: '', items: archived });
  }
  return groups;
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
