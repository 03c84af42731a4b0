import type { TasksPage, TasksQuery } from '../../generated';
import type { Host } from '../../host/types';

export function tasks(host: Host, query: TasksQuery): Promise<TasksPage> {
  return host.call('tasks', { query });
}
