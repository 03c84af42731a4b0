import type { Settings, Theme } from '../../generated';

const SMALLEST = 80;
const LARGEST = 200;
const STEP = 10;

/** The next text size up or down, within what is allowed. */
export function stepText(percent: number, by: 1 | -1): number {
  return Math.min(LARGEST, Math.max(SMALLEST, Math.round(percent / STEP) * STEP + by * STEP));
}

export function effectiveTheme(theme: Theme, systemIsDark: boolean): 'light' | 'dark' {
  if (theme === 'system') return systemIsDark ? 'dark' : 'light';
  return theme;
}

/** Puts theme and text size on the page, and follows the system. Returns how to stop following. */
export function applySettings(settings: Pick<Settings, 'theme' | 'textPercent'>): () => void {
  const root = document.documentElement;
  const dark = window.matchMedia?.('(prefers-color-scheme: dark)');
  const apply = () => {
    root.dataset['theme'] = effectiveTheme(settings.theme, dark?.matches ?? false);
  };
  apply();
  root.style.fontSize = `${(16 * settings.textPercent) / 100}px`;
  dark?.addEventListener('change', apply);
  return () => dark?.removeEventListener('change', apply);
}
