import { fireEvent, render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { PlainPage, Startup } from '../../generated';
import { sessionKey } from '../../state/context';
import { ConversationStore } from '../../state/conversation.svelte';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import SafeView from './SafeView.svelte';

const rows = (from: number, to: number): PlainPage['rows'] =>
  Array.from({ length: to - from }, (_, n) => ({
    place: from + n,
    kind: 'user',
    at: 1,
    text: `row ${from + n}`,
    more: n === 0 ? 9 : 0,
  }));

async function view() {
  const call = vi.fn(async (_: string, args?: Record<string, unknown>) => {
    const before = (args?.['before'] as number | null) ?? 120;
    return { title: 'Heavy', first: 0, end: 120, rows: rows(Math.max(0, before - 50), before) };
  });
  const host = fakeHost({ call: call as never });
  const session = new Session(host);
  session.startup = { window: 'main' } as Startup;
  const store = new ConversationStore('c');
  session.conversation = store;
  const screen = render(SafeView, { props: { store }, context: new Map([[sessionKey, session]]) });
  await screen.findByText('row 119');
  return { host, session, screen, call };
}

it('C73 shows plain text page by page, and finds in it', async () => {
  const { screen, call } = await view();
  expect(screen.getAllByTestId('safe-row')).toHaveLength(50);
  await fireEvent.click(screen.getByTestId('safe-earlier'));
  await screen.findByText(/^row 20/);
  expect(call).toHaveBeenLastCalledWith('plain_page', { conversation: 'c', before: 70 });
  const find = screen.getByTestId('safe-find');
  await fireEvent.input(find, { target: { value: 'ROW 7' } });
  await fireEvent.keyDown(find, { key: 'Enter' });
  await screen.findByText(/^row 7$/);
  expect(screen.getAllByTestId('safe-row')).toHaveLength(1);
});

it('C73 can be exported, deleted, or shown in full again', async () => {
  const { host, session, screen, call } = await view();
  await fireEvent.click(screen.getByTestId('safe-export'));
  expect(session.exporting).toEqual(['c']);
  await fireEvent.click(screen.getByTestId('safe-full'));
  expect(call).toHaveBeenLastCalledWith('show_in_full', { conversation: 'c' });
  await vi.waitFor(() => expect(session.conversation?.plain).toBe(false));
  await fireEvent.click(screen.getByTestId('safe-delete'));
  expect(host.deleteConversation).toHaveBeenCalledExactlyOnceWith('c');
});

it('finds once however often Enter is pressed, and stops where a page cannot be read', async () => {
  const { session, screen, call } = await view();
  const find = screen.getByTestId('safe-find');
  await fireEvent.input(find, { target: { value: 'row 60' } });
  await fireEvent.keyDown(find, { key: 'Enter' });
  await fireEvent.keyDown(find, { key: 'Enter' });
  await fireEvent.keyDown(find, { key: 'Enter' });
  await screen.findByText(/^row 60/);
  expect(call.mock.calls.map(([, args]) => args?.['before'])).toEqual([null, 120 - 50]);

  await fireEvent.input(find, { target: { value: 'nowhere' } });
  call.mockRejectedValue({ code: 'io', message: 'the disk is gone' });
  await fireEvent.keyDown(find, { key: 'Enter' });
  await vi.waitFor(() => expect(session.troubles[0]?.problem.message).toBe('the disk is gone'));
  expect(call).toHaveBeenCalledTimes(3);
});
