import { expect, it } from 'vitest';
import { summary } from '../../test/make';
import { grouped } from './list.logic';
import { beginsSearch, isOpen, listMove, moved, Rows, successor } from './rows.logic';

const groups = grouped([
  summary('a', { updatedAt: 9 }),
  summary('b', { updatedAt: 8 }),
  summary('c', { updatedAt: 7, workspace: '/x', workspaceLabel: '~/x' }),
  summary('z', { updatedAt: 1, archived: true }),
]);
const sizes = { head: 10, item: 20 };
const rows = (turned: string[] = []) =>
  new Rows(groups, sizes, (group) => isOpen(group, turned, false));
const keys = (of: ReturnType<Rows['within']>) => of.map((row) => [row.key, row.top]);

it('knows where every line is without making the others', () => {
  const all = rows();
  expect(all.height).toBe(10 + 40 + 10 + 20 + 10);
  expect(keys(all.within(0, 1000))).toEqual([
    ['head folder /w', 0],
    ['a', 10],
    ['b', 30],
    ['head folder /x', 50],
    ['c', 60],
    ['head archived', 80],
  ]);
  expect(keys(all.within(30, 51))).toEqual([
    ['b', 30],
    ['head folder /x', 50],
  ]);
  expect(keys(all.within(11, 12))).toEqual([['a', 10]]);
});

it('what was put away is folded until it is asked for, and a search folds nothing', () => {
  const away = groups.find((group) => group.kind === 'archived')!;
  expect(isOpen(away, [], false)).toBe(false);
  expect(isOpen(away, ['archived'], false)).toBe(true);
  expect(isOpen(away, [], true)).toBe(true);
  expect(isOpen(groups[0]!, [groups[0]!.id], false)).toBe(false);
  const folded = rows(['folder /w']);
  expect(folded.count).toBe(4);
  expect(folded.placeOf('a')).toBe(-1);
  expect(folded.placeOf('c')).toBe(2);
});

it('moves by the keys of a tree', () => {
  const all = rows();
  const to = (from: string | null, key: string) => {
    const move = listMove({ key } as KeyboardEvent)!;
    return all.at(moved(all, from, move, 2))?.key;
  };
  expect(to(null, 'ArrowDown')).toBe('head folder /w');
  expect(to('a', 'ArrowDown')).toBe('b');
  expect(to('b', 'ArrowDown')).toBe('head folder /x');
  expect(to('head folder /w', 'ArrowUp')).toBe('head folder /w');
  expect(to('c', 'Home')).toBe('head folder /w');
  expect(to('a', 'End')).toBe('head archived');
  expect(to('a', 'PageDown')).toBe('head folder /x');
  expect(to('b', 'ArrowLeft')).toBe('head folder /w');
  expect(to('head folder /x', 'ArrowRight')).toBe('c');
  expect(listMove({ key: 'ArrowDown', ctrlKey: true } as KeyboardEvent)).toBeNull();
});

it('a letter begins a search, a command does not', () => {
  const key = (of: Partial<KeyboardEvent>) => beginsSearch(of as KeyboardEvent);
  expect(key({ key: 'a' })).toBe(true);
  expect(key({ key: 'ü' })).toBe(true);
  for (const other of [
    { key: ' ' },
    { key: 'Enter' },
    { key: 'a', ctrlKey: true },
    { key: 'a', isComposing: true },
  ]) {
    expect(key(other)).toBe(false);
  }
});

it('the next conversation takes the place of one that goes', () => {
  expect(successor(rows(), 'a')).toBe('b');
  expect(successor(rows(), 'b')).toBe('a');
  expect(successor(rows(), 'c')).toBeNull();
});
