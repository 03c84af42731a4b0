import { Later } from '../shared/lib/later.svelte';

/*
 * What is not needed for the first frame (the script read before it is kept
 * under 150 KB). All of it is fetched right after, so that an approval or a
 * dialog never waits for it.
 */
export const transcript = new Later(() => import('../features/transcript/Transcript.svelte'));
export const approvalCard = new Later(() => import('../features/approvals/ApprovalCard.svelte'));
export const newConversation = new Later(
  () => import('../features/conversations/NewConversation.svelte'),
);
export const firstStart = new Later(() => import('../features/conversations/FirstStart.svelte'));
export const emptyConversation = new Later(
  () => import('../features/conversation/EmptyConversation.svelte'),
);
export const linkDialog = new Later(() => import('../features/transcript/LinkDialog.svelte'));
export const settingsPanel = new Later(() => import('../features/settings/SettingsPanel.svelte'));
export const queueList = new Later(() => import('../features/composer/QueueList.svelte'));

export const sidePanel = new Later(() => import('./SidePanel.svelte'));
export const toasts = new Later(() => import('./Toasts.svelte'));

export function loadTheRest(): void {
  const all = [
    transcript,
    approvalCard,
    toasts,
    emptyConversation,
    queueList,
    newConversation,
    settingsPanel,
    linkDialog,
    firstStart,
  ];
  for (const part of all) void part.load();
}
