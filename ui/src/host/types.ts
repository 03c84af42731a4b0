import type {
  ApprovalAnswer,
  ApprovalKey,
  Batch,
  Closing,
  ConversationId,
  OlderRows,
  Problem,
  ProfileView,
  PullRequest,
  Sending,
  Settings,
  Startup,
} from '../generated';
import { wordedPart } from '../shared/lib/text/index.svelte';

/**
 * Everything the window can ask of Parley. One implementation talks to the
 * real shell (`tauri.ts`), one plays recordings (`replay.ts`).
 * Every promise rejects with a `Problem`.
 */
export interface Host {
  /**
   * Any other command of the shell. Each feature wraps those it needs in typed
   * functions (`features/<feature>/commands.ts`), loaded with the feature.
   */
  call<T>(command: string, args?: Record<string, unknown>): Promise<T>;
  startup(): Promise<Startup>;
  /** Waits until there is something to tell; at most one call at a time. */
  pull(request: PullRequest): Promise<Batch>;
  olderRows(conversation: ConversationId, before: number, limit: number): Promise<OlderRows>;
  profiles(): Promise<ProfileView[]>;
  pickFolder(start: string): Promise<string | null>;
  createConversation(profile: string, workspace: string): Promise<ConversationId>;
  prepare(conversation: ConversationId): Promise<void>;
  sendMessage(
    conversation: ConversationId,
    text: string,
    /** Files of the draft, by their ids. */
    files: readonly string[],
  ): Promise<Sending>;
  stop(conversation: ConversationId): Promise<void>;
  forceStop(conversation: ConversationId): Promise<void>;
  restart(conversation: ConversationId): Promise<void>;
  setMode(conversation: ConversationId, mode: string): Promise<void>;
  approvalShown(conversation: ConversationId, key: ApprovalKey, argsSha256: string): Promise<void>;
  answerApproval(answer: ApprovalAnswer): Promise<void>;
  editQueued(conversation: ConversationId, id: string, text: string): Promise<void>;
  removeQueued(conversation: ConversationId, id: string): Promise<void>;
  setDraft(conversation: ConversationId, text: string): Promise<void>;
  renameConversation(conversation: ConversationId, title: string): Promise<void>;
  setPinned(conversation: ConversationId, value: boolean): Promise<void>;
  setArchived(conversation: ConversationId, value: boolean): Promise<void>;
  deleteConversation(conversation: ConversationId): Promise<void>;
  restoreConversation(conversation: ConversationId): Promise<void>;
  openWindow(conversation: ConversationId): Promise<void>;
  openLink(url: string): Promise<void>;
  changeSettings(settings: Settings): Promise<Settings>;
  /** Settings changed in another window. Returns how to stop listening. */
  onSettings(listener: (settings: Settings) => void): () => void;
  /** The window is to be closed while agents are at work. */
  onClosing(listener: (closing: Closing) => void): () => void;
  /** Files are dragged over this window, or were dropped on it. */
  onDrag(listener: (drag: Drag) => void): () => void;
  /** A notification or a second start asks this window to show a conversation. */
  onShowConversation(listener: (conversation: ConversationId) => void): () => void;
}

/** What is done with files over a window: they came, left again, or were dropped. */
export type Drag = 'over' | 'out' | 'dropped';

/** Anything thrown by a host, as a `Problem` that can be shown. */
export function toProblem(error: unknown): Problem {
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    return { code: String(error.code), message: wordedPart(String(error.message)) };
  }
  return { code: 'unknown', message: error instanceof Error ? error.message : String(error) };
}
