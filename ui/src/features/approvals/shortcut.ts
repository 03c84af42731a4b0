/** How the key is written that answers with Enter, as this machine's keyboard has it. */
export const onMac = /mac/i.test(navigator.platform);

export const allowKeys = onMac ? '⌘ ↵' : 'Ctrl ↵';

/** The key that answers: Enter with Ctrl, on a Mac with ⌘. One that is held down is none. */
export function isAnswerKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.repeat || event.altKey) return false;
  return event.ctrlKey || event.metaKey;
}
