import type { Activity, ModeInfo } from '../../generated';
import { t, tOr, worded } from '../../shared/lib/text/index.svelte';

/** What the buttons beside the message box offer. */
export type StopOffer = 'none' | 'stop' | 'stopping' | 'force';

export function stopOffer(activity: Activity, canForceStop: boolean): StopOffer {
  if (activity === 'stopping') return canForceStop ? 'force' : 'stopping';
  if (activity === 'running' || activity === 'waiting') return canForceStop ? 'force' : 'stop';
  return 'none';
}

/** Whether a message sent now would wait for the running turn. */
export function wouldQueue(activity: Activity): boolean {
  return activity === 'running' || activity === 'waiting' || activity === 'stopping';
}

/** A mode's name for people; the protocol's own word where Parley has none. */
export function modeName(mode: Pick<ModeInfo, 'id' | 'standsFor'>): string {
  return mode.standsFor ? t(`mode.host.${mode.standsFor}`) : tOr(`mode.${mode.id}`, mode.id);
}

/** What a mode lets pass: Parley's own modes in the window's language, an agent's in its words. */
export function modeAllows(mode: Pick<ModeInfo, 'allows' | 'standsFor' | 'byHost'>): string {
  return mode.byHost && mode.standsFor ? t(`mode.allows.${mode.standsFor}`) : worded(mode.allows);
}

/**
 * Whether an arrow key asks for another message that was sent: up from the very
 * start of the box, where it could not move over the text; of one that is shown
 * also from its end, and down.
 */
export function recalls(
  event: KeyboardEvent,
  box: Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd' | 'value'>,
  shown: boolean,
): boolean {
  const { selectionStart: at, selectionEnd: end, value } = box;
  return (
    (event.key === 'ArrowUp' || (event.key === 'ArrowDown' && shown)) &&
    at === end &&
    (at === 0 || (shown && at === value.length)) &&
    !event.shiftKey &&
    !event.ctrlKey &&
    !event.altKey &&
    !event.metaKey
  );
}

/** Whether Enter sends; everything else about it belongs to the text. */
export function sends(event: KeyboardEvent): boolean {
  return (
    event.key === 'Enter' &&
    !event.shiftKey &&
    !event.ctrlKey &&
    !event.altKey &&
    !event.metaKey &&
    !event.repeat
  );
}
