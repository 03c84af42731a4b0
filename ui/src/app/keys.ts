import { t } from '../shared/lib/text/index.svelte';

/** What a key of the window can ask for. */
export type WindowCommand =
  | 'new'
  | 'palette'
  | 'search'
  | 'next'
  | 'previous'
  | 'inbox'
  | 'tasks'
  | 'agents'
  | 'settings'
  | 'shortcuts'
  | 'panel'
  | 'stop';

/** The usual keys. `mod` is Ctrl, on a Mac ⌘; each has it, so none is ever text. */
export const USUAL_KEYS: Readonly<Record<WindowCommand, string>> = {
  new: 'mod+n',
  palette: 'mod+k',
  search: 'mod+shift+k',
  next: 'mod+arrowdown',
  previous: 'mod+arrowup',
  inbox: 'mod+i',
  tasks: 'mod+shift+i',
  agents: 'mod+shift+a',
  settings: 'mod+,',
  shortcuts: 'mod+/',
  panel: 'mod+j',
  stop: 'mod+.',
};

/** Commands that a conversation's own window has too. */
const EVERYWHERE: ReadonlySet<WindowCommand> = new Set(['palette', 'shortcuts', 'panel', 'stop']);

export function isEverywhere(command: WindowCommand): boolean {
  return EVERYWHERE.has(command);
}

/** The keys in force: the usual ones, but for those the user chose. */
export function keysInForce(chosen: {
  [command in string]?: string;
}): Record<WindowCommand, string> {
  const keys = { ...USUAL_KEYS };
  for (const command of Object.keys(keys) as WindowCommand[]) {
    const own = chosen[command];
    if (own !== undefined) keys[command] = own;
  }
  return keys;
}

/** A key press as it is written: `mod+shift+k`; none for a modifier alone or a key without one. */
export function combination(event: KeyboardEvent): string | null {
  if (event.isComposing || ['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) return null;
  if (!(event.ctrlKey || event.metaKey)) return null;
  const parts = ['mod'];
  if (event.altKey) parts.push('alt');
  // A sign that needs Shift on one keyboard needs none on another: it is the sign that counts.
  const isSign = event.key.length === 1 && event.key.toLowerCase() === event.key.toUpperCase();
  if (event.shiftKey && !isSign) parts.push('shift');
  parts.push(event.key.toLowerCase());
  return parts.join('+');
}

/** “?” where nothing is being written. */
function asksForHelp(event: KeyboardEvent): boolean {
  if (event.key !== '?' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  const at = event.target;
  return !(
    at instanceof HTMLElement && at.closest('input, textarea, select, [contenteditable], .xterm')
  );
}

/** The command of the window that a key asks for. */
export function windowCommand(
  event: KeyboardEvent,
  chosen: { [command in string]?: string } = {},
): WindowCommand | null {
  if (event.defaultPrevented) return null;
  if (asksForHelp(event)) return 'shortcuts';
  const pressed = combination(event);
  if (!pressed) return null;
  const found = Object.entries(keysInForce(chosen)).find(([, keys]) => keys === pressed);
  return found ? (found[0] as WindowCommand) : null;
}

/** Whether keys are those of a Mac. */
export const onMac = (): boolean => navigator.platform.startsWith('Mac');

/** `mod+shift+k` as it is printed on keys. */
export function printed(keys: string, mac: boolean): string {
  const names: Record<string, string> = {
    mod: mac ? '⌘' : t('key.ctrl'),
    alt: mac ? '⌥' : t('key.alt'),
    shift: mac ? '⇧' : t('key.shift'),
    arrowdown: '↓',
    arrowup: '↑',
    arrowleft: '←',
    arrowright: '→',
    enter: t('key.enter'),
    escape: t('key.escape'),
    ' ': t('key.space'),
  };
  return keys
    .split('+')
    .map((part) => names[part] ?? part.toUpperCase())
    .join(' ');
}
