import { describe, expect, it } from 'vitest';
import type { Block } from '../generated';
import { block, header, notice, patchOf, row } from '../test/make';
import { fakeHost } from '../test/fake-host';
import { ConversationStore } from './conversation.svelte';
import { blockAt, isGone, lengthOf } from './parts';

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
    expect(store.cell(11)!.data.blocks).toEqual([[[block('<p>more</p>')]]]);
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

describe('a row of many blocks', () => {
  const html = (from: number, count: number, said = 'block') =>
    Array.from({ length: count }, (_, n) => `<p>${said} ${from + n}</p>`);
  const long = (count: number) => {
    const store = new ConversationStore('c');
    const rows = [patchOf(0, html(0, count), row('a', { kind: 'text' }, true))];
    store.apply({ id: 'c', rev: 1, reset: true, header: header(), rows });
    return store;
  };
  const parts = (store: ConversationStore) => store.cell(0)!.data.blocks;
  const here = (store: ConversationStore) =>
    [...parts(store).keys()].filter((at) => !isGone(parts(store)[at]));
  const more = (store: ConversationStore, rev: number, from: number, count: number, of = from) =>
    store.apply({
      id: 'c',
      rev,
      reset: false,
      rows: [
        {
          place: 0,
          blocks: html(from, count, 'late').map((one, n) => [from + n, block(one)]),
          blockCount: Math.max(of, from + count),
        },
      ],
    });
  const text = (store: ConversationStore, place: number) => blockAt(parts(store), place)?.html;

  it('holds its end while it grows, and all it has is counted', () => {
    const store = long(950);
    expect(here(store)).toEqual([6, 7, 8, 9]);
    more(store, 2, 950, 100);
    expect(here(store)).toEqual([7, 8, 9, 10]);
    expect(lengthOf(parts(store))).toBe(1050);
    expect(text(store, 1049)).toBe('<p>late 1049</p>');
    expect(store.rev).toBe(2);
  });

  it('comes from a snapshot without what is far', () => {
    const store = new ConversationStore('c');
    const end = html(400, 30).map((one, n): [number, Block] => [400 + n, block(one)]);
    const of = { place: 0, row: row('a'), from: 400, blocks: end, blockCount: 430 };
    store.apply({ id: 'c', rev: 1, reset: true, header: header(), rows: [of] });
    expect([store.rev, here(store), lengthOf(parts(store))]).toEqual([1, [4], 430]);
    expect(text(store, 429)).toBe('<p>block 429</p>');
    more(store, 2, 430, 1);
    expect(lengthOf(parts(store))).toBe(431);
  });

  it('asks for what comes near the reader, and lets it go when they are away', async () => {
    const store = long(2000);
    const asked: unknown[] = [];
    const host = fakeHost({
      call: async <T>(_: string, args?: Record<string, unknown>) => {
        asked.push([args?.['from'], args?.['most']]);
        // No more than is sent at once.
        const blocks = html(Number(args?.['from']), 60).slice(0, Number(args?.['most']));
        return { blocks: blocks.map((one) => block(one)), blockCount: 2000 } as T;
      },
    });
    const loads: Promise<void>[] = [];
    store.onLacking = (place, at) => void loads.push(store.loadChapter(host, place, at));
    const { seen } = store.cell(0)!;
    seen.tell(5, true);
    await Promise.resolve();
    await Promise.all(loads);
    expect(here(store)).toEqual([4, 5, 6, 16, 17, 18, 19]);
    expect(asked.slice(0, 3)).toEqual([
      [400, 100],
      [500, 100],
      [600, 100],
    ]);
    expect(asked.slice(3)).toEqual([
      [460, 40],
      [560, 40],
      [660, 40],
    ]);
    expect([400, 599, 699].map((place) => text(store, place))).toEqual([
      '<p>block 400</p>',
      '<p>block 599</p>',
      '<p>block 699</p>',
    ]);
    const held = parts(store)[5];
    seen.tell(5, false);
    seen.tell(8, true);
    await Promise.resolve();
    await Promise.all(loads);
    expect(here(store)).toEqual([5, 6, 7, 8, 9, 16, 17, 18, 19]);
    expect(parts(store)[5]).toBe(held);
  });

  it('drops an answer that a change came before, and asks again', async () => {
    const store = long(2000);
    const answers: ((blocks: string[]) => void)[] = [];
    const host = fakeHost({
      call: <T>() =>
        new Promise<T>((resolve) =>
          answers.push((of) =>
            resolve({ blocks: of.map((one) => block(one)), blockCount: 2000 } as T),
          ),
        ),
    });
    const loads: Promise<void>[] = [];
    store.onLacking = (place, at) => void loads.push(store.loadChapter(host, place, at));
    store.cell(0)!.seen.tell(0, true);
    await Promise.resolve();
    expect(answers).toHaveLength(2);
    more(store, 2, 30, 1, 2000);
    // What has not changed is not asked for twice.
    expect(answers).toHaveLength(3);
    answers[0]!(html(0, 100));
    answers[1]!(html(100, 100));
    await Promise.all(loads.slice(0, 2));
    expect(here(store).slice(0, 1)).toEqual([1]);
    answers[2]!(html(0, 100, 'new'));
    await Promise.all(loads);
    expect(text(store, 30)).toBe('<p>new 30</p>');
    expect(text(store, 130)).toBe('<p>block 130</p>');
  });

  it('is asked for again where it could not be had', async () => {
    const store = long(2000);
    let fails = true;
    const host = fakeHost({
      call: async <T>(_: string, args?: Record<string, unknown>) => {
        if (fails) throw new Error('disk');
        const blocks = html(Number(args?.['from']), 100).map((one) => block(one));
        return { blocks, blockCount: 2000 } as T;
      },
    });
    await expect(store.loadChapter(host, 0, 3)).rejects.toThrow('disk');
    fails = false;
    store.cell(0)!.seen.tell(3, true);
    await store.loadChapter(host, 0, 3);
    expect(here(store)).toContain(3);
  });
});
