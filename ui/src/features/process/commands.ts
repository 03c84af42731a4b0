import type { ConversationId, ProcessView } from '../../generated';
import type { Host } from '../../host/types';

export function processes(host: Host, conversation: ConversationId): Promise<ProcessView> {
  return host.call('processes', { conversation });
}

export function allProcesses(host: Host): Promise<ProcessView[]> {
  return host.call('all_processes');
}
