import type { Decider } from '../../generated';
import { say, t } from '../../shared/lib/text/index.svelte';

/** Who settled a request, in a few words; empty for the user and for nobody. */
export function deciderWords(by: Decider | null | undefined): string {
  switch (by?.by) {
    case 'rule':
      return t('by.rule', { words: say(by.words) });
    case 'mode':
      return t('by.mode', { mode: t(`mode.host.${by.mode}`) });
    case 'commandLine':
      return t('by.commandLine');
    default:
      return '';
  }
}
