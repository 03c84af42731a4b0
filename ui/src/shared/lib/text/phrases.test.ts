import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { phrases } from './phrases.de';

const here = (path: string) => new URL(path, import.meta.url);
const folder = '../../../../../src-tauri/crates/host/src/approvals/';
const source = readdirSync(here(folder))
  .filter((name) => name.endsWith('.rs'))
  .map((name) => readFileSync(here(folder + name), 'utf8'))
  .join('\n');

it('every sentence the host makes about a request has its German', () => {
  // A code is the first text of a reason, a note or a phrase.
  const codes = [
    ...source.matchAll(/: (?:Reason|Note) = \(\s*"([a-z]\w+)"/g),
    ...source.matchAll(/Phrase::(?:new|plain)\(\s*"([a-z]\w+)"/g),
  ].map((match) => match[1]!);
  expect(codes.length).toBeGreaterThan(30);
  expect([...new Set(codes)].filter((code) => !(code in phrases))).toEqual([]);
});
