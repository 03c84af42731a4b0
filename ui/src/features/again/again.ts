import type { ConversationId, ItemId } from '../../generated';
import type { Session } from '../../state/session.svelte';
import { duplicateConversation, resend } from './commands';

/** Sends an earlier message again, and shows where it went. */
export async function askAgain(
  session: Session,
  conversation: ConversationId,
  item: ItemId,
  text: string | null,
): Promise<boolean> {
  const resent = await session.attempt(() => resend(session.host, conversation, item, text));
  if (!resent) return false;
  // A window of one conversation stays where it is: the shell opens another beside it.
  if (resent.branch && session.showsList) session.show(resent.conversation);
  return true;
}

/** Makes a copy up to an item, and shows it. */
export async function duplicate(
  session: Session,
  conversation: ConversationId,
  until: ItemId | null,
): Promise<void> {
  const copy = await session.attempt(() =>
    duplicateConversation(session.host, conversation, until),
  );
  if (copy !== undefined && session.showsList) session.show(copy);
}
