import type {
  ApprovalAnswer,
  ApprovalKey,
  ConversationId,
  DryRun,
  RuleDraft,
  RuleProposals,
  RuleView,
} from '../../generated';
import type { Host } from '../../host/types';

/** The commands of a request beyond showing and answering it. */

/** The end of the arguments was reached in this window. */
export function approvalSeen(
  host: Host,
  conversation: ConversationId,
  key: ApprovalKey,
  argsSha256: string,
): Promise<void> {
  return host.call('approval_seen', { conversation, key, argsSha256 });
}

/** Denies what waits in one conversation, or everywhere. Returns how many. */
export function denyAll(
  host: Host,
  conversation: ConversationId | null,
  reason: string,
): Promise<number> {
  return host.call('deny_all', { conversation, reason });
}

/** Allows several calls with the same arguments that only read, each once. */
export function allowTogether(
  host: Host,
  conversation: ConversationId,
  keys: ApprovalKey[],
  argsSha256: string,
): Promise<void> {
  return host.call('allow_together', { conversation, keys, argsSha256 });
}

export function ruleProposals(
  host: Host,
  conversation: ConversationId,
  key: ApprovalKey,
): Promise<RuleProposals> {
  return host.call('rule_proposals', { conversation, key });
}

/** Keeps a rule, and answers this request by it. */
export function answerByRule(
  host: Host,
  answer: ApprovalAnswer,
  draft: RuleDraft,
): Promise<RuleView> {
  return host.call('answer_by_rule', { answer, draft });
}

/** What a rule would have done with past calls; keeps nothing. */
export function tryRule(host: Host, draft: RuleDraft): Promise<DryRun> {
  return host.call('try_rule', { draft });
}
