import type { ConversationStore } from '../../state/conversation.svelte';
import type { Session } from '../../state/session.svelte';
import type { Attaching } from './attaching.svelte';
import { setConfig } from './commands';
import type { SlashAct } from './slash.logic';

/** Does what was chosen after `/`. */
export function act(
  session: Session,
  store: ConversationStore,
  attaching: Attaching,
  asked: SlashAct,
): void {
  const { host } = session;
  const id = store.id;
  switch (asked.do) {
    case 'attach':
      void attaching.choose();
      return;
    case 'stop':
      void session.attempt(() => host.stop(id));
      return;
    case 'forceStop':
      void session.attempt(() => host.forceStop(id));
      return;
    case 'restart':
      void session.attempt(() => host.restart(id));
      return;
    case 'new':
      session.newDialogOpen = true;
      return;
    case 'export':
      session.exporting = [id];
      return;
    case 'find':
      session.find();
      return;
    case 'operation':
      if (store.header) session.openPage('nib', store.header.workspace);
      return;
    case 'say':
      // The message box has it.
      return;
    case 'mode':
      void session.attempt(() => host.setMode(id, asked.mode));
      return;
    case 'set':
      void session.attempt(() => setConfig(host, id, asked.settings));
  }
}
