import { Later } from '../shared/lib/later.svelte';

/*
 * What is not needed for the first frame (the script read before it is kept
 * under 150 KB). What is read is fetched right after, all else once that is there, so
 * that an approval or a dialog never waits for it.
 */
export const transcript = new Later(() => import('../features/transcript/Transcript.svelte'));
export const approvalCard = new Later(() => import('../features/approvals/ApprovalCard.svelte'));
export const denyAllDialog = new Later(() => import('../features/approvals/DenyAllDialog.svelte'));
export const conversationMenu = new Later(
  () => import('../features/conversations/ConversationMenu.svelte'),
);
export const renameField = new Later(() => import('../features/conversations/RenameField.svelte'));
export const searchHits = new Later(() => import('../features/conversations/SearchHits.svelte'));
export const safeView = new Later(() => import('../features/safe/SafeView.svelte'));
export const closingDialog = new Later(() => import('../features/windows/ClosingDialog.svelte'));
export const workspaceGone = new Later(() => import('../features/windows/WorkspaceGone.svelte'));
export const newConversation = new Later(
  () => import('../features/conversations/NewConversation.svelte'),
);
export const firstStart = new Later(() => import('../features/conversations/FirstStart.svelte'));
export const emptyConversation = new Later(
  () => import('../features/conversation/EmptyConversation.svelte'),
);
export const linkDialog = new Later(() => import('../features/transcript/LinkDialog.svelte'));
export const exportDialog = new Later(() => import('../features/export/ExportDialog.svelte'));
export const findBar = new Later(() => import('../features/transcript/FindBar.svelte'));
export const settingsPanel = new Later(() => import('../features/settings/SettingsPanel.svelte'));
export const contextBanner = new Later(() => import('../features/again/ContextBanner.svelte'));
export const editingNote = new Later(() => import('../features/again/EditingNote.svelte'));
export const operationBar = new Later(() => import('../features/nib/OperationBar.svelte'));
export const queueList = new Later(() => import('../features/composer/QueueList.svelte'));
export const composerTools = new Later(() => import('../features/composer/tools'));

export const palette = new Later(() => import('../features/palette/Palette.svelte'));
export const shortcutSheet = new Later(() => import('../features/palette/ShortcutSheet.svelte'));
/** Only where the archive did not open. */
export const archiveTrouble = new Later(() => import('../features/trouble/ArchiveTrouble.svelte'));
export const banners = new Later(() => import('../features/conversation/Banners.svelte'));
export const pendingBar = new Later(() => import('../features/conversation/PendingBar.svelte'));
export const sidePanel = new Later(() => import('./SidePanel.svelte'));
export const toasts = new Later(() => import('./Toasts.svelte'));

export async function loadTheRest(): Promise<void> {
  const all = [
    banners,
    pendingBar,
    transcript,
    approvalCard,
    composerTools,
    toasts,
    emptyConversation,
    queueList,
    contextBanner,
    editingNote,
    newConversation,
    conversationMenu,
    renameField,
    searchHits,
    safeView,
    closingDialog,
    workspaceGone,
    settingsPanel,
    linkDialog,
    exportDialog,
    findBar,
    firstStart,
  ];
  // One after the other: the window answers in between.
  for (const part of all) await part.load();
}
