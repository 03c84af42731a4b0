import { fireEvent, render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { workspaceGone } from '../../app/later';
import type { Startup } from '../../generated';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import { showPane } from '../../test/pane';
import ClosingDialog from './ClosingDialog.svelte';

it('C04 asks what becomes of agents at work, and closing the question closes nothing', async () => {
  const host = fakeHost();
  const session = new Session(host);
  session.closing = { busy: 2, tray: false };
  const screen = render(ClosingDialog, {
    props: { closing: session.closing },
    context: new Map([[sessionKey, session]]),
  });
  screen.getByText('2 agents are still at work');
  await vi.waitFor(() => expect(host.call).toHaveBeenCalledExactlyOnceWith('closing_shown'));
  await fireEvent.click(screen.getByText('Cancel'));
  expect(session.closing).toBeNull();
  expect(host.call).toHaveBeenCalledOnce();
  await fireEvent.click(screen.getByTestId('closing-keep'));
  expect(host.call).toHaveBeenLastCalledWith('answer_closing', { keep: true });
});

it('a folder that is gone has a way back in the composer’s place', async () => {
  await workspaceGone.load();
  const call = vi.fn(() => Promise.reject({ code: 'refused', message: 'It is a file.' }));
  const { session, screen } = await showPane({
    rows: [],
    header: { workspaceGone: true, workspace: '/gone' },
    host: { call: call as never },
  });
  session.startup = { window: 'main' } as Startup;
  expect(screen.queryByTestId('composer-input')).toBeNull();
  const field = screen.getByTestId('locate-folder');
  await fireEvent.input(field, { target: { value: ' /there ' } });
  await fireEvent.click(screen.getByTestId('locate'));
  expect(call).toHaveBeenLastCalledWith('locate_workspace', {
    conversation: 'c',
    folder: '/there',
  });
  await screen.findByText('It is a file.');
});
