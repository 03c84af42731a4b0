import { expect, it } from 'vitest';
import { joined, split } from './words.logic';

it.each([
  [['cargo', 'test']],
  [['git', 'commit', '-m', "it's done"]],
  [['echo', '', 'a b', '"', '\\', '$HOME']],
])('%j comes back as it was', (words) => {
  expect(split(joined(words))).toEqual(words);
});

it.each([
  ['cargo  test ', ['cargo', 'test']],
  ["grep 'a b' x", ['grep', 'a b', 'x']],
  ['a\\ b c', ['a b', 'c']],
  ["open 'quote", null],
  ['', []],
])('%j is %j', (line, words) => {
  expect(split(line)).toEqual(words);
});
