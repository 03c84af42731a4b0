import { describe, expect, it } from 'vitest';
import type { Block, ConversationPatch } from '../generated';
import { block, header, patchOf, row, summary } from '../test/make';
import {
  applyList,
  applyRow,
  commit,
  emptyList,
  extendRow,
  planOlder,
  planPatch,
} from './apply-patch';
import type { ConversationView, RowData } from './apply-patch';
import { inParts } from './parts';

const nothing: ConversationView = { id: 'c', rev: 0, header: null, rows: new Map() };

function patch(change: Partial<ConversationPatch>): ConversationPatch {
  return { id: 'c', rev: 1, reset: false, rows: [], ...change };
}

function data(place: number, blocks: string[]): RowData {
  return {
    place,
    row: row(`i${place}`),
    blocks: inParts(blocks.map((html) => block(html))),
    count: blocks.length,
    whole: null,
  };
}

const shown = commit(
  nothing,
  planPatch(
    nothing,
    patch({
      rev: 7,
      reset: true,
      header: header(),
      rows: [patchOf(4, ['<p>a</p>']), patchOf(5, ['<p>b</p>', '<p>c</p>'])],
    }),
  ),
);

describe('a snapshot', () => {
  it('gives header, revision and rows at their places', () => {
    expect(shown).toEqual({
      id: 'c',
      rev: 7,
      header: header(),
      rows: new Map([
        [4, data(4, ['<p>a</p>'])],
        [5, data(5, ['<p>b</p>', '<p>c</p>'])],
      ]),
    });
  });

  it('forgets what was there', () => {
    const after = commit(
      shown,
      planPatch(shown, patch({ rev: 9, reset: true, rows: [patchOf(0, ['<p>z</p>'])] })),
    );
    expect([...after.rows.keys()]).toEqual([0]);
    expect(after.rev).toBe(9);
  });
});

describe('patches in order', () => {
  it('change only the block they name; the others stay the same objects', () => {
    const change = planPatch(
      shown,
      patch({
        rev: 8,
        rows: [{ place: 5, blocks: [[1, block('<p>c, and more</p>')]], blockCount: 2 }],
      }),
    );
    expect(change.gap).toBe(false);
    expect(change.rows).toEqual([data(5, ['<p>b</p>', '<p>c, and more</p>'])]);
    const after = commit(shown, change);
    expect(after.rows.get(4)).toBe(shown.rows.get(4));
    expect(after.rows.get(5)?.blocks[0]?.[0]?.[0]).toBe(shown.rows.get(5)?.blocks[0]?.[0]?.[0]);
  });

  it('leave a row alone that they repeat unchanged', () => {
    const change = planPatch(
      shown,
      patch({ rev: 8, rows: [{ place: 4, blocks: [[0, block('<p>a</p>')]], blockCount: 1 }] }),
    );
    expect(change.rows).toEqual([]);
    expect(commit(shown, change).rev).toBe(8);
  });

  it('add rows at the end and keep the header where they bring none', () => {
    const after = commit(shown, planPatch(shown, patch({ rev: 8, rows: [patchOf(6, [])] })));
    expect([...after.rows.keys()]).toEqual([4, 5, 6]);
    expect(after.header).toBe(shown.header);
  });

  it('shrink a row that has fewer blocks now', () => {
    const before = shown.rows.get(5);
    expect(applyRow(before, { place: 5, blocks: [], blockCount: 1 })).toEqual(
      data(5, ['<p>b</p>']),
    );
  });
});

describe('C78 a long row', () => {
  const whole = { bytes: 9000, lines: 400 };
  const head = applyRow(undefined, {
    place: 1,
    row: row('i1'),
    blocks: [[0, block('a')]],
    blockCount: 4,
    head: 1,
    whole,
  });

  it('is whole with its head alone', () => {
    expect(head).toEqual({ ...data(1, ['a']), count: 4, whole });
  });

  it('leaves aside what changes behind the blocks it has', () => {
    const patch = {
      place: 1,
      blocks: [[3, block('d')]] as [number, Block][],
      blockCount: 4,
      head: 1,
    };
    expect(applyRow(head!, { ...patch, whole })).toEqual(head);
    expect(applyRow(head!, { ...patch, head: 4, whole })).toBeNull();
  });

  it('keeps what was asked for when its head changes', () => {
    const more = extendRow(head!, 1, { blocks: [block('b'), block('c')], blockCount: 4 });
    const after = applyRow(more, {
      place: 1,
      blocks: [[0, block('A')]],
      blockCount: 4,
      head: 1,
      whole,
    });
    expect(after).toEqual({ ...data(1, ['A', 'b', 'c']), count: 4, whole });
  });

  it('takes no blocks that do not follow those it has', () => {
    expect(extendRow(head!, 2, { blocks: [block('c')], blockCount: 4 })).toBe(head);
  });
});

describe('what the view never got', () => {
  it.each([
    ['a row it does not have', { place: 9, blocks: [], blockCount: 0 }],
    ['a block before one it does not have', { place: 4, blocks: [[2, block('x')]], blockCount: 3 }],
  ] as const)('%s is a gap', (_, rowPatch) => {
    const change = planPatch(
      shown,
      patch({ rev: 8, rows: [{ ...rowPatch, blocks: rowPatch.blocks.map((one) => [...one]) }] }),
    );
    expect(change.gap).toBe(true);
  });

  it('a patch on nothing is a gap, a snapshot on nothing is not', () => {
    expect(planPatch(nothing, patch({ rev: 3 })).gap).toBe(true);
    expect(planPatch(nothing, patch({ rev: 3, reset: true })).gap).toBe(false);
  });
});

describe('older rows', () => {
  it('are added before those there are, which stay as they are', () => {
    const added = planOlder(shown, [patchOf(2, ['<p>y</p>']), patchOf(3, []), patchOf(4, ['old'])]);
    expect(added.map((one) => one.place)).toEqual([2, 3]);
  });
});

describe('the list', () => {
  it('is replaced by a snapshot, then changed and shortened', () => {
    const first = applyList(emptyList, {
      rev: 1,
      reset: true,
      changed: [summary('a'), summary('b')],
      removed: [],
      runningAgents: 1,
    });
    const second = applyList(first, {
      rev: 2,
      reset: false,
      changed: [summary('b', { title: 'new' })],
      removed: ['a'],
      runningAgents: 0,
    });
    expect(second).toEqual({
      rev: 2,
      items: new Map([['b', summary('b', { title: 'new' })]]),
      runningAgents: 0,
    });
  });
});
