import type { LedgerFormat, LedgerPage, LedgerQuery } from '../../generated';
import type { Host } from '../../host/types';

export function ledger(host: Host, query: LedgerQuery): Promise<LedgerPage> {
  return host.call('ledger', { query });
}

/** Asks where to, and writes all that the query finds. Returns the path; null where it was given up. */
export function exportLedger(
  host: Host,
  query: LedgerQuery,
  format: LedgerFormat,
): Promise<string | null> {
  return host.call('export_ledger', { query, format });
}
