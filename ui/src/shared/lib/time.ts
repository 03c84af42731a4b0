import { language, region, t } from './text/index.svelte';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is younger than this is counted in hours and minutes, else its day is told. */
export const COUNTED = 12 * HOUR;

/** When something was, as short as a list needs it: `now`, `5 min`, `2 h`, `Tue`, `3 Nov`. */
export function relativeTime(at: number, now: number): string {
  const past = now - at;
  if (past < MINUTE) return t('time.now');
  if (past < HOUR) return t('time.minutes', { n: Math.floor(past / MINUTE) });
  if (past < COUNTED) return t('time.hours', { n: Math.floor(past / HOUR) });
  const date = new Date(at);
  if (past < 6 * DAY) return written(date, 'weekday');
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return written(date, sameYear ? 'day' : 'dayAndYear');
}

const FORMS = {
  weekday: { weekday: 'short' },
  day: { day: 'numeric', month: 'short' },
  dayAndYear: { day: 'numeric', month: 'short', year: 'numeric' },
  full: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than a row of the transcript: each is made once, and again where the clock moves to another zone. */
function written(date: Date, form: keyof typeof FORMS): string {
  const id = `${form} ${region()} ${date.getTimezoneOffset()}`;
  let format = formats.get(id);
  if (!format) formats.set(id, (format = new Intl.DateTimeFormat(region(), FORMS[form])));
  return format.format(date);
}

/** How long something took or lasts: `0.1 s`, `12 s`, `2 min 5 s`, `1 h 4 min`. */
export function duration(ms: number): string {
  if (ms < 10 * SECOND) {
    const seconds = Math.max(0, ms) / SECOND;
    const n = seconds.toLocaleString(language(), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    return t('time.seconds', { n });
  }
  return wholeSeconds(ms);
}

/** The same without tenths, for what is still counting. */
export function wholeSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  if (seconds < 60) return t('time.seconds', { n: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('time.minSec', { m: minutes, s: seconds % 60 });
  return t('time.hourMin', { h: Math.floor(minutes / 60), m: minutes % 60 });
}

/** A moment in full, for tooltips. */
export function fullTime(at: number): string {
  return written(new Date(at), 'full');
}

/** A count of tokens: `812`, `38.2 k`, `1.2 M`. */
export function tokens(n: number): string {
  const short = (value: number, unit: string) =>
    `${value.toLocaleString(language(), { maximumFractionDigits: 1 })} ${unit}`;
  if (n < 1000) return n.toLocaleString(language());
  if (n < 999_950) return short(n / 1000, 'k');
  return short(n / 1_000_000, 'M');
}
