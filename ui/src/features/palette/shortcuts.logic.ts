import { keysInForce, USUAL_KEYS } from '../../app/keys';
import type { WindowCommand } from '../../app/keys';

/** Keys that are always the same, as the sheet lists them. */
export const FIXED = [
  ['send', 'enter'],
  ['line', 'shift+enter'],
  ['allow', 'mod+enter'],
  ['find', 'mod+f'],
  ['close', 'escape'],
] as const;

/** What every box for text knows: a window that took one of these could not be written in. */
const EDITING: ReadonlySet<string> = new Set(
  ['a', 'c', 'v', 'x', 'y', 'z', 'backspace', 'delete', 'home', 'end', 'arrowleft', 'arrowright']
    .flatMap((key) => [`mod+${key}`, `mod+shift+${key}`])
    .filter((keys) => keys !== USUAL_KEYS.agents),
);

type Chosen = { [command in string]?: string };
export type Taken = WindowCommand | (typeof FIXED)[number][0] | 'edit';

/** What else these keys are for; in this window, or in one that has more commands. */
export function takenBy(keys: string, command: WindowCommand, chosen: Chosen): Taken | null {
  const fixed = FIXED.find(([, own]) => own === keys);
  if (fixed) return fixed[0];
  const other = Object.entries(keysInForce(chosen)).find(
    ([id, own]) => id !== command && own === keys,
  );
  if (other) return other[0] as WindowCommand;
  return EDITING.has(keys) ? 'edit' : null;
}

/** What the user chose, with other keys for a command; the usual ones are no choice. */
export function withKeys(chosen: Chosen, command: WindowCommand, keys: string) {
  const next: Record<string, string> = {};
  for (const [id, own] of Object.entries(chosen)) if (own !== undefined) next[id] = own;
  if (keys === USUAL_KEYS[command]) delete next[command];
  else next[command] = keys;
  return next;
}
