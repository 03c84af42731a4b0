import type { RowData } from '../../state/apply-patch';
import { t } from '../../shared/lib/text/index.svelte';
import { question } from '../approvals/card.logic';
import { outcomeWords } from '../transcript/turn-end.logic';

/**
 * What a patch is worth telling those who hear the window: that a turn began,
 * that a request came, that a turn ended. Nothing of what streams.
 */
export function announcement(rows: readonly RowData[], agent: string): string | null {
  let words: string | null = null;
  for (const { row } of rows) {
    const body = row.body;
    if (body.kind === 'user' && body.delivery === 'sent') words = t('status.started', { agent });
    else if (body.kind === 'turnEnd') {
      words = t('status.ended', { outcome: outcomeWords(body.outcome) });
    } else if (body.kind === 'tool' && body.approval?.state.state === 'pending') {
      return t('status.asks', { agent, question: question(body.approval, body.name) });
    }
  }
  return words;
}
