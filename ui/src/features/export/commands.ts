import type {
  ConversationId,
  ExportOutline,
  ExportProgress,
  ExportRequest,
  ImportReport,
} from '../../generated';
import type { Host } from '../../host/types';

/** The turns of a conversation, to choose from. */
export function exportOutline(host: Host, conversation: ConversationId): Promise<ExportOutline> {
  return host.call('export_outline', { conversation });
}

/** Asks where to, and starts; `null` where the user thought better of it. */
export function startExport(host: Host, request: ExportRequest): Promise<number | null> {
  return host.call('start_export', { request });
}

/** How far an export is; its end is told once. */
export function exportProgress(host: Host, number: number): Promise<ExportProgress> {
  return host.call('export_progress', { export: number });
}

export function cancelExport(host: Host, number: number): Promise<void> {
  return host.call('cancel_export', { export: number });
}

/** Asks for a file and reads it in; `null` where the user thought better of it. */
export function importConversations(host: Host): Promise<ImportReport | null> {
  return host.call('import_conversations');
}
