import type { ConversationId } from '../../generated';
import type { Session } from '../../state/session.svelte';

/** Asks how conversations are to be exported, and where to. */
export function openExport(session: Session, conversations: readonly ConversationId[]): void {
  session.exporting = conversations;
}
