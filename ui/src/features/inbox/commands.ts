import type { Inbox } from '../../generated';
import type { Host } from '../../host/types';

/** What waits in all conversations, and what was missed. */
export function inbox(host: Host): Promise<Inbox> {
  return host.call('inbox');
}
