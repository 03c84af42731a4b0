import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import { contextBanner, editingNote, transcript } from '../../app/later';
import type { Header, RowBody, TurnOutcome } from '../../generated';
import { row } from '../../test/make';
import { showPane } from '../../test/pane';
import { canContinue, hintOf, messageActions } from './actions.logic';

beforeAll(() => Promise.all([contextBanner.load(), editingNote.load(), transcript.load()]));

function user(change: Partial<Extract<RowBody, { kind: 'user' }>> = {}) {
  return {
    kind: 'user' as const,
    text: 'first words',
    attachments: [],
    operation: false,
    delivery: 'seen' as const,
    ...change,
  };
}

const message = { place: 0, blocks: [], blockCount: 0, row: row('u/t1', user()) };

function answering(command: string, answer: unknown) {
  return vi.fn((name: string) => Promise.resolve((name === command ? answer : undefined) as never));
}

function ended(outcome: TurnOutcome) {
  const body: RowBody = { kind: 'turnEnd', outcome, durationMs: 1200 };
  return { place: 1, blocks: [], blockCount: 0, row: { ...row('s9', body), turn: 't1' } };
}

it('says beforehand what becomes of a message that is sent again', () => {
  const branch: Pick<Header, 'resend'> = { resend: { means: 'branch' } };
  const refused: Pick<Header, 'resend'> = { resend: { means: 'refused', reason: 'one memory' } };
  const inPlace: Pick<Header, 'resend'> = { resend: { means: 'inPlace' } };
  expect(messageActions(branch, user())).toEqual({
    edit: true,
    again: 'again',
    branches: true,
    why: '',
  });
  expect(messageActions(refused, user())).toEqual({
    edit: false,
    again: null,
    branches: false,
    why: 'one memory',
  });
  // No agent has seen it: nothing is taken back.
  expect(messageActions(refused, user({ delivery: 'undelivered' })).again).toBe('sendAgain');
  expect(messageActions(inPlace, user({ operation: true }))).toEqual({
    edit: false,
    again: 'runAgain',
    branches: false,
    why: '',
  });
});

it('has something to say after every end but a good one', () => {
  const ends: TurnOutcome[] = [
    { kind: 'failed', message: 'no' },
    { kind: 'stopped' },
    { kind: 'interrupted' },
    { kind: 'timedOut', limitSecs: 60 },
    { kind: 'agentExited', how: 'exit code 3' },
    { kind: 'unfinished' },
  ];
  expect(new Set(ends.map(hintOf)).size).toBe(ends.length);
  expect(hintOf({ kind: 'completed' })).toBeNull();
  expect(canContinue({ resend: { means: 'branch' } }, { kind: 'stopped' })).toBe(true);
  expect(canContinue({ resend: { means: 'branch' } }, { kind: 'completed' })).toBe(false);
});

it('Edit puts the message into the box, and sending it says where it went', async () => {
  const call = answering('resend', { conversation: 'new', branch: true });
  const { screen, session } = await showPane({
    rows: [message],
    header: { draft: 'half a thought' },
    host: { call },
  });
  const area = screen.getByTestId('composer-input') as HTMLTextAreaElement;
  await fireEvent.click(await screen.findByTestId('message-edit'));
  await tick();
  expect(area.value).toBe('first words');
  expect(screen.getByTestId('editing').textContent).toContain('begins a new conversation');
  await fireEvent.input(area, { target: { value: 'better words' } });
  await fireEvent.keyDown(area, { key: 'Enter' });
  await vi.waitFor(() => expect(session.conversation?.id).toBe('new'));
  expect(call).toHaveBeenCalledWith('resend', {
    conversation: 'c',
    item: 'u/t1',
    text: 'better words',
  });
});

it('Escape gives up the change and brings back what was being written', async () => {
  const { screen, host } = await showPane({
    rows: [message],
    header: { draft: 'half a thought', activity: 'running' },
  });
  const area = screen.getByTestId('composer-input') as HTMLTextAreaElement;
  await fireEvent.click(await screen.findByTestId('message-edit'));
  await tick();
  await fireEvent.keyDown(area, { key: 'Escape' });
  await tick();
  expect(area.value).toBe('half a thought');
  expect(screen.queryByTestId('editing')).toBeNull();
  expect(host.stop).not.toHaveBeenCalled();
});

it('C74 the last turn says how it ended and offers what helps', async () => {
  const call = answering('resend', { conversation: 'new', branch: true });
  const { screen, host } = await showPane({
    rows: [message, ended({ kind: 'agentExited', how: 'exit code 3' })],
    host: { call },
  });
  const end = await screen.findByTestId('row-turn-end');
  expect(end.textContent).toContain('The agent ended (exit code 3)');
  expect(end.textContent).toContain('Your next message starts it again.');
  await fireEvent.click(screen.getByTestId('turn-continue'));
  expect(host.sendMessage).toHaveBeenCalledExactlyOnceWith(
    'c',
    'Please go on from where you stopped.',
    [],
  );
  await fireEvent.click(screen.getByTestId('turn-again'));
  expect(call).toHaveBeenCalledWith('resend', { conversation: 'c', item: 'u/t1', text: null });
});

