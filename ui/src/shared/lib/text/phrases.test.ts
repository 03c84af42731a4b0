import { expect, it } from 'vitest';
import { phrasesOf, rustSources } from '../../../test/rust-words';
import { phrases } from './phrases.de';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();

/** By their codes, as the sources have them. */
const said = new Map(rustSources().flatMap(({ source }) => phrasesOf(source)));

it('every phrase of the host has its German, with the same places', () => {
  expect(said.size).toBeGreaterThan(50);
  const lacking = [...said.keys()].filter((code) => !(code in phrases));
  expect(lacking).toEqual([]);
  for (const [code, english] of said) {
    const unknown = places(phrases[code]!).filter((one) => !places(english).includes(one));
    expect({ code, unknown }).toEqual({ code, unknown: [] });
  }
});

it('every phrase of the catalogue is still said', () => {
  // Put in where a phrase names no tool.
  expect(Object.keys(phrases).filter((code) => !said.has(code))).toEqual(['anyTool']);
});

it('finds a phrase in whatever way it is written', () => {
  expect(
    phrasesOf(`
      const READS: Reason = ("onlyReads", "only reads");
      const GONE: Note = (
          "notThere",
          "It is not there.",
      );
      Phrase::new("asksLong", "Longer than {limit}.", &[("limit", &limit)]);
      say("ruleSame", "{tool} with these", &[]);
    `),
  ).toEqual([
    ['onlyReads', 'only reads'],
    ['notThere', 'It is not there.'],
    ['asksLong', 'Longer than {limit}.'],
    ['ruleSame', '{tool} with these'],
  ]);
});
