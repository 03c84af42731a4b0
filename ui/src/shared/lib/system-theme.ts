/*
 * Whether the system is dark, told by an element that has a width then (`base.css`). Not by
 * `matchMedia`: once a page has asked that way, WebKit works out a style for it with every
 * frame, for as long as the page is there.
 */

interface SystemTheme {
  readonly dark: boolean;
  /** Told when it changes. */
  onchange: (() => void) | null;
}

let theme: SystemTheme | undefined;

/** To be called first while the page is empty: it is laid out for the answer. */
export function systemTheme(): SystemTheme {
  return (theme ??= watched(document.createElement('i')));
}

function watched(sensor: HTMLElement): SystemTheme {
  sensor.className = 'dark-sensor';
  sensor.ariaHidden = 'true';
  document.body.append(sensor);
  const found = {
    dark: sensor.offsetWidth > 0,
    onchange: null as (() => void) | null,
  };
  new ResizeObserver(() => {
    found.dark = sensor.offsetWidth > 0;
    found.onchange?.();
  }).observe(sensor);
  return found;
}
