import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import { emptyConversation, findBar } from '../../app/later';
import { capabilities, row } from '../../test/make';
import { showPane } from '../../test/pane';

const user = {
  place: 0,
  blocks: [],
  blockCount: 0,
  row: row('u', {
    kind: 'user',
    text: 'first words',
    attachments: [],
    operation: false,
    delivery: 'sent',
  }),
};

async function box(of: Partial<Parameters<typeof showPane>[0]> = {}) {
  const shown = await showPane({ rows: [user], ...of });
  const area = shown.screen.getByTestId('composer-input') as HTMLTextAreaElement;
  const type = (value: string) => fireEvent.input(area, { target: { value } });
  const press = (key: string, more = {}) => fireEvent.keyDown(area, { key, ...more });
  return { ...shown, area, type, press };
}

it('Enter sends and empties the box; Shift Enter does not', async () => {
  const { host, area, type, press } = await box();
  await type('hello');
  await press('Enter', { shiftKey: true });
  expect(host.sendMessage).not.toHaveBeenCalled();
  await press('Enter');
  expect(host.sendMessage).toHaveBeenCalledExactlyOnceWith('c', 'hello', []);
  await vi.waitFor(() => expect(area.value).toBe(''));
});

it('C88 an input method’s Enter never sends, not even the one after its end', async () => {
  const { host, area, type, press } = await box();
  await fireEvent.compositionStart(area);
  await type('日本');
  await press('Enter', { keyCode: 229 });
  await fireEvent.compositionEnd(area);
  await press('Enter');
  expect(host.sendMessage).not.toHaveBeenCalled();
});

it('keeps the words and says why when they could not be sent', async () => {
  const { screen, area, type, press } = await box({
    host: { sendMessage: () => Promise.reject({ code: 'refused', message: 'the disk is full' }) },
  });
  await type('hello');
  await press('Enter');
  const alert = await screen.findByRole('alert');
  expect([area.value, alert.textContent?.trim()]).toEqual(['hello', 'Not sent: the disk is full']);
});

it('starts with the draft and asks for the agent once when it is focused', async () => {
  const { host, area } = await box({ header: { draft: 'half a', activity: 'asleep' } });
  expect(area.value).toBe('half a');
  await fireEvent.focus(area);
  await fireEvent.focus(area);
  expect(host.prepare).toHaveBeenCalledExactlyOnceWith('c');
});

it('arrow keys step through earlier messages, and never over a text', async () => {
  const second = {
    ...user,
    place: 1,
    row: { ...user.row, id: 'u2', body: { ...user.row.body, text: 'second words' } },
  };
  const { area, type, press } = await box({ rows: [user, second] as (typeof user)[] });
  const shows = (words: string) => vi.waitFor(() => expect(area.value).toBe(words));
  await press('ArrowUp');
  await shows('second words');
  await tick();
  await press('ArrowUp');
  await shows('first words');
  await tick();
  // There is none before it.
  await press('ArrowUp');
  await shows('first words');
  await press('ArrowDown');
  await shows('second words');
  await tick();
  await press('ArrowDown');
  await shows('');
  await type('other');
  await press('ArrowUp');
  expect(area.value).toBe('other');
});

it('Escape stops only from an empty box', async () => {
  const { host, type, press } = await box({ header: { activity: 'running' } });
  await type('x');
  await press('Escape');
  expect(host.stop).not.toHaveBeenCalled();
  await type('');
  await press('Escape');
  expect(host.stop).toHaveBeenCalledExactlyOnceWith('c');
});

it('offers force only when the host does', async () => {
  const { screen, store } = await box({ header: { activity: 'stopping' } });
  expect(screen.getByTestId('stop').textContent).toContain('Stopping…');
  expect(screen.queryByTestId('force-stop')).toBeNull();
  store.header = { ...store.header!, canForceStop: true };
  await tick();
  expect(screen.getByTestId('force-stop')).toBeTruthy();
});

it('keeps the words of a queued message that could not be changed', async () => {
  const { screen, session } = await box({
    host: { editQueued: () => Promise.reject({ code: 'io', message: 'the disk is full' }) },
    header: {
      activity: 'running',
      queue: [{ id: 'q1', text: 'later', attachments: [], operation: false }],
    },
  });
  await fireEvent.click(screen.getByTestId('queue-edit'));
  const field = screen.getByRole('textbox', { name: 'Edit' }) as HTMLTextAreaElement;
  await fireEvent.input(field, { target: { value: 'much later' } });
  await fireEvent.keyDown(field, { key: 'Enter' });
  await vi.waitFor(() => expect(session.troubles).toHaveLength(1));
  expect([field.isConnected, field.value]).toEqual([true, 'much later']);
});

