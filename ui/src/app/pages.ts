import type { Component } from 'svelte';
import type { PageId } from '../state/places';
import { Later } from '../shared/lib/later.svelte';

/** A page gets the part of it that is asked for, if any. */
export type PagePart = Later<{ default: Component<{ part?: string }> }>;

/**
 * The pages there are: one line each, loaded when first shown, e.g.
 * `inbox: new Later(() => import('../features/inbox/InboxPage.svelte')),`
 */
export const pages: Partial<Record<PageId, PagePart>> = {
  inbox: new Later(() => import('../features/inbox/InboxPage.svelte')),
  rules: new Later(() => import('../features/rules/RulesPage.svelte')),
  agents: new Later(() => import('../features/agents/AgentsPage.svelte')),
  settings: new Later(() => import('../features/settings/SettingsPage.svelte')),
  tasks: new Later(() => import('../features/tasks/TasksPage.svelte')),
  nib: new Later(() => import('../features/nib/NibPage.svelte')),
  welcome: new Later(() => import('../features/first/FirstStepsPage.svelte')),
  ledger: new Later(() => import('../features/ledger/LedgerPage.svelte')),
};
