import { language } from './text/index.svelte';

const UNIT = 1_000_000_000;

/** An amount in billionths of a currency's unit: two digits after the point, more where it is small. */
export function money(nanos: number, currency: string): string {
  const digits =
    nanos === 0 || nanos >= UNIT ? 2 : nanos >= UNIT / 100 ? 3 : nanos >= UNIT / 10_000 ? 4 : 6;
  return (nanos / UNIT).toLocaleString(language(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Math.min(digits, 2),
    maximumFractionDigits: digits,
  });
}
