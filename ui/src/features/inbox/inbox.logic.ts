import type { InboxEntry } from '../../generated';

/** One request, or several of the same that may be answered together. */
export interface Together {
  readonly id: string;
  readonly entries: readonly InboxEntry[];
}

export function entryId(entry: InboxEntry): string {
  const { epoch, callId, request } = entry.card.key;
  return JSON.stringify([entry.conversation, epoch, callId, request]);
}

/**
 * Requests of one conversation with the same tool and the same arguments, which
 * only read: two of these or more may be allowed together. Nothing else may.
 */
export function sameReads(entries: readonly InboxEntry[]): Together[] {
  const groups = new Map<string, InboxEntry[]>();
  for (const entry of entries) {
    const { card } = entry;
    if (!card.onlyReads || card.state.state !== 'pending') continue;
    const id = JSON.stringify([entry.conversation, entry.tool, card.argsSha256]);
    const group = groups.get(id);
    if (group) group.push(entry);
    else groups.set(id, [entry]);
  }
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([id, group]) => ({ id, entries: group }));
}

/** Cards shown whole at once; the others are a line each until they are opened. */
export const OPEN_AT_FIRST = 6;
