import { language } from './text/index.svelte';

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** A size for people: `812 B`, `3.4 KB`, `10 MB`. */
export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString(language(), { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
