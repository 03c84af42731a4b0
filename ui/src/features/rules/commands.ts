import type { RuleDraft, RuleId, RuleView, RulesPage } from '../../generated';
import type { Host } from '../../host/types';

export function rules(host: Host): Promise<RulesPage> {
  return host.call('rules');
}

export function addRule(host: Host, draft: RuleDraft): Promise<RuleView> {
  return host.call('add_rule', { draft });
}

export function removeRule(host: Host, rule: RuleId): Promise<void> {
  return host.call('remove_rule', { rule });
}

/** Brings back a rule that was removed since the start. */
export function restoreRule(host: Host, rule: RuleId): Promise<RuleView> {
  return host.call('restore_rule', { rule });
}

export function setRuleEnabled(host: Host, rule: RuleId, enabled: boolean): Promise<void> {
  return host.call('set_rule_enabled', { rule, enabled });
}

/** The agent's program changed, and may use the rule all the same. */
export function confirmRule(host: Host, rule: RuleId): Promise<RuleView> {
  return host.call('confirm_rule', { rule });
}

/** The rules were changed outside Parley, and count all the same. */
export function keepRules(host: Host): Promise<RulesPage> {
  return host.call('keep_rules');
}
