import type { Settings } from '../../generated';
import type { PageId } from '../../state/places';

/** The sections of the settings page, in their order. */
export const SECTIONS = [
  'appearance',
  'conversations',
  'approvals',
  'agents',
  'providers',
  'notifications',
  'storage',
  'privacy',
  'advanced',
] as const;
export type SectionId = (typeof SECTIONS)[number];

/** The settings a user chooses on the page; the rest are kept by what they do elsewhere. */
export type Chosen = Omit<Settings, 'lastProfile' | 'lastWorkspace' | 'shortcuts' | 'firstSteps'>;
export type SettingId = keyof Chosen;

/** How a setting is chosen. Numbers are worded by their unit; 0 has words of its own. */
export type Form<T> =
  | { readonly form: 'segments' | 'select'; readonly options: readonly T[]; readonly unit?: Unit }
  | { readonly form: 'switch' }
  | { readonly form: 'size' };
export type Unit = 'mib' | 'days' | 'secs';

export type Setting = {
  [K in SettingId]: {
    readonly id: K;
    readonly section: SectionId;
    /** What a fresh Parley has, as the host says. */
    readonly usual: Chosen[K];
  } & Form<Chosen[K]>;
}[SettingId];

/** What is on the page besides settings: places to go to, things to do, facts. */
export type Fact = { readonly id: FactId; readonly section: SectionId } & (
  | { readonly form: 'page'; readonly page: PageId }
  | { readonly form: 'action'; readonly action: Action }
  | { readonly form: 'folder'; readonly under?: string }
  | { readonly form: 'words' }
);
export type Action = 'import' | 'diagnostics';
export type FactId =
  | 'rules'
  | 'ledger'
  | 'inbox'
  | 'profiles'
  | 'import'
  | 'dataFolder'
  | 'account'
  | 'network'
  | 'telemetry'
  | 'redaction'
  | 'welcome'
  | 'logs'
  | 'diagnostics'
  | 'version';

export type Entry = Setting | Fact;

/** Everything on the page. A section's entries are shown in this order. */
export const ENTRIES: readonly Entry[] = [
  {
    id: 'theme',
    section: 'appearance',
    form: 'segments',
    options: ['system', 'light', 'dark'],
    usual: 'system',
  },
  {
    id: 'language',
    section: 'appearance',
    form: 'segments',
    options: ['system', 'en', 'de'],
    usual: 'system',
  },
  { id: 'textPercent', section: 'appearance', form: 'size', usual: 100 },

  {
    id: 'agentsWithoutWindow',
    section: 'conversations',
    form: 'select',
    options: ['keep', 'whileBusy', 'stop'],
    usual: 'whileBusy',
  },
  {
    id: 'lastWindow',
    section: 'conversations',
    form: 'select',
    options: ['ask', 'keep', 'stop'],
    usual: 'ask',
  },

  { id: 'inbox', section: 'approvals', form: 'page', page: 'inbox' },
  { id: 'rules', section: 'approvals', form: 'page', page: 'rules' },
  { id: 'ledger', section: 'approvals', form: 'page', page: 'ledger' },

  { id: 'profiles', section: 'agents', form: 'page', page: 'agents' },
  {
    id: 'loginShell',
    section: 'agents',
    form: 'select',
    options: ['automatic', 'always', 'never'],
    usual: 'automatic',
  },
  {
    id: 'memoryCeilingMib',
    section: 'agents',
    form: 'select',
    options: [0, 1024, 2048, 4096, 8192, 16384],
    unit: 'mib',
    usual: 4096,
  },

  { id: 'notifyAlarms', section: 'notifications', form: 'switch', usual: true },
  {
    id: 'notifyTurnsSecs',
    section: 'notifications',
    form: 'select',
    options: [0, 1, 15, 30, 60, 300, 900],
    unit: 'secs',
    usual: 60,
  },

  {
    id: 'trafficMib',
    section: 'storage',
    form: 'select',
    options: [8, 32, 64, 256],
    unit: 'mib',
    usual: 32,
  },
  {
    id: 'trafficTotalMib',
    section: 'storage',
    form: 'select',
    options: [0, 256, 1024, 4096],
    unit: 'mib',
    usual: 1024,
  },
  {
    id: 'trafficDays',
    section: 'storage',
    form: 'select',
    options: [0, 7, 30, 90, 365],
    unit: 'days',
    usual: 0,
  },
  {
    id: 'archivedDays',
    section: 'storage',
    form: 'select',
    options: [0, 30, 90, 180, 365],
    unit: 'days',
    usual: 0,
  },
  { id: 'import', section: 'storage', form: 'action', action: 'import' },
  { id: 'dataFolder', section: 'storage', form: 'folder' },

  { id: 'account', section: 'privacy', form: 'words' },
  { id: 'network', section: 'privacy', form: 'words' },
  { id: 'telemetry', section: 'privacy', form: 'words' },
  { id: 'redaction', section: 'privacy', form: 'words' },

  { id: 'welcome', section: 'advanced', form: 'page', page: 'welcome' },
  { id: 'logs', section: 'advanced', form: 'folder', under: 'logs' },
  { id: 'diagnostics', section: 'advanced', form: 'action', action: 'diagnostics' },
  { id: 'version', section: 'advanced', form: 'words' },
];
