import type { ArchiveTrouble, RepairReport } from '../../generated';
import type { Host } from '../../host/types';

/** Why there is no archive; `null` where there is one. */
export function archiveTrouble(host: Host): Promise<ArchiveTrouble | null> {
  return host.call('archive_trouble');
}

/** Opens the archive once more; refused with the reason where it still can't be. */
export function openAgain(host: Host): Promise<void> {
  return host.call('open_again');
}

/** Saves what can be read of a damaged archive; the old one is kept. */
export function repairArchive(host: Host): Promise<RepairReport> {
  return host.call('repair_archive');
}

export function showDataFolder(host: Host): Promise<void> {
  return host.call('show_data_folder');
}
