import { fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { Activity, Settings, Startup, WindowKind } from '../../generated';
import { sessionKey } from '../../state/context';
import { ConversationStore } from '../../state/conversation.svelte';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import { header, summary } from '../../test/make';
import Palette from './Palette.svelte';

async function open(
  of: { shown?: boolean; activity?: Activity; page?: boolean; window?: WindowKind } = {},
) {
  const changeSettings = vi.fn((settings: Settings) => Promise.resolve(settings));
  const host = fakeHost({ changeSettings });
  const session = new Session(host);
  session.startup = { window: of.window ?? 'main' } as Startup;
  session.settings = { theme: 'system', shortcuts: {} } as Settings;
  session.list = { rev: 1, items: new Map([['d', summary('d')]]), runningAgents: 0 };
  if (of.shown ?? true) {
    const store = new ConversationStore('c');
    store.apply({
      id: 'c',
      rev: 1,
      reset: true,
      header: header({ activity: of.activity ?? 'running' }),
      rows: [],
    });
    session.conversation = session.pane = store;
  }
  if (of.page) session.openPage('settings');
  const onrun = vi.fn();
  const onclose = vi.fn();
  const screen = render(Palette, {
    props: { onclose, onrun },
    context: new Map([[sessionKey, session]]),
  });
  const titles = () =>
    screen.getAllByTestId('palette-entry').map((one) => one.querySelector('.title')!.textContent);
  return { host, session, screen, onrun, onclose, titles };
}

const COMMANDS = {
  'New conversation': 'new',
  'Search titles': 'search',
  'Next conversation': 'next',
  'Previous conversation': 'previous',
  'Waiting for you': 'inbox',
  'Tasks and alarms': 'tasks',
  Agents: 'agents',
  Settings: 'settings',
  'Keyboard shortcuts': 'shortcuts',
  'Show or hide the side panel': 'panel',
  'Stop the turn': 'stop',
};

const DOES: Record<string, (of: Awaited<ReturnType<typeof open>>) => void> = {
  'Rules for approvals': ({ session }) => expect(session.page).toEqual({ id: 'rules' }),
  'Ledger of decisions': ({ session }) => expect(session.page).toEqual({ id: 'ledger' }),
  'Manuscripts and operations': ({ session }) => expect(session.page).toEqual({ id: 'nib' }),
  'First steps': ({ session }) => expect(session.page).toEqual({ id: 'welcome' }),
  'Light theme': ({ session }) => expect(session.settings?.theme).toBe('light'),
  'Dark theme': ({ session }) => expect(session.settings?.theme).toBe('dark'),
  'Theme of the system': ({ host }) => expect(host.changeSettings).toHaveBeenCalledOnce(),
  'Export the conversation': ({ session }) => expect(session.exporting).toEqual(['c']),
  'Restart the agent': ({ host }) => expect(host.restart).toHaveBeenCalledExactlyOnceWith('c'),
  'Open in a window of its own': ({ host }) =>
    expect(host.openWindow).toHaveBeenCalledExactlyOnceWith('c'),
  d: ({ session }) => expect(session.conversation?.id).toBe('d'),
  ...Object.fromEntries(
    [
      ...['appearance', 'conversations', 'approvals', 'agents', 'providers', 'notifications'],
      ...['storage', 'privacy', 'advanced'],
    ].map((part) => [
      `Settings: ${part[0]!.toUpperCase()}${part.slice(1)}`,
      ({ session }: { session: Session }) => expect(session.page).toEqual({ id: 'settings', part }),
    ]),
  ),
};

it('does what every entry says, and each is tried here', async () => {
  const { titles } = await open();
  expect(titles().toSorted()).toEqual([...Object.keys(COMMANDS), ...Object.keys(DOES)].toSorted());
  for (const [title, command] of Object.entries(COMMANDS)) {
    const { screen, onrun } = await open();
    await fireEvent.click(screen.getAllByText(title, { selector: '.title' }).at(-1)!);
    await tick();
    expect(onrun, title).toHaveBeenCalledExactlyOnceWith(command);
    screen.unmount();
  }
  for (const [title, look] of Object.entries(DOES)) {
    const shown = await open();
    await fireEvent.click(shown.screen.getAllByText(title, { selector: '.title' }).at(-1)!);
    await tick();
    look(shown);
    shown.screen.unmount();
  }
});

it('is gone before what was chosen begins: while it is open nothing else takes the cursor', async () => {
  const { screen, onclose, onrun } = await open();
  onclose.mockImplementation(() => void Promise.resolve().then(() => screen.unmount()));
  let there = true;
  onrun.mockImplementation(() => (there = document.querySelector('dialog') !== null));
  await fireEvent.input(screen.getByTestId('palette-input'), {
    target: { value: 'search titles' },
  });
  const input = screen.getByTestId('palette-input');
  await fireEvent.keyDown(input, { key: 'Enter' });
  await vi.waitFor(() => expect(onrun).toHaveBeenCalledExactlyOnceWith('search'));
  expect(there).toBe(false);
});

it('offers of a conversation only what can be seen', async () => {
  const OF_ONE = [
    ...['Show or hide the side panel', 'Stop the turn', 'Export the conversation'],
    ...['Restart the agent', 'Open in a window of its own'],
  ];
  for (const of of [{ shown: false }, { page: true }]) {
    const { screen, titles } = await open(of);
    expect(titles().filter((title) => OF_ONE.includes(title))).toEqual([]);
    screen.unmount();
  }
  const { titles } = await open({ window: 'conversation' });
  expect(titles()).toEqual([
    ...['Keyboard shortcuts', 'Show or hide the side panel', 'Stop the turn'],
    ...['Light theme', 'Dark theme', 'Theme of the system', 'Restart the agent'],
  ]);
});

it.each<[Activity, boolean]>([
  ['running', true],
  ['waiting', true],
  ['stopping', false],
  ['idle', false],
  ['asleep', false],
])('offers to stop a turn that is %s: %s', async (activity, offered) => {
  const { titles } = await open({ activity });
  expect(titles().includes('Stop the turn')).toBe(offered);
});
