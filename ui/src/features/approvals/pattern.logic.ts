import type { RuleDraft, RulePattern } from '../../generated';

/** A rule that is begun from nothing: only one that denies may be, and it may reach far. */
export function emptyDenial(): RuleDraft {
  return {
    effect: 'deny',
    profile: null,
    workspace: null,
    tool: null,
    kind: null,
    pattern: { pattern: 'command', words: [], exact: false },
  };
}

/** A pattern of another kind, empty. */
export function patternOf(kind: RulePattern['pattern'], before: RulePattern): RulePattern {
  if (before.pattern === kind) return before;
  switch (kind) {
    case 'command':
      return { pattern: 'command', words: [], exact: false };
    case 'path':
      return { pattern: 'path', glob: '' };
    case 'host':
      return { pattern: 'host', host: '', subdomains: false };
    default:
      return { pattern: 'any' };
  }
}

/** Whether there is enough of it to be kept or tried. */
export function isWhole(draft: RuleDraft): boolean {
  switch (draft.pattern.pattern) {
    case 'command':
      return draft.pattern.words.length > 0;
    case 'path':
      return draft.pattern.glob.trim() !== '';
    case 'host':
      return draft.pattern.host.trim() !== '';
    default:
      return true;
  }
}
