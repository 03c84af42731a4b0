import type {
  ConversationId,
  SavedScript,
  TrafficDetail,
  TrafficPage,
  TrafficQuery,
} from '../../generated';
import type { Host } from '../../host/types';

export function traffic(
  host: Host,
  conversation: ConversationId,
  query: TrafficQuery,
): Promise<TrafficPage> {
  return host.call('traffic', { conversation, query });
}

export function trafficLine(
  host: Host,
  conversation: ConversationId,
  row: number,
): Promise<TrafficDetail> {
  return host.call('traffic_line', { conversation, row });
}

/** As a profile of its own, or to a file the user names; null where none was named. */
export function saveScript(
  host: Host,
  conversation: ConversationId,
  asProfile: boolean,
): Promise<SavedScript | null> {
  return host.call('save_script', { conversation, asProfile });
}

export function diagnostics(host: Host): Promise<string> {
  return host.call('diagnostics');
}

/** Returns the path; null where the user named none. */
export function saveDiagnostics(host: Host, text: string): Promise<string | null> {
  return host.call('save_diagnostics', { text });
}
