import { describe, expect, it, vi } from 'vitest';
import { ConversationStore } from '../../state/conversation.svelte';
import { header, patchOf } from '../../test/make';
import { ListWindow } from './list-window.svelte';

function rows(from: number, to: number, html = '<p>a</p>') {
  return Array.from({ length: to - from }, (_, at) => patchOf(from + at, [html]));
}

function opened(count: number) {
  const store = new ConversationStore('c');
  store.apply({ id: 'c', rev: 1, reset: true, header: header(), rows: rows(0, count) });
  const list = new ListWindow(store);
  let rev = 1;
  const add = (to: number, html?: string) =>
    store.apply({ id: 'c', rev: ++rev, reset: false, rows: rows(store.end, to, html) });
  return { store, list, add };
}

describe('C36 following the end for long', () => {
  it('holds the end, however much has gone by', () => {
    const { store, add } = opened(120);
    add(600);
    expect([store.first, store.end]).toEqual([0, 600]);
    add(601);
    expect([store.first, store.end]).toEqual([301, 601]);
    for (let end = 610; end <= 5000; end += 10) add(end);
    expect(store.end - store.first).toBeLessThanOrEqual(600);
    expect(store.hasOlder).toBe(true);
  });

  it('holds less of what is long', () => {
    const { store, add } = opened(0);
    add(100, 'x'.repeat(100_000));
    expect([store.first, store.end]).toEqual([40, 100]);
  });

  it('takes nothing from who reads further up, or has selected something', () => {
    const reading = opened(120);
    reading.list.toPlace(3);
    reading.add(5000);
    expect(reading.store.first).toBe(0);
    const selecting = opened(120);
    selecting.list.pin([4, 50]);
    selecting.add(5000);
    expect(selecting.store.first).toBe(0);
  });
});

it('fetches the rows before those that do not fill the window: nobody could scroll to them', () => {
  for (const [from, asked] of [
    [117, true],
    [20, false],
  ] as const) {
    const store = new ConversationStore('c');
    store.apply({ id: 'c', rev: 1, reset: true, header: header(), rows: rows(from, 120) });
    const list = new ListWindow(store);
    list.onNearStart = vi.fn();
    const scroller = document.createElement('div');
    Object.defineProperty(scroller, 'clientHeight', { value: 900 });
    const stop = list.scroller(scroller);
    expect(vi.mocked(list.onNearStart).mock.calls.length > 0, `${120 - from} rows`).toBe(asked);
    stop();
  }
});
