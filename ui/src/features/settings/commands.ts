import type { Host } from '../../host/types';

/** Shows the folder of Parley's files in the desktop's own window. */
export function showDataFolder(host: Host): Promise<void> {
  return host.call('show_data_folder');
}
