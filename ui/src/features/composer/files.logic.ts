import type { DraftFile, NotAttached } from '../../generated';
import { catalogues, t } from './text';
import { wordedPart } from '../../shared/lib/text/index.svelte';

/** The name of a file for people: what was pasted has no name of its own. */
export function nameOf(file: Pick<DraftFile, 'kind' | 'name'>): string {
  if (file.kind === 'text') return t('pasted');
  if (file.name.startsWith('pasted-picture-')) return t('pastedPicture');
  return file.name;
}

/** Why a file was not attached: in the window's language, or the host's words. */
export function reasonOf(one: NotAttached): string {
  const key = `refused.${one.code}`;
  return key in catalogues.en
    ? t(key as keyof typeof catalogues.en, { name: one.name })
    : wordedPart(one.text);
}

/** Where the focus goes when one of so many is taken out; null for the message box. */
export function neighbour(at: number, count: number): number | null {
  if (count <= 1) return null;
  return Math.min(at, count - 2);
}
