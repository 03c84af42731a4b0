import { render } from '@testing-library/svelte';
import { approvalCard, composerTools, queueList, transcript } from '../app/later';
import { ownDrafts } from '../features/composer/draft';
import ConversationPane from '../features/conversation/ConversationPane.svelte';
import type { ApprovalCard, Header, RowPatch } from '../generated';
import type { Host } from '../host/types';
import { sessionKey } from '../state/context';
import { ConversationStore } from '../state/conversation.svelte';
import { Session } from '../state/session.svelte';
import { fakeHost } from './fake-host';
import { header, row } from './make';

/** A row in which the agent asks. */
export function asking(place: number, card: ApprovalCard): RowPatch {
  return {
    place,
    blocks: [],
    blockCount: 0,
    row: row(
      `i${place}`,
      {
        kind: 'tool',
        name: 'Bash',
        tool: 'execute',
        subject: 'rm -rf target',
        state: { state: 'awaitingApproval' },
        allowedBy: null,
        unasked: false,
        args: card.rawArgs,
        approval: card,
      },
      true,
    ),
  };
}

/** A conversation on screen, on a host that can be watched. */
export async function showPane(of: {
  rows: RowPatch[];
  header?: Partial<Header>;
  host?: Partial<Host>;
}) {
  await Promise.all([
    approvalCard.load(),
    composerTools.load(),
    queueList.load(),
    transcript.load(),
  ]);
  ownDrafts.forget('c');
  const host = fakeHost(of.host);
  const session = new Session(host);
  const store = new ConversationStore('c');
  session.conversation = session.pane = store;
  store.apply({ id: 'c', rev: 1, reset: true, header: header(of.header), rows: of.rows });
  const screen = render(ConversationPane, {
    props: { store },
    context: new Map([[sessionKey, session]]),
  });
  return { host, session, store, screen };
}
