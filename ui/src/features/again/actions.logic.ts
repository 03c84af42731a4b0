import type { Delivery, Header, ItemId, RowBody, TurnOutcome } from '../../generated';
import { wordedPart } from '../../shared/lib/text/index.svelte';

/** What can be done with a message of the user's. */
export interface MessageActions {
  /** Its text can be changed and sent again. */
  readonly edit: boolean;
  /** How it is sent again unchanged; null where it can't be. */
  readonly again: 'again' | 'sendAgain' | 'runAgain' | null;
  /** Sending it again begins a new conversation. */
  readonly branches: boolean;
  /** Why it can't be sent again; empty where it can. */
  readonly why: string;
}

/** An undelivered message was seen by no agent: there is nothing to take back. */
function unseen(delivery: Delivery): boolean {
  return delivery === 'undelivered';
}

export function messageActions(
  header: Pick<Header, 'resend'>,
  body: Extract<RowBody, { kind: 'user' }>,
): MessageActions {
  const means = unseen(body.delivery) ? 'inPlace' : header.resend.means;
  if (header.resend.means === 'refused' && means === 'refused') {
    return { edit: false, again: null, branches: false, why: wordedPart(header.resend.reason) };
  }
  const again = body.operation ? 'runAgain' : unseen(body.delivery) ? 'sendAgain' : 'again';
  return { edit: !body.operation, again, branches: means === 'branch', why: '' };
}

/** The user's message a turn began with, by its row. */
export function messageOf(turn: string): ItemId {
  return `u/${turn}`;
}

/** Endings after which "Continue" says something an agent can act on. */
export function canContinue(header: Pick<Header, 'resend'>, outcome: TurnOutcome): boolean {
  // An agent that remembers nothing has nothing to continue.
  return outcome.kind !== 'completed' && header.resend.means !== 'inPlace';
}

/** The key of what to do after an ending; null where nothing need be said. */
export function hintOf(outcome: TurnOutcome) {
  const hints = {
    completed: null,
    failed: 'hintFailed',
    stopped: 'hintStopped',
    interrupted: 'hintInterrupted',
    timedOut: 'hintTimedOut',
    agentExited: 'hintAgentExited',
    unfinished: 'hintUnfinished',
  } as const;
  return hints[outcome.kind];
}
