import type { Component } from 'svelte';
import { Later } from '../../shared/lib/later.svelte';
import { tx as providers } from './providers/text';

/** A section of the settings page: one line each. */
export interface SettingsSection {
  readonly id: string;
  readonly title: () => string;
  readonly content: Later<{ default: Component }>;
}

export const sections: readonly SettingsSection[] = [
  {
    id: 'providers',
    title: () => providers('title'),
    content: new Later(() => import('./providers/ProvidersSection.svelte')),
  },
];

/** The section of that name, or the first. */
export function sectionOf(part: string | undefined): SettingsSection {
  const found = sections.find((section) => section.id === part) ?? sections[0];
  if (!found) throw new Error('there are no settings');
  return found;
}
