import { fireEvent, render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ProcessView } from '../../generated';
import { sessionKey } from '../../state/context';
import { ConversationStore } from '../../state/conversation.svelte';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import { header } from '../../test/make';
import ProcessPanel from './ProcessPanel.svelte';

const view: ProcessView = {
  ...{ conversation: 'c', title: 'Cache', agent: 'Guide' },
  ...{ running: true, starting: false, rssBytes: 1, overCeiling: false, lastEnd: null, stderr: [] },
  startAgain: { kind: 'now' },
  processes: [
    {
      ...{ pid: 7, parent: 1, depth: 0, name: 'agent', command: ['agent', '--ask'], rssBytes: 1 },
      ...{ startedAt: 0, threads: 2 },
    },
  ],
};

it('does what every button says, and looks at what came of it', async () => {
  let looks = 0;
  const call = vi.fn(() => Promise.resolve((looks++, view)));
  const host = fakeHost({ call: call as never });
  const session = new Session(host);
  const store = new ConversationStore('c');
  const running = header({ activity: 'running' });
  store.apply({ id: 'c', rev: 1, reset: true, header: running, rows: [] });
  const screen = render(ProcessPanel, {
    props: { store },
    context: new Map([[sessionKey, session]]),
  });
  const panel = await screen.findByTestId('process-panel');
  const buttons = [...panel.querySelectorAll('button')];
  const acts = [host.stop, host.restart, host.forceStop];
  expect(buttons).toHaveLength(acts.length);
  for (const [at, act] of acts.entries()) {
    const before = looks;
    await fireEvent.click(buttons[at]!);
    expect(act).toHaveBeenCalledExactlyOnceWith('c');
    await vi.waitFor(() => expect(looks).toBeGreaterThan(before));
  }
  await fireEvent.click(screen.getByTestId('process-row'));
  expect(screen.getByText('agent --ask')).toBeTruthy();
});
