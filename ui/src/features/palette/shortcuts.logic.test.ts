import { expect, it } from 'vitest';
import { USUAL_KEYS } from '../../app/keys';
import type { WindowCommand } from '../../app/keys';
import { takenBy, withKeys } from './shortcuts.logic';

it('the usual keys of every command are its own', () => {
  const commands = Object.keys(USUAL_KEYS) as WindowCommand[];
  expect(commands.filter((one) => takenBy(USUAL_KEYS[one], one, {}) !== null)).toEqual([]);
});

it.each([
  ['mod+k', 'palette'],
  ['mod+enter', 'allow'],
  ['mod+f', 'find'],
  ['mod+c', 'edit'],
  ['mod+v', 'edit'],
  ['mod+shift+z', 'edit'],
  ['mod+arrowleft', 'edit'],
  ['mod+e', null],
])('%s is for %s', (keys, what) => {
  expect(takenBy(keys, 'inbox', {})).toBe(what);
});

it('the usual keys are taken while another command has them', () => {
  const chosen = withKeys(withKeys({}, 'inbox', 'mod+e'), 'new', USUAL_KEYS.inbox);
  expect(takenBy(USUAL_KEYS.inbox, 'inbox', chosen)).toBe('new');
  const freed = withKeys(chosen, 'new', USUAL_KEYS.new);
  expect(freed).toEqual({ inbox: 'mod+e' });
  expect(takenBy(USUAL_KEYS.inbox, 'inbox', freed)).toBeNull();
});
