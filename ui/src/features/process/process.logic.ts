/** Bytes for people: `940 KB`, `38.2 MB`. Powers of ten, as disks and system monitors count. */
export function bytes(count: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let at = 0;
  let value = count;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at++;
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[at],
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 100 && at > 1 ? 1 : 0,
  }).format(value);
}

/** A share of one processor: `0.4 %`, `130 %`. */
export function share(percent: number | null | undefined, language: string): string {
  if (percent === null || percent === undefined) return '–';
  return new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: percent < 10 ? 1 : 0,
  }).format(percent / 100);
}

/** How long ago, in the largest unit that says something: `12 s`, `4 min`, `3 h`, `2 d`. */
export function age(ms: number, language: string): string {
  const steps = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ] as const;
  const [unit, size] = steps.find(([, size]) => ms >= size) ?? steps[3];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.max(0, Math.floor(ms / size)),
  );
}
