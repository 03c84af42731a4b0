import type { CostSum, Header } from '../../generated';
import { money } from '../../shared/lib/money';
import { tokens } from '../../shared/lib/time';
import { t } from './text';

/** What a conversation cost, one amount a currency; empty where nothing is known. */
export function spentInShort(costs: readonly CostSum[]): string {
  return costs.map((sum) => money(sum.nanos, sum.currency)).join(' + ');
}

/** All that is known of it, a line each. */
export function spentInFull({ usage, costs = [] }: Pick<Header, 'usage' | 'costs'>): string {
  const lines: string[] = [];
  if (usage) {
    lines.push(
      t('spent.tokens', {
        input: tokens(usage.inputTokens),
        output: tokens(usage.outputTokens),
      }),
    );
    if (usage.cacheReadTokens > 0)
      lines.push(t('spent.cached', { cached: tokens(usage.cacheReadTokens) }));
  }
  for (const sum of costs) {
    const amount = money(sum.nanos, sum.currency);
    lines.push(t('spent.cost', { amount, n: sum.turns }));
    if (sum.told === sum.turns) lines.push(t('spent.told'));
    else if (sum.told > 0) lines.push(t('spent.toldInPart', { n: sum.told }));
  }
  return lines.join('\n');
}
