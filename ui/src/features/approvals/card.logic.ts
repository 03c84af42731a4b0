import type { ApprovalCard, ApprovalState } from '../../generated';
import { t } from '../../shared/lib/text/index.svelte';

/** The question at the top of the card. */
export function question(card: ApprovalCard, tool: string): string {
  switch (card.subject.subject) {
    case 'command':
      return t('ask.command');
    case 'write':
      return card.subject.exists ? t('ask.overwrite') : t('ask.write');
    case 'edit':
      return t('ask.edit');
    case 'read':
      return t('ask.read');
    case 'url':
      return t('ask.url');
    case 'other':
      return t('ask.other', { tool });
  }
}

/** Everything that, when it changes, makes this another card than the one that was read. */
export function cardContent(card: ApprovalCard, queue: readonly string[]): string {
  const { epoch, callId, request } = card.key;
  return JSON.stringify([epoch, callId, request, card.argsSha256, card.mustScroll, queue]);
}

/** How a request was settled, in words; empty while it waits. */
export function settledWords(state: ApprovalState, by: string): string {
  const who = by === '' || by === 'you' ? t('settled.you') : by;
  switch (state.state) {
    case 'pending':
      return '';
    case 'sent':
      return t(`settled.sent.${state.decision.decision}`);
    case 'confirmed':
      if (state.decision.decision === 'allow' && state.decision.scope === 'always') {
        return t('settled.confirmed.always', { who });
      }
      return t(`settled.confirmed.${state.decision.decision}`, { who });
    case 'deliveryUnknown':
      return t('settled.unknown');
    case 'expired':
      return t(`settled.expired.${state.reason}`);
  }
}
