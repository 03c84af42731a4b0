import type { ChangeDiff, ChangesPage, ConversationId, FileChanges, ItemId } from '../../generated';
import type { Host } from '../../host/types';

/** A part of the files that the conversation's agent changed. */
export const changes = (
  host: Host,
  conversation: ConversationId,
  from: number,
  limit: number,
): Promise<ChangesPage> => host.call('changes', { conversation, from, limit });

/** Changes of one file, the newest first. */
export const fileChanges = (
  host: Host,
  conversation: ConversationId,
  path: string,
  from: number,
  limit: number,
): Promise<FileChanges> => host.call('file_changes', { conversation, path, from, limit });

/** The diff of one change, from a block on. */
export const changeDiff = (
  host: Host,
  conversation: ConversationId,
  path: string,
  item: ItemId,
  from: number,
): Promise<ChangeDiff> => host.call('change_diff', { conversation, path, item, from });
