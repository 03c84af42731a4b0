import { fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { Settings, Startup } from '../../generated';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import FirstSteps from './FirstSteps.svelte';

function steps(first?: 'guide' | 'agents' | 'asking') {
  const host = fakeHost({
    changeSettings: vi.fn((settings: Settings) => Promise.resolve(settings)),
    createConversation: vi.fn(() => Promise.resolve('new')),
    pickFolder: vi.fn(() => Promise.resolve('/picked')),
    call: vi.fn(() => Promise.resolve({ agents: [], protocols: [], searched: [] })) as never,
  });
  const session = new Session(host);
  session.startup = { window: 'main', workspace: '/w' } as Startup;
  session.settings = { firstSteps: {}, lastWorkspace: '', shortcuts: {} } as unknown as Settings;
  const onover = vi.fn();
  const screen = render(FirstSteps, {
    props: { first, onover },
    context: new Map([[sessionKey, session]]),
  });
  return { host, session, screen, onover, met: () => session.settings?.firstSteps };
}

it('the guide is begun in the folder that was chosen, and is done also where the steps are gone', async () => {
  const { host, session, screen, met } = steps('guide');
  await fireEvent.click(screen.getByText('Choose…'));
  await vi.waitFor(() =>
    expect((screen.getByTestId('guide-folder') as HTMLInputElement).value).toBe('/picked'),
  );
  // The conversation that begins takes their place before anything is noted.
  const show = session.show.bind(session);
  session.show = (id) => {
    show(id);
    screen.unmount();
  };
  await fireEvent.click(screen.getByTestId('try-guide'));
  await vi.waitFor(() => expect(met()).toEqual({ guide: 'done' }));
  expect(host.createConversation).toHaveBeenCalledExactlyOnceWith('guide', '/picked');
  expect(session.conversation?.id).toBe('new');
});

it('each step is taken or skipped, and after the last they are over', async () => {
  const { session, screen, onover, met } = steps('agents');
  await screen.findByTestId('agents-found');
  await fireEvent.click(screen.getByText('Start with one of them…'));
  expect(session.newDialogOpen).toBe(true);
  await fireEvent.click(screen.getByTestId('step-next'));
  await tick();
  expect(met()).toEqual({ agents: 'done' });
  // The first that is left is open now.
  await fireEvent.click(screen.getByTestId('step-skip'));
  await tick();
  expect(met()).toEqual({ agents: 'done', guide: 'skipped' });
  await fireEvent.click(screen.getByTestId('step-next'));
  expect(met()).toEqual({ agents: 'done', guide: 'skipped', asking: 'done' });
  expect(onover).toHaveBeenCalledOnce();
});
