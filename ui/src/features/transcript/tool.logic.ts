import type { RowBody, ToolKind } from '../../generated';
import type { TextValues } from '../../shared/lib/text/index.svelte';
import type { AnyKey } from '../../shared/lib/text/later/text';
import { deciderWords } from '../approvals/decider.logic';
import { worded } from '../../shared/lib/text/index.svelte';

export type ToolBody = Extract<RowBody, { kind: 'tool' }>;
export type Tone = 'quiet' | 'off' | 'ok' | 'wait' | 'bad' | 'busy';

/** A text of the catalogue and what fills it. */
export interface Words {
  readonly key: AnyKey;
  readonly values?: TextValues;
}

/** The verb of a call as it stands: "Wants to edit", "Editing", "Edited". */
export function verb(body: ToolBody): AnyKey {
  const kind: ToolKind = body.tool;
  switch (body.state.state) {
    case 'awaitingApproval':
      return `tool.${kind}.wants`;
    case 'allowed':
    case 'running':
      return `tool.${kind}.doing`;
    case 'succeeded':
      return `tool.${kind}.done`;
    case 'failed':
      return `tool.${kind}.failed`;
    case 'denied':
    case 'cancelled':
      return `tool.${kind}.wanted`;
  }
}

/** How a call stands, in words and with a tone. */
export function status(body: ToolBody): Words & { readonly tone: Tone } {
  const state = body.state;
  switch (state.state) {
    case 'awaitingApproval':
      // A mode or a rule may let it pass: the user is not asked so far.
      if (!body.approval) return { key: 'tool.status.checking', tone: 'busy' };
      if (body.approval.state.state === 'sent')
        return { key: 'tool.status.answering', tone: 'busy' };
      if (body.approval.state.state === 'deliveryUnknown') {
        return { key: 'tool.status.unknown', tone: 'wait' };
      }
      return { key: 'tool.status.waiting', tone: 'wait' };
    case 'allowed':
    case 'running':
      if (state.state === 'running' && state.unasked) {
        return { key: 'tool.status.unasked', tone: 'bad' };
      }
      return { key: 'tool.status.running', tone: 'busy' };
    case 'succeeded':
      if (body.unasked) return { key: 'tool.status.unasked', tone: 'bad' };
      if (body.allowedBy?.by === 'you') return { key: 'tool.status.allowedYou', tone: 'ok' };
      if (body.allowedBy) {
        return {
          key: 'tool.status.allowedBy',
          values: { who: deciderWords(body.allowedBy) },
          tone: 'ok',
        };
      }
      return { key: 'tool.status.done', tone: 'quiet' };
    case 'failed':
      return { key: 'tool.status.failed', tone: 'bad' };
    case 'denied':
      return state.reason
        ? { key: 'tool.status.deniedWith', values: { reason: worded(state.reason) }, tone: 'bad' }
        : { key: 'tool.status.denied', tone: 'bad' };
    case 'cancelled':
      return state.reason
        ? {
            key: 'tool.status.cancelledWith',
            values: { reason: worded(state.reason) },
            tone: 'off',
          }
        : { key: 'tool.status.cancelled', tone: 'off' };
  }
}

/** Whether it ran although the user had denied it, or while it still waited for the user. */
export function ranAnyway(body: ToolBody): boolean {
  const state = body.approval?.state;
  return (
    state?.state === 'expired' &&
    state.reason === 'protocolViolation' &&
    ['running', 'succeeded', 'failed'].includes(body.state.state)
  );
}

/** Whether the card asks the user now. */
export function asks(body: ToolBody): boolean {
  return body.approval?.state.state === 'pending';
}

/** What stands after the verb: the argument that matters, or the tool's name where there is none. */
export function subjectOf(body: ToolBody): string {
  if (body.tool === 'other' || !body.subject) {
    return body.subject ? `${body.name} ${body.subject}` : body.name;
  }
  return body.subject;
}

/** Calls whose output is the point of them are open; one that only read is folded. */
export function openAtFirst(body: ToolBody): boolean {
  return body.tool !== 'read' && body.tool !== 'search';
}
