import type { ConversationId, TerminalPart } from '../../generated';
import type { Host } from '../../host/types';

export function terminalPart(
  host: Host,
  conversation: ConversationId,
  place: number,
): Promise<TerminalPart> {
  return host.call('terminal_part', { conversation, place });
}

export function terminalType(
  host: Host,
  conversation: ConversationId,
  text: string,
): Promise<void> {
  return host.call('terminal_type', { conversation, text });
}

export function terminalResize(
  host: Host,
  conversation: ConversationId,
  rows: number,
  columns: number,
): Promise<void> {
  return host.call('terminal_resize', { conversation, rows, columns });
}
