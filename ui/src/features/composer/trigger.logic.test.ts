import { expect, it } from 'vitest';
import { pieces, putWords, replaced, triggerAt, written } from './trigger.logic';

/** The trigger at the `|` of a text. */
function at(marked: string) {
  const cursor = marked.indexOf('|');
  return triggerAt(marked.replace('|', ''), cursor);
}

it('a file is named where a word begins', () => {
  expect(at('@|')).toEqual({ kind: 'file', from: 0, query: '' });
  expect(at('see @src/ma| please')).toEqual({ kind: 'file', from: 4, query: 'src/ma' });
  expect(at('see (@a|)')).toEqual({ kind: 'file', from: 5, query: 'a' });
  expect(at('two\n@x|')).toEqual({ kind: 'file', from: 4, query: 'x' });
  for (const none of ['a@b|', '@ |', '@a b|', '|@a', '@a@b|'])
    expect([none, at(none)]).toEqual([none, null]);
});

it('a command is the first word of all', () => {
  expect(at('/|')).toEqual({ kind: 'command', from: 0, query: '' });
  expect(at('/mode acc|')).toEqual({ kind: 'command', from: 0, query: 'mode acc' });
  for (const none of ['and/or|', ' /|', '/a\n|', '|/a', '/a|b'])
    expect([none, at(none)]).toEqual([none, null]);
});

it('what is chosen takes the place of what was typed', () => {
  expect(replaced('see @ma now', 4, 7, 'src/main.rs')).toEqual({
    text: 'see src/main.rs now',
    cursor: 15,
  });
  expect(written('a b.txt')).toBe('"a b.txt"');
  expect(putWords('look', 4, 4, '/a')).toEqual({ text: 'look /a ', cursor: 8 });
  expect(putWords('', 0, 0, '/a b')).toEqual({ text: '"/a b" ', cursor: 7 });
});

it('shows which characters fit', () => {
  expect(pieces('äb/c', [0, 3])).toEqual([
    { text: 'ä', fits: true },
    { text: 'b/', fits: false },
    { text: 'c', fits: true },
  ]);
});