it('shows the summary before it is sent, and sends it as it was left', async () => {
  const summary = { text: 'User: first words', messages: 1, leftOut: 3, asHistory: true };
  const call = answering('context_summary', summary);
  const { screen } = await showPane({
    rows: [message],
    header: { forgets: 'noSession' },
    host: { call },
  });
  expect(screen.getByTestId('context-banner').textContent).toContain('keeps no session');
  await fireEvent.click(screen.getByTestId('context-show'));
  const field = (await screen.findByRole('textbox', {
    name: 'Summary',
    hidden: true,
  })) as HTMLTextAreaElement;
  expect(field.value).toBe('User: first words');
  await fireEvent.input(field, { target: { value: 'shorter' } });
  await fireEvent.click(screen.getByTestId('context-send'));
  expect(call).toHaveBeenLastCalledWith('decide_context', { conversation: 'c', tell: 'shorter' });
});

it('goes on without where the user says so', async () => {
  const { screen, host } = await showPane({
    rows: [message],
    header: { forgets: 'branch', queue: [] },
  });
  await fireEvent.click(screen.getByTestId('context-without'));
  expect(host.call).toHaveBeenCalledExactlyOnceWith('decide_context', {
    conversation: 'c',
    tell: null,
  });
});

it('keeps the button of a message’s menu in sight while the menu is open', async () => {
  const { screen } = await showPane({ rows: [message] });
  const button = await screen.findByTestId('message-menu');
  const shown = () => button.closest('.line > .tools')!.classList.contains('shown');
  expect(shown()).toBe(false);
  await fireEvent.click(button);
  await tick();
  expect(shown()).toBe(true);
  await fireEvent.click(button);
  await tick();
  expect(shown()).toBe(false);
});

it('another message taken up to be changed leaves what was being written', async () => {
  const second = { ...message, place: 1, row: row('u/t2', user({ text: 'second words' })) };
  const { screen } = await showPane({
    rows: [message, second],
    header: { draft: 'half a thought' },
  });
  const area = screen.getByTestId('composer-input') as HTMLTextAreaElement;
  const edits = await screen.findAllByTestId('message-edit');
  for (const [edit, words] of [
    [edits[0]!, 'first words'],
    [edits[1]!, 'second words'],
  ] as const) {
    await fireEvent.click(edit);
    await tick();
    expect(area.value).toBe(words);
  }
  await fireEvent.click(screen.getByTestId('editing-cancel'));
  expect(area.value).toBe('half a thought');
});

it('does what every entry of a message’s and of a turn’s menu says', async () => {
  const answers: Record<string, unknown> = {
    resend: { conversation: 'branch', branch: true },
    duplicate_conversation: 'copy',
  };
  const written = vi.fn(() => Promise.resolve());
  const clipboard = { value: { writeText: written }, configurable: true };
  Object.defineProperty(navigator, 'clipboard', clipboard);
  const shown = async () => {
    const call = vi.fn((name: string, _args?: unknown) => Promise.resolve(answers[name] as never));
    const pane = await showPane({
      rows: [message, ended({ kind: 'stopped' })],
      host: { call, sendMessage: vi.fn(() => Promise.resolve()) as never },
    });
    const choose = async (menu: string, entry: string) => {
      await fireEvent.click(await pane.screen.findByTestId(menu));
      await fireEvent.click(pane.screen.getByTestId(entry));
      expect(pane.screen.queryByTestId(entry)).toBeNull();
    };
    return { ...pane, call, choose };
  };
  const resent = ['resend', { conversation: 'c', item: 'u/t1', text: null }];
  const DOES: [string, string, unknown, string][] = [
    ['message-menu', 'menu-again', resent, 'branch'],
    [
      'message-menu',
      'menu-duplicate',
      ['duplicate_conversation', { conversation: 'c', until: 'u/t1' }],
      'copy',
    ],
    ['turn-menu', 'turn-menu-again', resent, 'branch'],
    [
      'turn-menu',
      'turn-menu-duplicate',
      ['duplicate_conversation', { conversation: 'c', until: 's9' }],
      'copy',
    ],
  ];
  for (const [menu, entry, asked, leads] of DOES) {
    const { screen, session, call, choose } = await shown();
    await choose(menu, entry);
    await vi.waitFor(() => expect([entry, session.conversation?.id]).toEqual([entry, leads]));
    expect(call.mock.calls).toContainEqual(asked);
    screen.unmount();
  }
  const { screen, host, choose } = await shown();
  await choose('message-menu', 'menu-copy');
  expect(written).toHaveBeenCalledExactlyOnceWith('first words');
  await choose('message-menu', 'menu-edit');
  expect((screen.getByTestId('composer-input') as HTMLTextAreaElement).value).toBe('first words');
  await fireEvent.click(screen.getByTestId('turn-continue'));
  expect(host.sendMessage).toHaveBeenCalledOnce();
  Reflect.deleteProperty(navigator, 'clipboard');
});
