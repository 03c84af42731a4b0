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
    expect(store.cell(11)!.data.blocks).toEqual([[block('<p>more</p>')]]);
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

  it('C36 holds nothing once it is left, and drops what was still on its way', async () => {
    const store = opened([10, 11]);
    let answer: (rows: { rows: ReturnType<typeof patchOf>[] }) => void = () => {};
    const host = fakeHost({ olderRows: () => new Promise((resolve) => (answer = resolve)) });
    const older = store.loadOlder(host);
    store.close();
    answer({ rows: [patchOf(9, ['<p>late</p>'])] });
    await older;
    store.apply({
      id: 'c',
      rev: 9,
      reset: true,
      header: header(),
      rows: [patchOf(1, ['<p>b</p>'])],
    });
    expect([1, 9, 10, 11].map((place) => store.cell(place))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(store.placeOf('i10')).toBeUndefined();
    expect([store.onApplied, store.onAnnounce]).toEqual([null, null]);
  });

  it('lets go of its first rows and loads them again as older ones', async () => {
    const store = opened([0, 1, 2, 3, 4]);
    store.letGo(3);
    expect([store.first, store.end, store.hasOlder]).toEqual([3, 5, true]);
    expect([store.cell(2), store.placeOf('i2')]).toEqual([undefined, undefined]);
    store.apply({ id: 'c', rev: 6, reset: false, rows: [patchOf(5, ['<p>new</p>'])] });
    expect([store.first, store.end, store.rev]).toEqual([3, 6, 6]);
    await store.loadOlder(
      fakeHost({
        olderRows: async (_, before) => ({
          rows: Array.from({ length: before }, (_unused, place) => patchOf(place, [])),
        }),
      }),
    );
    expect([store.first, store.cell(0)!.data.row.id]).toEqual([0, 'i0']);
  });

  it('lets go of no part of what is folded together', () => {
    const store = new ConversationStore('c');
    const rows = [
      patchOf(0, []),
      ...[1, 2, 3].map((place) => patchOf(place, [], row(`n${place}`, notice('quiet')))),
      patchOf(4, []),
    ];
    store.apply({ id: 'c', rev: 1, reset: true, header: header(), rows });
    store.letGo(2);
    expect(store.first).toBe(4);
  });

  it('finds the place from which on there is not too much', () => {
    const store = new ConversationStore('c');
    const rows = Array.from({ length: 10 }, (_, place) => patchOf(place, ['x'.repeat(100)]));
    store.apply({ id: 'c', rev: 1, reset: true, header: header(), rows });
    expect(store.tail(20, 10_000, 2)).toBe(0);
    expect(store.tail(4, 10_000, 2)).toBe(6);
    expect(store.tail(20, 350, 2)).toBe(7);
    expect(store.tail(20, 50, 2)).toBe(8);
  });

  it('loads what is around a place far up, and nothing that lies between', async () => {
    const store = opened([5_000, 5_001]);
    const asked: unknown[] = [];
    const call = <T>(command: string, args?: Record<string, unknown>) => {
      const from = Number(args?.['from']);
      asked.push([command, from, args?.['limit']]);
      const rows = Array.from({ length: 100 }, (_, i) => patchOf(from + i, [`<p>${from + i}</p>`]));
      return Promise.resolve({ rows } as T);
    };
    await store.loadAround(fakeHost({ call }), 500);
    expect(asked).toEqual([['rows_at', 460, 100]]);
    expect([store.first, store.end]).toEqual([460, 5_002]);
    expect([459, 460, 559, 560, 5_001].map((place) => !!store.cell(place))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
    // It is there: nothing is asked. What is missing beside it is, when it is seen.
    await store.loadAround(fakeHost({ call }), 520);
    await store.loadMissing(fakeHost({ call }), 560);
    expect(asked.slice(1)).toEqual([['rows_at', 520, 100]]);
    expect(!!store.cell(619)).toBe(true);
    // Older ones go on from the first that is held.
    const before: number[] = [];
    await store.loadOlder(
      fakeHost({
        olderRows: (_, at) => {
          before.push(at);
          return Promise.resolve({ rows: [patchOf(459, [])] });
        },
      }),
    );
    expect([before, store.first]).toEqual([[460], 459]);
  });

  it('leaves a change of a row that is missing aside, and asks for no snapshot', async () => {
    const store = opened([100, 101]);
    store.keepFrom(10);
    const patch = { place: 50, blocks: [], blockCount: 1 };
    store.apply({ id: 'c', rev: 6, reset: false, rows: [patch] });
    expect([store.rev, store.first, store.cell(50)]).toEqual([6, 10, undefined]);
  });

  it('stops asking for rows that can not be read until it is told to go on', async () => {
    const store = opened([100]);
    store.keepFrom(10);
    let asked = 0;
    const call = () => (asked++, Promise.reject(new Error('disk')));
    await store.loadMissing(fakeHost({ call }), 20);
    await store.loadMissing(fakeHost({ call }), 20);
    expect([asked, store.olderFailed]).toEqual([1, true]);
    store.olderFailed = false;
    await store.loadMissing(fakeHost({ call }), 20);
    expect(asked).toBe(2);
  });
});
