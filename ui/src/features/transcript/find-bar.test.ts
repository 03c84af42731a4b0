import { fireEvent } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { findBar } from '../../app/later';
import { patchOf } from '../../test/make';
import { showPane } from '../../test/pane';

it('finds over everything by asking the host, loads the rows around what it leads to, and steps', async () => {
  await findBar.load();
  const asked: unknown[] = [];
  const { screen, store } = await showPane({
    rows: [patchOf(912, ['<p>new needle</p>']), patchOf(913, ['<p>last</p>'])],
    host: {
      call: <T>(command: string, args?: Record<string, unknown>) => {
        if (command === 'find_in_conversation') asked.push([command, args?.['text']]);
        if (command === 'rows_at') {
          asked.push([command, args?.['from']]);
          const rows = Array.from({ length: 100 }, (_, place) => patchOf(place, ['<p>old</p>']));
          return Promise.resolve({ rows } as T);
        }
        const found = {
          rows: [
            { place: 2, count: 1 },
            { place: 912, count: 1 },
          ],
          cut: false,
        };
        return Promise.resolve(found as T);
      },
    },
  });
  await fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  const input = await screen.findByTestId('find-input');
  await fireEvent.input(input, { target: { value: 'needle' } });
  const count = () => screen.getByTestId('find-count').textContent?.trim();
  await vi.waitFor(() => expect(count()).toBe('2 of 2'), { timeout: 20_000 });
  expect(asked).toEqual([['find_in_conversation', 'needle']]);
  await fireEvent.keyDown(input, { key: 'Enter' });
  await vi.waitFor(() => expect(store.first).toBe(0), { timeout: 20_000 });
  expect(count()).toBe('1 of 2');
  expect(asked[1]).toEqual(['rows_at', 0]);
  expect(store.cell(500)).toBeUndefined();
  await fireEvent.keyDown(input, { key: 'Enter', shiftKey: true });
  expect(count()).toBe('2 of 2');
  await fireEvent.keyDown(input, { key: 'Escape' });
  expect(screen.queryByTestId('find-bar')).toBeNull();
});

it('C88 Enter of an input method steps nowhere', async () => {
  await findBar.load();
  const { screen } = await showPane({
    rows: [patchOf(0, ['<p>a</p>'])],
    host: {
      call: <T>() => Promise.resolve({ rows: [{ place: 0, count: 3 }], cut: false } as T),
    },
  });
  await fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  const input = await screen.findByTestId('find-input');
  await fireEvent.input(input, { target: { value: 'a' } });
  const count = () => screen.getByTestId('find-count').textContent?.trim();
  await vi.waitFor(() => expect(count()).toBe('3 of 3'), { timeout: 20_000 });
  await fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  expect(count()).toBe('3 of 3');
});

it('says why it can lead nowhere, whoever leads there', async () => {
  await findBar.load();
  const long = { ...patchOf(0, ['<p>a</p>']), blockCount: 90, head: 1 };
  const { screen, session, store } = await showPane({
    rows: [long],
    host: {
      call: <T>(command: string) => {
        if (command === 'more_of_row') return Promise.reject({ code: 'io', message: 'no more' });
        if (command === 'place_of_item') return Promise.reject({ code: 'io', message: 'no place' });
        if (command === 'find_in_row') return Promise.resolve({ block: 80, nth: 0 } as T);
        return Promise.resolve({ rows: [{ place: 0, count: 1 }], cut: false } as T);
      },
    },
  });
  const said = () => session.troubles.map((one) => one.problem.message);
  session.showItem(store.id, 'far away');
  await vi.waitFor(() => expect(said()).toEqual(['no place']));
  await fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  const input = await screen.findByTestId('find-input');
  await fireEvent.input(input, { target: { value: 'a' } });
  await vi.waitFor(() => expect(said()).toEqual(['no place', 'no more']), { timeout: 20_000 });
});
