import type {
  ApprovalCard,
  ApprovalState,
  ConversationId,
  Decider,
  Header,
  ItemId,
} from '../../generated';
import { t } from '../../shared/lib/text/index.svelte';
import { deciderWords } from './decider.logic';

/** Where a request comes from, as its card needs it. */
export interface CardPlace {
  readonly conversation: ConversationId;
  readonly agent: string;
  readonly workspace: string;
  readonly workspaceLabel: string;
  /** The protocol's own "always" in words; null where it has none or it is not offered here. */
  readonly alwaysScope: string | null;
  /** What waits beside it, in its order: when that moves, the card is to be read anew. */
  readonly queue: readonly ItemId[];
}

/** The place of a request in the conversation on screen. */
export function placeIn(conversation: ConversationId, header: Header | null): CardPlace {
  return {
    conversation,
    agent: header?.agent ?? '',
    workspace: header?.workspace ?? '',
    workspaceLabel: header?.workspaceLabel ?? '',
    alwaysScope: header?.capabilities.alwaysScope ?? null,
    queue: header?.pending ?? [],
  };
}

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

/** The one argument that matters, for a line. */
export function headline(card: ApprovalCard): string {
  switch (card.subject.subject) {
    case 'command':
      return card.subject.command;
    case 'url':
      return card.subject.url;
    case 'other':
      return card.rawArgs.replace(/\s+/g, ' ').slice(0, 200);
    default:
      return card.subject.path;
  }
}

/** Everything that, when it changes, makes this another card than the one that was read. */
export function cardContent(card: ApprovalCard, queue: readonly ItemId[], item: ItemId): string {
  const { epoch, callId, request } = card.key;
  // Its own place, the length and both ends tell every move of a queue that only
  // grows at its end, without its thousand names.
  const stands = [queue.indexOf(item), queue.length, queue[0], queue[queue.length - 1]];
  return JSON.stringify([epoch, callId, request, card.argsSha256, card.mustScroll, stands]);
}

/** An answer that is on its way for longer than this, in milliseconds, is said to be unconfirmed. */
export const UNCONFIRMED_AFTER = 5000;

/** How a request was settled, in words; empty while it waits. `sentFor`: how long its answer is under way. */
export function settledWords(
  state: ApprovalState,
  by: Decider | null | undefined,
  sentFor = 0,
): string {
  const who = deciderWords(by) || t('settled.you');
  switch (state.state) {
    case 'pending':
      return '';
    case 'sent':
      return sentFor > UNCONFIRMED_AFTER
        ? t(`settled.unconfirmed.${state.decision.decision}`, { who })
        : t(`settled.sent.${state.decision.decision}`, { who });
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

/** Whether the answer was no. */
export function isDenied(state: ApprovalState): boolean {
  return 'decision' in state && state.decision.decision === 'deny';
}

/** What is worth saying even where the call is folded: how it ended is not what was hoped for. */
export function isOdd(state: ApprovalState): boolean {
  return state.state === 'expired' || state.state === 'deliveryUnknown';
}
