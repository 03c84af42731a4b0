import type { ContextSummary, ConversationId, ItemId, Resent, Sending } from '../../generated';
import type { Host } from '../../host/types';

/** The commands of the queue, of sending again, and of what an agent is told. */

/** Puts a waiting message at another place, counted from 0. */
export function moveQueued(
  host: Host,
  conversation: ConversationId,
  id: string,
  to: number,
): Promise<void> {
  return host.call('move_queued', { conversation, id, to });
}

/** Lets a waiting message go now; a running turn is stopped for it where need be. */
export function sendNow(host: Host, conversation: ConversationId, id: string): Promise<Sending> {
  return host.call('send_now', { conversation, id });
}

/** Lets a held queue go on. */
export function resumeQueue(host: Host, conversation: ConversationId): Promise<void> {
  return host.call('resume_queue', { conversation });
}

/** What an agent that knows nothing could be told of the conversation. */
export function contextSummary(host: Host, conversation: ConversationId): Promise<ContextSummary> {
  return host.call('context_summary', { conversation });
}

/** What the agent is told of what was said before: a text, or nothing. */
export function decideContext(
  host: Host,
  conversation: ConversationId,
  tell: string | null,
): Promise<void> {
  return host.call('decide_context', { conversation, tell });
}

/** Sends an earlier message again, with another text where one is given. */
export function resend(
  host: Host,
  conversation: ConversationId,
  item: ItemId,
  text: string | null,
): Promise<Resent> {
  return host.call('resend', { conversation, item, text });
}

/** Makes a conversation of its own of one, up to and with an item, or whole. */
export function duplicateConversation(
  host: Host,
  conversation: ConversationId,
  until: ItemId | null,
): Promise<ConversationId> {
  return host.call('duplicate_conversation', { conversation, until });
}
