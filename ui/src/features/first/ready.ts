import { tick } from 'svelte';
import type { ConversationId, ConversationSummary } from '../../generated';
import type { Session } from '../../state/session.svelte';
import { isIn, onlyReady } from './steps.logic';

/** Opened here and not yet on screen: its message box takes the cursor then. */
let led: ConversationId | null = null;

/** The guide's conversation that the first start made, while it is in the list. */
export function readyGuide(session: Session): ConversationSummary | undefined {
  const id = session.startup?.guide;
  return id ? session.summary(id) : undefined;
}

/** Whether nothing was begun yet: no conversation, or the ready one alone and nothing said in it. */
export function nothingBegun(session: Session): boolean {
  return session.listLoaded && onlyReady([...session.list.items.values()], readyGuide(session));
}

/** The guide in this folder: the conversation that is ready there, or else a new one. */
export async function tryGuide(session: Session, folder: string): Promise<boolean> {
  const ready = readyGuide(session);
  if (!ready || !isIn(ready, folder)) return session.create('guide', folder);
  led = ready.id;
  session.show(ready.id);
  return true;
}

/** Puts the cursor into the message box where `tryGuide` opened the conversation on screen; once. */
export async function arrive(session: Session): Promise<void> {
  if (led === null || led !== session.conversation?.id) return;
  led = null;
  await tick();
  session.focusComposer();
}
