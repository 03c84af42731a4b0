import { describe, expect, it } from 'vitest';
import { block, header, notice, patchOf, row } from '../test/make';
import { fakeHost } from '../test/fake-host';
import { ConversationStore } from './conversation.svelte';

function opened(places: number[] = [10, 11]) {
  const store = new ConversationStore('c');
  const rows = places.map((place) => patchOf(place, [`<p>${place}</p>`]));
  store.apply({ id: 'c', rev: 5, reset: true, header: header(), rows });
  return store;
}

describe('ConversationStore', () => {
  it('wakes only the cell of the row that changed', () => {
    const store = opened();
    const untouched = store.cell(10)!.data;
    store.apply({
      id: 'c',
      rev: 6,
      reset: false,
      rows: [{ place: 11, blocks: [[0, block('<p>more</p>')]], blockCount: 1 }],
    });
    expect(store.cell(10)!.data).toBe(untouched);
    expect(store.cell(11)!.data.blocks).toEqual([block('<p>more</p>')]);
    expect([store.first, store.end, store.rev]).toEqual([10, 12, 6]);
  });

  it('asks for a snapshot after a gap and changes nothing', () => {
    const store = opened();
    store.apply({
      id: 'c',
      rev: 9,
      reset: false,
      rows: [{ place: 30, blocks: [], blockCount: 1 }],
    });
    expect([store.rev, store.end]).toEqual([0, 12]);
  });

  it('takes no patch of another conversation', () => {
    const store = opened();
    store.apply({ id: 'other', rev: 99, reset: true, rows: [] });
    expect([store.rev, store.end]).toEqual([5, 12]);
  });

  it('puts older rows before the first and asks no more when it has them all', async () => {
    const store = opened([2, 3]);
    const host = fakeHost({
      olderRows: async (_, before) => ({
        rows: Array.from({ length: before }, (_unused, place) => patchOf(place, [])),
      }),
    });
    expect(store.hasOlder).toBe(true);
    await store.loadOlder(host);
    expect([store.first, store.end, store.hasOlder]).toEqual([0, 4, false]);
  });

  it('says so when older rows could not be loaded', async () => {
    const store = opened([2]);
    await store.loadOlder(fakeHost({ olderRows: () => Promise.reject(new Error('disk')) }));
    expect([store.olderFailed, store.loadingOlder, store.first]).toEqual([true, false, 2]);
  });

  it('folds quiet notices as they come', () => {
    const store = opened([0]);
    for (const place of [1, 2, 3]) {
      store.apply({
        id: 'c',
        rev: 5 + place,
        reset: false,
        rows: [patchOf(place, [], row(`n${place}`, notice('quiet')))],
      });
    }
    expect(store.cell(1)!.folding).toEqual({ kind: 'lead', places: [1, 2, 3] });
    expect(store.cell(2)!.folding.kind).toBe('hidden');
    expect(store.cell(0)!.folding.kind).toBe('alone');
  });
});
