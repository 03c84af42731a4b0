import type { Settings, Theme } from '../../generated';
import { systemTheme } from '../../shared/lib/system-theme';

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
  const system = systemTheme();
  const apply = () => {
    root.dataset['theme'] = effectiveTheme(settings.theme, system.dark);
  };
  apply();
  root.style.fontSize = `${(16 * settings.textPercent) / 100}px`;
  system.onchange = apply;
  return () => {
    system.onchange = null;
  };
}
