import type { Attached, ConversationId, SentMessage, WorkspaceFiles } from '../../generated';
import type { Host } from '../../host/types';

/** Lets the user choose files and attaches them. */
export function attachChosen(host: Host, conversation: ConversationId): Promise<Attached> {
  return host.call('attach_chosen', { conversation });
}

/** Attaches what was dropped on this window last. */
export function attachDropped(host: Host, conversation: ConversationId): Promise<Attached> {
  return host.call('attach_dropped', { conversation });
}

/** Attaches the files or the picture of the clipboard, if there are any. */
export function attachClipboard(host: Host, conversation: ConversationId): Promise<Attached> {
  return host.call('attach_clipboard', { conversation });
}

/** Makes a file of a long text and attaches it. */
export function attachText(
  host: Host,
  conversation: ConversationId,
  text: string,
): Promise<Attached> {
  return host.call('attach_text', { conversation, text });
}

export function detach(host: Host, conversation: ConversationId, file: string): Promise<void> {
  return host.call('detach', { conversation, file });
}

/** A small picture of an attached file, as an address; null where it has none. */
export function draftThumbnail(
  host: Host,
  conversation: ConversationId,
  file: string,
): Promise<string | null> {
  return host.call('draft_thumbnail', { conversation, file });
}

/** Files of the conversation's folder whose path fits. */
export function workspaceFiles(
  host: Host,
  conversation: ConversationId,
  text: string,
): Promise<WorkspaceFiles> {
  return host.call('workspace_files', { conversation, text });
}

/** Messages the user sent before a place, in order; the text of an operation is empty. */
export function sentMessages(
  host: Host,
  conversation: ConversationId,
  before: number,
): Promise<SentMessage[]> {
  return host.call('sent_messages', { conversation, before });
}

/** Changes settings of the running agent: its model, its effort. */
export function setConfig(
  host: Host,
  conversation: ConversationId,
  settings: Record<string, string>,
): Promise<void> {
  return host.call('set_config', { conversation, settings });
}
