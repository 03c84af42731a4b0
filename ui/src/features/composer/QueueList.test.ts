import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { Header, QueuedMessage } from '../../generated';
import { showPane } from '../../test/pane';
import { landing, movedBy, reordered } from './queue.logic';

function queued(id: string, change: Partial<QueuedMessage> = {}): QueuedMessage {
  return { id, text: `say ${id}`, attachments: [], operation: false, ...change };
}

const three = [queued('a'), queued('b'), queued('c')];

async function list(header: Partial<Header>) {
  return showPane({ rows: [], header: { activity: 'running', queue: three, ...header } });
}

it('moves by Alt and the arrow keys, and nothing else', () => {
  const key = (name: string, more = {}) => ({
    key: name,
    altKey: true,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    ...more,
  });
  expect(movedBy(key('ArrowUp'), 1, 3)).toBe(0);
  expect(movedBy(key('ArrowDown'), 1, 3)).toBe(2);
  expect(movedBy(key('End'), 0, 3)).toBe(2);
  expect(movedBy(key('ArrowUp'), 0, 3)).toBeNull();
  expect(movedBy(key('ArrowDown'), 2, 3)).toBeNull();
  expect(movedBy(key('ArrowUp', { altKey: false }), 1, 3)).toBeNull();
  expect(movedBy(key('x'), 1, 3)).toBeNull();
});

it('lands where the pointer is', () => {
  const boxes = [0, 30, 60].map((top) => ({ top, height: 30 }));
  expect([5, 20, 44, 50, 500].map((y) => landing(y, boxes))).toEqual([0, 1, 1, 2, 2]);
  expect(reordered(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

it('C69 reorders by keyboard, sends one now, and lets a held queue go on', async () => {
  const { host, screen } = await list({ queueHeld: true });
  await fireEvent.keyDown(screen.getAllByTestId('queue-grip')[1]!, {
    key: 'ArrowUp',
    altKey: true,
  });
  await vi.waitFor(() =>
    expect(host.call).toHaveBeenLastCalledWith('move_queued', {
      conversation: 'c',
      id: 'b',
      to: 0,
    }),
  );
  await fireEvent.click(screen.getAllByTestId('queue-now')[2]!);
  expect(host.call).toHaveBeenLastCalledWith('send_now', { conversation: 'c', id: 'c' });
  await fireEvent.click(screen.getByTestId('queue-resume'));
  expect(host.call).toHaveBeenLastCalledWith('resume_queue', { conversation: 'c' });
});

it('tells of no move that was not made', async () => {
  const { screen, session } = await showPane({
    rows: [],
    header: { activity: 'running', queue: three },
    host: { call: () => Promise.reject({ code: 'io', message: 'the disk is full' }) },
  });
  await fireEvent.keyDown(screen.getAllByTestId('queue-grip')[1]!, {
    key: 'ArrowUp',
    altKey: true,
  });
  await vi.waitFor(() => expect(session.troubles.length).toBeGreaterThan(0));
  await tick();
  expect(screen.queryByText(/^Now /)).toBeNull();
});

it('an operation can be taken out and moved, and its text not edited', async () => {
  const asked = { en: 'Draw data out of a scene', de: 'Daten aus einer Szene ziehen' };
  const { screen } = await list({ queue: [queued('a', { operation: true, asked })] });
  expect(screen.getByTitle('say a').textContent?.trim()).toBe(asked.en);
  expect(screen.queryByTestId('queue-edit')).toBeNull();
  expect(screen.getByTestId('queue-remove')).toBeTruthy();
  expect(screen.queryByTestId('queue-held')).toBeNull();
});

it.each([
  ['others wait still', [queued('b')]],
  ['none waits any more', []],
])('what was written is kept where its message is sent meanwhile: %s', async (_, rest) => {
  const { screen, store, session } = await list({ queue: [queued('a'), ...rest] });
  const box = () => screen.getByTestId('composer-input') as HTMLTextAreaElement;
  await fireEvent.input(box(), { target: { value: 'a thought' } });
  await fireEvent.click(screen.getAllByTestId('queue-edit')[0]!);
  await fireEvent.input(screen.getByLabelText('Edit', { selector: 'textarea' }), {
    target: { value: 'say a, and more' },
  });
  const header = store.header!;
  store.apply({ id: 'c', rev: 2, reset: false, header: { ...header, queue: rest }, rows: [] });
  await tick();
  await vi.waitFor(() => expect(box().value).toBe('a thought\n\nsay a, and more'));
  expect(session.troubles).toEqual([]);

  // What was only looked at says nothing new.
  store.apply({
    id: 'c',
    rev: 3,
    reset: false,
    header: { ...header, queue: [queued('d')] },
    rows: [],
  });
  await tick();
  await fireEvent.click(screen.getByTestId('queue-edit'));
  store.apply({ id: 'c', rev: 4, reset: false, header: { ...header, queue: [] }, rows: [] });
  await tick();
  expect(box().value).toBe('a thought\n\nsay a, and more');
});
