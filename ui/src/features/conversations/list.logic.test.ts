import { expect, it } from 'vitest';
import { summary } from '../../test/make';
import { grouped, matching, neighbour } from './list.logic';

const all = [
  summary('old', { updatedAt: 1 }),
  summary('other', { updatedAt: 5, workspace: '/x', workspaceLabel: '~/x' }),
  summary('new', { updatedAt: 9 }),
  summary('kept', { updatedAt: 2, pinned: true }),
  summary('away', { updatedAt: 8, archived: true }),
];

it('groups by folder, newest first, pinned on top and archived last', () => {
  const groups = grouped(all);
  expect(
    groups.map((group) => [group.kind, group.label, group.items.map((one) => one.id)]),
  ).toEqual([
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
