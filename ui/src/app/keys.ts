export type WindowCommand = 'new' | 'search' | 'next' | 'previous';

/** The command of the window that a key asks for; each has a modifier, so none is ever text. */
export function windowCommand(event: KeyboardEvent): WindowCommand | null {
  if (event.isComposing || event.defaultPrevented) return null;
  if (event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return null;
  switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
    case 'n':
      return 'new';
    case 'k':
      return 'search';
    case 'ArrowDown':
      return 'next';
    case 'ArrowUp':
      return 'previous';
    default:
      return null;
  }
}
