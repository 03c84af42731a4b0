import type { KeyView, ProvidersView } from '../../../generated';

/** A part of the page: a provider, or what belongs to none. */
export interface KeyGroup {
  /** The provider's id; `other` for the rest. */
  readonly id: string;
  /** Its name; empty for the rest. */
  readonly title: string;
  readonly variables: readonly string[];
  readonly keys: readonly KeyView[];
}

/** The keys by provider, in the host's order; last those of none. */
export function groups(view: ProvidersView): KeyGroup[] {
  const known = new Set(view.providers.flatMap((provider) => provider.variables));
  const of = (belongs: (key: KeyView) => boolean) => view.keys.filter(belongs).sort(byName);
  return [
    ...view.providers.map((provider) => ({
      id: provider.id,
      title: provider.title,
      variables: provider.variables,
      keys: of((key) => provider.variables.includes(key.variable)),
    })),
    { id: 'other', title: '', variables: [], keys: of((key) => !known.has(key.variable)) },
  ];
}

/** By variable; a shared key before those of single agents. */
function byName(a: KeyView, b: KeyView): number {
  return a.variable.localeCompare(b.variable) || (a.profile ?? '').localeCompare(b.profile ?? '');
}

/** Tells two keys apart in a list. */
export function keyId(key: KeyView): string {
  return `${key.profile ?? ''}/${key.variable}`;
}

/** The variable offered for a new key: the first of the provider without a shared key. */
export function offered(group: KeyGroup): string {
  const has = (name: string) => group.keys.some((key) => key.variable === name && !key.profile);
  return group.variables.find((name) => !has(name)) ?? group.variables[0] ?? '';
}

/** Whether a text can be a variable's name. The host says more of those it refuses. */
export function isVariable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name.trim());
}

export const PLACE_TEXT = {
  keychain: 'inKeychain',
  session: 'inSession',
  file: 'inFile',
} as const;
