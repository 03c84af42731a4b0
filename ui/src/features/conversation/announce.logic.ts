import type { RowData } from '../../state/apply-patch';
import { t } from '../../shared/lib/text/index.svelte';
import { question } from '../approvals/card.logic';
import { outcomeWords } from '../transcript/turn-end.logic';

/**
 * What a patch is worth telling those who hear the window: that a turn began,
 * that a request came, that a turn ended. Nothing of what streams, and each of
 * them once, however often its row changes; two requests that read alike are two.
 */
export class Announcer {
  #told = new Set<string>();

  of(rows: readonly RowData[], agent: string): string | null {
    const asked: string[] = [];
    let words: string | null = null;
    for (const { row } of rows) {
      const body = row.body;
      if (body.kind === 'user' && body.delivery === 'sent') {
        if (this.#first(`${row.id} sent`)) words = t('status.started', { agent });
      } else if (body.kind === 'turnEnd') {
        if (this.#first(`${row.id} ended`))
          words = t('status.ended', { outcome: outcomeWords(body.outcome) });
      } else if (body.kind === 'tool' && body.approval?.state.state === 'pending') {
        const { epoch, request } = body.approval.key;
        if (this.#first(`${row.id} ${epoch}/${request}`))
          asked.push(t('status.asks', { agent, question: question(body.approval, body.name) }));
      }
    }
    return asked.length > 0 ? asked.join(' ') : words;
  }

  #first(what: string): boolean {
    if (this.#told.has(what)) return false;
    this.#told.add(what);
    return true;
  }
}
