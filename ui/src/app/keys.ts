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
  if (event.shiftKey) parts.push('shift');
  parts.push(event.key.toLowerCase());
  return parts.join('+');
}

/** The command of the window that a key asks for. */
export function windowCommand(
  event: KeyboardEvent,
  chosen: { [command in string]?: string } = {},
): WindowCommand | null {
  if (event.defaultPrevented) return null;
  const pressed = combination(event);
  if (!pressed) return null;
  const found = Object.entries(keysInForce(chosen)).find(([, keys]) => keys === pressed);
  return found ? (found[0] as WindowCommand) : null;
}
