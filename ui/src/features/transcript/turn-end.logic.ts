import type { TurnOutcome } from '../../generated';
import { wholeSeconds } from '../../shared/lib/time';
import { t, worded, wordedPart } from '../../shared/lib/text/index.svelte';

/** How a turn ended, in words. */
export function outcomeWords(outcome: TurnOutcome): string {
  switch (outcome.kind) {
    case 'failed':
      // The error above has said why.
      return outcome.message === ''
        ? t('end.failedAbove')
        : t('end.failed', { message: worded(outcome.message) });
    case 'timedOut':
      return t('end.timedOut', { time: wholeSeconds(outcome.limitSecs * 1000) });
    case 'agentExited':
      return t('end.agentExited', { how: wordedPart(outcome.how) });
    default:
      return t(`end.${outcome.kind}`);
  }
}
