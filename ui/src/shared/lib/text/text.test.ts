import { afterEach, expect, it } from 'vitest';
import { de } from './de';
import { en } from './en';
import type { Plural } from './en';
import type { TextKey } from './index.svelte';
import { preferredLanguage, t, tOr, useLanguage } from './index.svelte';
import { t as later } from './later/text';
import { phrases } from './phrases.de';
import { sentences } from './sentences/de';

afterEach(() => useLanguage('en'));

const texts = (entry: string | { one: string; other: string }) =>
  typeof entry === 'string' ? [entry] : [entry.one, entry.other];
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

interface FeatureTexts {
  catalogues: Record<'en' | 'de', Record<string, string | { one: string; other: string }>>;
}
/** Texts whose number is a limit, and never 1. */
const NEVER_ONE = new Set(['suggest.cut', 'days']);

const features = import.meta.glob<FeatureTexts>('../../../**/text.ts', { eager: true });

it.each(Object.entries(features))('%s says the same in both languages', (_path, { catalogues }) => {
  const { en, de } = catalogues;
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  for (const [key, entry] of Object.entries(en)) {
    expect({ key, places: texts(de[key]!).map(places) }).toEqual({
      key,
      places: texts(entry).map(places),
    });
  }
});

it('both catalogues have the same texts with the same places', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en) as TextKey[]) {
    expect({ key, places: texts(de[key]).map(places) }).toEqual({
      key,
      places: texts(en[key]).map(places),
    });
  }
});

it('says nothing of one as of several', () => {
  const all = [{ en, de }, ...Object.values(features).map((feature) => feature.catalogues)];
  for (const { en, de } of all) {
    const entries = Object.entries(en) as [keyof typeof de, string | Plural][];
    for (const [key, entry] of entries) {
      const several =
        typeof entry === 'string' && /\{(n|added|left|lines)\} \p{L}{3,}s\b/u.test(entry);
      expect({ key, several: several && !NEVER_ONE.has(key) }).toEqual({ key, several: false });
      expect({ key, form: typeof de[key] }).toEqual({ key, form: typeof entry });
    }
  }
});

/** What is one word in English and needs several in German: where, or of what, it is said. */
const SEVERAL_WORDS = new Set([
  ...['changes', 'code', 'done', 'edited', 'in', 'ran', 'running', 'starting…', 'stop'],
  ...['allowed by {who}', 'ask again', 'restart the agent', 'try the guide'],
]);

it('says the same thing by the same German words everywhere', () => {
  const said = new Map<string, Set<string>>();
  const all = [{ en, de }, ...Object.values(features).map((feature) => feature.catalogues)];
  for (const catalogues of all) {
    const german: Record<string, string | Plural> = catalogues.de;
    for (const [key, entry] of Object.entries(catalogues.en)) {
      const [english, translated] = [entry, german[key]!].map((one) => texts(one).join('\n'));
      const known = said.get(english!.toLowerCase()) ?? new Set();
      said.set(english!.toLowerCase(), known.add(translated!.toLowerCase()));
    }
  }
  const differ = [...said].filter(
    ([english, german]) => german.size > 1 && !SEVERAL_WORDS.has(english),
  );
  expect(differ.map(([english, german]) => [english, ...german])).toEqual([]);
  expect([...SEVERAL_WORDS].filter((english) => said.get(english)?.size === 1)).toEqual([]);
});

it('says du to whoever reads', () => {
  const all = [de, phrases, sentences, ...Object.values(features).map((one) => one.catalogues.de)];
  // At the beginning of a sentence it may be “they” as well.
  const formal = all.flatMap((catalogue) =>
    Object.entries(catalogue).filter(([, entry]) =>
      texts(entry).some((text) => /^Sie$|[^.?!:„\s]\s+(Sie|Ihnen|Ihre?[nmrs]?)\b/.test(text)),
    ),
  );
  expect(formal).toEqual([]);
});

it('goes by the plural of the language', async () => {
  expect([0, 1, 2].map((n) => t('ask.pendingBar', { n }))).toEqual([
    '0 requests wait for you',
    '1 request waits for you',
    '2 requests wait for you',
  ]);
  await useLanguage('de');
  expect(t('ask.pendingBar', { n: 1 })).toBe('1 Anfrage wartet auf dich');
  expect(document.documentElement.lang).toBe('de');
});

it('never takes a value for a place', () => {
  expect(later('list.deleted', { title: 'a {title} b' })).toBe('“a {title} b” was deleted.');
});

it('falls back where a made-up key has no text', () => {
  expect(tOr('mode.default', 'x')).toBe('Ask before acting');
  expect(tOr('mode.unheard', 'unheard')).toBe('unheard');
});

it('takes the first language it knows', () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(preferredLanguage(['fr'])).toBe('en');
});
