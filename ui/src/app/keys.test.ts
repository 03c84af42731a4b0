import { expect, it } from 'vitest';
import { combination, keysInForce, printed, USUAL_KEYS, windowCommand } from './keys';

const press = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, ctrlKey: true, ...more });

it('every command has keys of its own, and every one a modifier', () => {
  const keys = Object.values(USUAL_KEYS);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((one) => one.startsWith('mod+'))).toBe(true);
});

it('knows a command by its keys, and no text by accident', () => {
  expect(windowCommand(press('k'))).toBe('palette');
  expect(windowCommand(press('K', { shiftKey: true }))).toBe('search');
  expect(windowCommand(press('k', { ctrlKey: false, metaKey: true }))).toBe('palette');
  expect(windowCommand(press('k', { ctrlKey: false }))).toBeNull();
  expect(windowCommand(press('Control'))).toBeNull();
  expect(windowCommand(press('k', { altKey: true }))).toBeNull();
});

it('keys that the user chose take the place of the usual ones', () => {
  const chosen = { new: 'mod+shift+n', unheard: 'mod+x' };
  expect(windowCommand(press('n'), chosen)).toBeNull();
  expect(windowCommand(press('N', { shiftKey: true }), chosen)).toBe('new');
  expect(keysInForce(chosen).palette).toBe('mod+k');
});

it('a key that composes is nobody’s command', () => {
  expect(combination(press('k', { isComposing: true }))).toBeNull();
});

it('a sign is the same key with and without Shift', () => {
  expect(windowCommand(press('/', { shiftKey: true }))).toBe('shortcuts');
  expect(combination(press('ArrowDown', { shiftKey: true }))).toBe('mod+shift+arrowdown');
});

it('“?” shows the keys, but not to one who is writing', () => {
  const ask = (target: HTMLElement) => {
    let found: string | null = null;
    document.body.append(target);
    target.addEventListener('keydown', (event) => (found = windowCommand(event)));
    target.dispatchEvent(press('?', { ctrlKey: false, shiftKey: true }));
    target.remove();
    return found;
  };
  expect(ask(document.createElement('main'))).toBe('shortcuts');
  expect(ask(document.createElement('textarea'))).toBeNull();
});

it('prints keys as they are on the keyboard', () => {
  expect(printed('mod+shift+k', false)).toBe('Ctrl Shift K');
  expect(printed('mod+arrowdown', true)).toBe('⌘ ↓');
});
