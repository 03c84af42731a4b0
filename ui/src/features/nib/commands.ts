import type { ConversationId, FieldProblem, OperationRequest, ProjectView } from '../../generated';
import type { Host } from '../../host/types';
import type { Form } from './form.logic';

export function project(host: Host, folder: string): Promise<ProjectView> {
  return host.call('project', { folder });
}

export function checkOperation(host: Host, folder: string, form: Form): Promise<FieldProblem[]> {
  return host.call('check_operation', { folder, form });
}

/** Runs it, and says in which conversation. */
export function runOperation(host: Host, request: OperationRequest): Promise<ConversationId> {
  return host.call('run_operation', { request });
}
