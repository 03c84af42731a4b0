import type { Plural } from './en';
import { fill, language } from './index.svelte';
import type { TextValues } from './index.svelte';

type Texts<K extends string> = Record<K, string | Plural>;

/**
 * The texts of a feature that is loaded later, in `text.ts` beside it, so that
 * they are not part of the script at the start:
 * `export const catalogues = { en: {…}, de: {…} }; export const t = textsOf(catalogues);`
 */
export function textsOf<K extends string>(catalogues: { en: Texts<K>; de: Texts<K> }) {
  return (key: K, values: TextValues = {}): string => fill(catalogues[language()][key], values);
}

/** Words that came in every language, in the window's; English where that is not among them. */
export function inLanguage(
  words: Readonly<Record<string, string | undefined>> | null | undefined,
): string | undefined {
  return words?.[language()] ?? words?.['en'];
}