it('lists what is queued, to edit and to remove', async () => {
  const { host, screen } = await box({
    header: {
      activity: 'running',
      queue: [{ id: 'q1', text: 'later', attachments: [], operation: false }],
    },
  });
  await fireEvent.click(screen.getByTestId('queue-edit'));
  const field = screen.getByRole('textbox', { name: 'Edit' });
  await fireEvent.input(field, { target: { value: 'much later' } });
  await fireEvent.keyDown(field, { key: 'Enter' });
  expect(host.editQueued).toHaveBeenCalledExactlyOnceWith('c', 'q1', 'much later');
  await fireEvent.click(await screen.findByTestId('queue-remove'));
  expect(host.removeQueued).toHaveBeenCalledExactlyOnceWith('c', 'q1');
});

it('history goes over every message of the conversation, and gives the draft back', async () => {
  const asked: unknown[] = [];
  const call = <T>(command: string, args?: Record<string, unknown>) => {
    if (command !== 'sent_messages') return Promise.resolve(undefined as T);
    asked.push(args?.['before']);
    const older = [
      { place: 3, text: 'very first' },
      { place: 40, text: '' },
      { place: 41, text: 'early words' },
    ];
    return Promise.resolve((args?.['before'] === 3 ? [] : older) as T);
  };
  const far = { ...user, place: 900 };
  const { host, area, type, press } = await box({ rows: [far] as (typeof user)[], host: { call } });
  const shows = (words: string) => vi.waitFor(() => expect(area.value).toBe(words));
  await type('half a thought');
  area.setSelectionRange(0, 0);
  for (const words of ['first words', 'early words', 'very first']) {
    await press('ArrowUp');
    await shows(words);
  }
  // There is none before it.
  await press('ArrowUp');
  await tick();
  await shows('very first');
  expect(asked).toEqual([900, 3]);
  for (const words of ['early words', 'first words', 'half a thought']) {
    await press('ArrowDown');
    await shows(words);
  }
  // What was looked at was never the draft.
  const saved = vi.mocked(host.setDraft).mock.calls.map((one) => one[1]);
  expect(saved.filter((text) => text !== 'half a thought')).toEqual([]);
});

const withCommands = {
  header: {
    capabilities: {
      ...capabilities,
      commands: [
        { name: 'compact', description: 'Sum up', argument: '', form: false },
        { name: 'context', description: 'Show it', argument: '[all]', form: false },
      ],
    },
  },
};

it('a command of the agent is sent by Enter, and only written by Tab', async () => {
  const { screen, host, area, type, press } = await box(withCommands);
  await type('/c');
  const options = () => screen.getAllByRole('option').map((one) => one.textContent?.trim());
  expect(options()).toEqual(['/compact Sum up', '/context Show it · [all]']);
  await press('Tab');
  await vi.waitFor(() => expect(area.value).toBe('/compact '));
  expect(host.sendMessage).not.toHaveBeenCalled();
  await type('/cont');
  await press('Enter');
  // It may be told more.
  await vi.waitFor(() => expect(area.value).toBe('/context '));
  expect(host.sendMessage).not.toHaveBeenCalled();
  // A slash alone names none.
  await type('/');
  await press('Enter');
  await vi.waitFor(() => expect(area.value).toBe('/compact '));
  expect(host.sendMessage).not.toHaveBeenCalled();
  await type('/comp');
  await press('Enter');
  expect(host.sendMessage).toHaveBeenCalledExactlyOnceWith('c', '/compact', []);
});

it('what is no command goes out as it was typed; Escape sends the list away', async () => {
  const { screen, host, type, press } = await box(withCommands);
  await type('/nothing of the kind');
  expect(screen.queryByRole('listbox')).toBeNull();
  await press('Enter');
  expect(host.sendMessage).toHaveBeenLastCalledWith('c', '/nothing of the kind', []);
  await type('/compact');
  await press('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('what / leads to has the cursor, and the box is not missed where it is gone', async () => {
  await findBar.load();
  const { screen, area, session, type, press } = await box({
    header: {
      capabilities: {
        ...capabilities,
        commands: [{ name: 'proof', description: '', argument: '', form: true }],
      },
    },
  });
  area.focus();
  await type('/find');
  await press('Enter');
  await screen.findByTestId('find-input');
  await tick();
  expect(document.activeElement).toBe(screen.getByTestId('find-input'));
  // A page takes the place of the conversation; an error nobody catches would fail this file.
  session.openPage = vi.fn(() => screen.unmount());
  await type('/proof');
  await press('Enter');
  await tick();
  expect(session.openPage).toHaveBeenCalledExactlyOnceWith('nib', '/tmp/w');
});

it('a suggestion goes out by itself: what was being written stays', async () => {
  await emptyConversation.load();
  const { host, screen, area, type } = await box({ rows: [], header: { profile: 'guide' } });
  await type('half a thought');
  const suggestion = (await screen.findAllByTestId('suggestion'))[0]!;
  await fireEvent.click(suggestion);
  expect(host.sendMessage).toHaveBeenCalledExactlyOnceWith('c', suggestion.textContent.trim(), []);
  await vi.waitFor(() => expect(area.value).toBe('half a thought'));
});
