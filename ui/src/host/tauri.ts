import { invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import type { Batch } from '../generated';
import type { Host } from './types';

const decoder = new TextDecoder();

/** A subscription that can be given up before it was established. */
function subscribe<T>(event: string, listener: (payload: T) => void, target?: string): () => void {
  const options = target === undefined ? undefined : { target };
  const established = listen<T>(event, (message) => listener(message.payload), options);
  return () => {
    void established.then((stop) => stop());
  };
}

/** This window's label, for what is told to one window and not meant for another. */
function ownLabel(): string | undefined {
  const tauri = (window as { __TAURI_INTERNALS__?: Internals }).__TAURI_INTERNALS__;
  return tauri?.metadata?.currentWindow?.label;
}

interface Internals {
  metadata?: { currentWindow?: { label?: string } };
}

/** The real host: each method is one command of the shell. */
export const tauriHost: Host = {
  call: (command, args) => invoke(command, args),
  startup: () => invoke('startup'),
  async pull(request) {
    // Raw bytes: the shell writes the JSON once, and nothing on the way reads it.
    const bytes = await invoke<ArrayBuffer>('pull', { request });
    return JSON.parse(decoder.decode(bytes)) as Batch;
  },
  olderRows: (conversation, before, limit) => invoke('older_rows', { conversation, before, limit }),
  profiles: () => invoke('profiles'),
  pickFolder: (start) => invoke('pick_folder', { start: start || null }),
  createConversation: (profile, workspace) => invoke('create_conversation', { profile, workspace }),
  prepare: (conversation) => invoke('prepare', { conversation }),
  sendMessage: (conversation, text, files) => invoke('send_message', { conversation, text, files }),
  stop: (conversation) => invoke('stop', { conversation }),
  forceStop: (conversation) => invoke('force_stop', { conversation }),
  restart: (conversation) => invoke('restart', { conversation }),
  setMode: (conversation, mode) => invoke('set_mode', { conversation, mode }),
  approvalShown: (conversation, key, argsSha256) =>
    invoke('approval_shown', { conversation, key, argsSha256 }),
  answerApproval: (answer) => invoke('answer_approval', { answer }),
  editQueued: (conversation, id, text) => invoke('edit_queued', { conversation, id, text }),
  removeQueued: (conversation, id) => invoke('remove_queued', { conversation, id }),
  setDraft: (conversation, text) => invoke('set_draft', { conversation, text }),
  renameConversation: (conversation, title) =>
    invoke('rename_conversation', { conversation, title }),
  setPinned: (conversation, value) => invoke('set_pinned', { conversation, value }),
  setArchived: (conversation, value) => invoke('set_archived', { conversation, value }),
  deleteConversation: (conversation) => invoke('delete_conversation', { conversation }),
  restoreConversation: (conversation) => invoke('restore_conversation', { conversation }),
  openWindow: (conversation) => invoke('open_window', { conversation }),
  openLink: (url) => invoke('open_link', { url }),
  changeSettings: (settings) => invoke('change_settings', { settings }),
  onSettings: (listener) => subscribe('settings', listener),
  onClosing: (listener) => subscribe('closing', listener),
  onDrag: (listener) => subscribe('drag', listener, ownLabel()),
  onShowConversation: (listener) => subscribe('show-conversation', listener),
};
