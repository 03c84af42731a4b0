import { vi } from 'vitest';
import type { Host } from '../host/types';

/** A host whose every command does nothing and can be watched. */
export function fakeHost(change: Partial<Host> = {}): Host {
  const nothing = () => vi.fn(() => Promise.resolve(undefined as never));
  return {
    call: nothing(),
    startup: nothing(),
    pull: vi.fn(() => new Promise<never>(() => {})),
    olderRows: nothing(),
    profiles: nothing(),
    pickFolder: nothing(),
    createConversation: nothing(),
    prepare: nothing(),
    sendMessage: nothing(),
    stop: nothing(),
    forceStop: nothing(),
    restart: nothing(),
    setMode: nothing(),
    approvalShown: nothing(),
    answerApproval: nothing(),
    editQueued: nothing(),
    removeQueued: nothing(),
    setDraft: nothing(),
    renameConversation: nothing(),
    setPinned: nothing(),
    setArchived: nothing(),
    deleteConversation: nothing(),
    restoreConversation: nothing(),
    openWindow: nothing(),
    openLink: nothing(),
    changeSettings: nothing(),
    onSettings: () => () => {},
    onClosing: () => () => {},
    onDrag: () => () => {},
    onShowConversation: () => () => {},
    ...change,
  };
}
