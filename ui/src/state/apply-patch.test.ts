import { describe, expect, it } from 'vitest';
import type { ConversationPatch } from '../generated';
import { block, header, patchOf, row, summary } from '../test/make';
import { applyList, applyRow, commit, emptyList, planOlder, planPatch } from './apply-patch';
import type { ConversationView } from './apply-patch';

const nothing: ConversationView = { id: 'c', rev: 0, header: null, rows: new Map() };

function patch(change: Partial<ConversationPatch>): ConversationPatch {
  return { id: 'c', rev: 1, reset: false, rows: [], ...change };
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
        [4, { place: 4, row: row('i4'), blocks: [block('<p>a</p>')] }],
        [5, { place: 5, row: row('i5'), blocks: [block('<p>b</p>'), block('<p>c</p>')] }],
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
    expect(change.rows).toEqual([
      { place: 5, row: row('i5'), blocks: [block('<p>b</p>'), block('<p>c, and more</p>')] },
    ]);
    const after = commit(shown, change);
    expect(after.rows.get(4)).toBe(shown.rows.get(4));
    expect(after.rows.get(5)?.blocks[0]).toBe(shown.rows.get(5)?.blocks[0]);
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
    expect(applyRow(before, { place: 5, blocks: [], blockCount: 1 })).toEqual({
      place: 5,
      row: row('i5'),
      blocks: [block('<p>b</p>')],
    });
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
