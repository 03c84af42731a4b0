import { expect, it } from 'vitest';
import type { Entry } from './palette.logic';
import { fit, ranked } from './palette.logic';

const entry = (title: string): Entry => ({ id: title, title, group: 'command', run: () => {} });

it('finds by the letters in their order, whole words before scattered ones', () => {
  const all = ['Stop the turn', 'Settings', 'Show tasks', 'New conversation'].map(entry);
  expect(ranked(all, 'st').map(({ title }) => title)[0]).toBe('Stop the turn');
  expect(ranked(all, 'task').map(({ title }) => title)).toEqual(['Show tasks']);
  expect(ranked(all, 'zz')).toEqual([]);
  expect(ranked(all, '  ').length).toBe(4);
});

it('ignores case and spaces', () => {
  expect(fit('New conversation', 'NEW conv')).toBeGreaterThan(0);
});
