import { t } from '../../shared/lib/text/index.svelte';

const onMac = /mac/i.test(navigator.platform);

/** How the key is written that answers with Enter, as this machine's keyboard has it. */
export const allowKeys = (): string => `${onMac ? '⌘' : t('key.ctrl')} ↵`;

/** The key that answers: Enter with Ctrl, on a Mac with ⌘. One that is held down is none. */
export function isAnswerKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.repeat || event.altKey) return false;
  return event.ctrlKey || event.metaKey;
}
