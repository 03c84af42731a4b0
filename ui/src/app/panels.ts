import type { Component } from 'svelte';
import { Later } from '../shared/lib/later.svelte';
import type { TextKey } from '../shared/lib/text/index.svelte';
import type { ConversationStore } from '../state/conversation.svelte';
import type { PanelId } from '../state/places';

/** A side of a conversation. */
export interface Panel {
  readonly id: PanelId;
  readonly label: TextKey;
  readonly part: Later<{ default: Component<{ store: ConversationStore }> }>;
}

/**
 * The tabs at the right of a conversation, in their order: one entry each, e.g.
 * `{ id: 'process', label: 'panel.process', part: new Later(() => import('…')) },`
 */
export const panels: readonly Panel[] = [
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
