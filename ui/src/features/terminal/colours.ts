import type { ITheme } from '@xterm/xterm';

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The terminal's colours, from the roles of the page. */
export function colours(root: Element): ITheme {
  const look = getComputedStyle(root);
  const role = (name: string) => look.getPropertyValue(`--${name}`).trim();
  const theme: ITheme = {
    background: role('card'),
    foreground: role('ink'),
    cursor: role('ink'),
    cursorAccent: role('card'),
    selectionBackground: `${role('accent')}47`,
    scrollbarSliderBackground: `${role('ink3')}55`,
    scrollbarSliderHoverBackground: `${role('ink3')}88`,
    scrollbarSliderActiveBackground: `${role('ink3')}aa`,
  };
  for (const name of NAMES) {
    theme[name] = role(`ansi-${name}`);
    const bright = `bright${name[0]!.toUpperCase()}${name.slice(1)}` as 'brightRed';
    theme[bright] = role(`ansi-bright-${name}`);
  }
  return theme;
}
