import type { Phrase } from '../../../generated';
import { en } from './en';
import type { Plural } from './en';
import type { Wording } from './sentences/matching';

export type TextKey = keyof typeof en;
export type Catalogue = Record<TextKey, string | Plural>;
export type TextValues = Record<string, string | number>;

/** Languages there are catalogues for. */
export type Language = 'en' | 'de';

let catalogue = $state.raw<Catalogue>(en);
let current = $state.raw<Language>('en');
let rules = new Intl.PluralRules('en');
let phrases = $state.raw<Readonly<Record<string, string>>>({});
let wording = $state.raw<Wording | null>(null);

/** The language that fits what the system asks for. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'de' || language === 'en') return language;
  }
  return 'en';
}

export async function useLanguage(language: Language): Promise<void> {
  // English is always there; what another language needs is loaded only where it is used.
  const loaded =
    language === 'de'
      ? await Promise.all([import('./de'), import('./phrases.de'), import('./sentences/de')])
      : null;
  // All at once: nothing is ever said half in one language and half in another.
  catalogue = loaded?.[0].de ?? en;
  // The host's own sentences are English already.
  phrases = loaded?.[1].phrases ?? {};
  wording = loaded?.[2].german ?? null;
  current = language;
  rules = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** Speaks the language of the settings: one of its own, or what fits the system. */
export async function speak(chosen: string | undefined): Promise<void> {
  const fits = chosen === 'de' || chosen === 'en' ? chosen : preferredLanguage(navigator.languages);
  if (fits !== current) await useLanguage(fits);
}

export function language(): Language {
  return current;
}

/** How times and dates are written: as where the user is, if that is how they speak. */
export function region(): string {
  const fits = (one: string) => one.toLowerCase().split('-')[0] === current;
  return navigator.languages.find(fits) ?? current;
}

/** A text in the window's language, with its `{places}` filled in. */
export function t(key: TextKey, values: TextValues = {}): string {
  return fill(catalogue[key], values);
}

/** An entry of a catalogue by the plural of its `{n}`, with its `{places}` filled in. */
export function fill(entry: string | Plural, values: TextValues): string {
  const text =
    typeof entry === 'string'
      ? entry
      : rules.select(Number(values['n'] ?? 0)) === 'one'
        ? entry.one
        : entry.other;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? value.toLocaleString(current) : value;
  });
}

/** A text whose key is put together; the fallback where there is none. */
export function tOr(key: string, fallback: string, values: TextValues = {}): string {
  return key in catalogue ? t(key as TextKey, values) : fallback;
}

/** A sentence of the host in the window's language; its own English where there is none. */
export function say(phrase: Phrase): string {
  const text = phrases[phrase.code];
  if (text === undefined) return phrase.text;
  const values: TextValues = {};
  for (const [name, value] of Object.entries(phrase.values)) values[name] = wordedPart(value);
  if (values['tool'] === '') values['tool'] = phrases['anyTool'] ?? '';
  return fill(text, values);
}

/**
 * A text that the host may have worded (a refusal, a notice, an error), in the
 * window's language. What an agent, the system or the user said stays as it is.
 */
export function worded(text: string): string {
  return wording ? wording.text(text) : text;
}

/** The same of a text that is always the host's, however short: `exit code 3`. */
export function wordedPart(text: string): string {
  return wording ? wording.part(text) : text;
}
