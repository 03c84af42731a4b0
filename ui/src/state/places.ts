/** A page that takes the place of the conversation. */
export type PageId =
  'inbox' | 'tasks' | 'rules' | 'ledger' | 'agents' | 'settings' | 'nib' | 'welcome';

/** The page shown, and what of it: a section, a project, a conversation. */
export interface Page {
  readonly id: PageId;
  readonly part?: string;
}

/** A side of the conversation, shown on its right. */
export type PanelId = 'tasks' | 'changes' | 'traffic' | 'process' | 'terminal';
