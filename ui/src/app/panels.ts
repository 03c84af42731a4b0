import type { Component } from 'svelte';
import type { Header } from '../generated';
import { Later } from '../shared/lib/later.svelte';
import type { TextKey } from '../shared/lib/text/index.svelte';
import type { ConversationStore } from '../state/conversation.svelte';
import type { PanelId } from '../state/places';

/** A side of a conversation. */
export interface Panel {
  readonly id: PanelId;
  readonly label: TextKey;
  readonly part: Later<{ default: Component<{ store: ConversationStore }> }>;
  /** It needs room: as much as the conversation. */
  readonly wide?: boolean;
  /** Whether it has anything to say of this conversation; always, where it is not told. */
  readonly fits?: (header: Header) => boolean;
}

/**
 * The tabs at the right of a conversation, in their order: one entry each, e.g.
 * `{ id: 'process', label: 'panel.process', part: new Later(() => import('…')) },`
 */
export const panels: readonly Panel[] = [
  {
    id: 'tasks',
    label: 'panel.tasks',
    part: new Later(() => import('../features/tasks/TasksPanel.svelte')),
  },
  {
    id: 'changes',
    label: 'panel.changes',
    part: new Later(() => import('../features/changes/ChangesPanel.svelte')),
    wide: true,
  },
  {
    id: 'terminal',
    label: 'panel.terminal',
    part: new Later(() => import('../features/terminal/TerminalPanel.svelte')),
    wide: true,
    fits: (header) => header.capabilities.terminal || header.terminal.shown > 0,
  },
  {
    id: 'traffic',
    label: 'panel.traffic',
    part: new Later(() => import('../features/inspector/TrafficPanel.svelte')),
  },
  {
    id: 'process',
    label: 'panel.process',
    part: new Later(() => import('../features/process/ProcessPanel.svelte')),
  },
];
