import { expect, it } from 'vitest';
import type { ConversationSummary } from '../../generated';
import { summary } from '../../test/make';
import { grouped, matching, neighbour, Order } from './list.logic';
import type { Group } from './list.logic';

const all = [
  summary('old', { updatedAt: 1 }),
  summary('other', { updatedAt: 5, workspace: '/x', workspaceLabel: '~/x' }),
  summary('new', { updatedAt: 9 }),
  summary('kept', { updatedAt: 2, pinned: true }),
  summary('away', { updatedAt: 8, archived: true }),
];

const shape = (groups: readonly Group[]) =>
  groups.map((group) => [group.kind, group.label, group.items.map((one) => one.id)]);

it('groups by folder, newest first, pinned on top and archived last', () => {
  expect(shape(grouped(all))).toEqual([
    ['pinned', '', ['kept']],
    ['workspace', '~/w', ['new', 'old']],
    ['workspace', '~/x', ['other']],
    ['archived', '', ['away']],
  ]);
});

it('finds by every word of the title, whatever its case', () => {
  const items = [summary('a', { title: 'Speed up the Cache' }), summary('b', { title: 'Cache' })];
  expect(matching(items, 'cache SPEED').map((one) => one.id)).toEqual(['a']);
  expect(matching(items, '  ')).toHaveLength(2);
});

it('steps through the list as it is shown', () => {
  const groups = grouped(all);
  expect(neighbour(groups, 'kept', 1)).toBe('new');
  expect(neighbour(groups, 'other', -1)).toBe('old');
  expect(neighbour(groups, 'kept', -1)).toBeNull();
  expect(neighbour(groups, null, 1)).toBe('kept');
  expect(neighbour([], null, 1)).toBeNull();
});

it('keeps the order by changes as if it were made anew', () => {
  const order = new Order();
  let items = new Map<string, ConversationSummary>();
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 400; round++) {
    items = new Map(items);
    const id = `c${random(40)}`;
    if (random(6) === 0) items.delete(id);
    else {
      const workspace = `/w${random(4)}`;
      items.set(
        id,
        summary(id, {
          workspace,
          workspaceLabel: workspace,
          updatedAt: random(20),
          pinned: random(5) === 0,
          archived: random(5) === 0,
        }),
      );
    }
    expect(shape(order.of(items))).toEqual(shape(grouped([...items.values()])));
  }
});

it('C86 a change of one among 5,000 leaves every other group as it was', () => {
  const items = new Map(
    Array.from({ length: 5000 }, (_, n) => {
      const one = summary(`c${n}`, { updatedAt: n, workspace: `/w${n % 50}` });
      return [one.id, one] as const;
    }),
  );
  const order = new Order();
  const before = order.of(items);
  expect(order.of(new Map(items))).toBe(before);
  const changed = new Map(items).set(
    'c7',
    summary('c7', { updatedAt: 7, workspace: '/w7', unread: true }),
  );
  const after = order.of(changed);
  const same = after.filter((group) => before.includes(group));
  expect(same).toHaveLength(49);
  expect(after.map((group) => group.id)).toEqual(before.map((group) => group.id));
});
