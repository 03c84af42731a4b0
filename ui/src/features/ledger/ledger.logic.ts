import type { LedgerEntry, LedgerOutcome, LedgerQuery } from '../../generated';
import { say, t } from '../../shared/lib/text/index.svelte';
import { tl } from './text';

/** How many entries a page brings. */
export const PAGE = 100;

export const emptyQuery: LedgerQuery = {
  text: '',
  conversation: null,
  profile: null,
  tool: null,
  decision: null,
  by: null,
  outcome: null,
  from: null,
  until: null,
  before: null,
  limit: PAGE,
};

/** Whether anything narrows it. */
export function narrows(query: LedgerQuery): boolean {
  // Where a page begins and how long it is narrows nothing.
  const pages = { text: '', limit: 0, before: null };
  const rest = Object.values({ ...query, ...pages }).filter((one) => one !== '' && one !== 0);
  return query.text.trim() !== '' || rest.some((one) => one !== null);
}

export type Span = 'any' | 'today' | 'week' | 'month';

/** When a span begins; null for all of time. */
export function beginOf(span: Span, now: number): number | null {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  switch (span) {
    case 'any':
      return null;
    case 'today':
      return day.getTime();
    case 'week':
      return day.setDate(day.getDate() - 6);
    case 'month':
      return day.setDate(day.getDate() - 29);
  }
}

export type Tone = 'ok' | 'bad' | 'wait' | 'quiet';

const TONES: Record<LedgerOutcome, Tone> = {
  waiting: 'wait',
  sent: 'wait',
  ran: 'ok',
  notRun: 'quiet',
  ranAlthoughDenied: 'bad',
  ranWithoutAsking: 'bad',
  neverConfirmed: 'wait',
  expired: 'quiet',
};

export function toneOf(outcome: LedgerOutcome): Tone {
  return TONES[outcome];
}

/** What was decided and by whom, in a few words; empty where nothing was. */
export function decisionWords(entry: LedgerEntry): string {
  return `${whatWords(entry)} ${byWords(entry)}`.trim();
}

/** What was decided; empty where nothing was. */
export function whatWords(entry: LedgerEntry): string {
  if (!entry.decision) return '';
  return entry.always ? tl('decision.always') : tl(`decision.${entry.decision}`);
}

function byWords(entry: LedgerEntry): string {
  switch (entry.by?.by) {
    case 'you':
      return tl('by.you');
    case 'commandLine':
      return tl('by.commandLine');
    case 'rule':
      return tl('by.rule');
    case 'mode':
      return tl('by.mode');
    default:
      return '';
  }
}

/** Who decided, in full. */
export function whoWords(entry: LedgerEntry): string {
  switch (entry.by?.by) {
    case 'you':
      return tl('by.you');
    case 'commandLine':
      return tl('by.commandLine');
    case 'rule':
      return `${tl('by.rule')}: ${say(entry.by.words)}`;
    case 'mode':
      return `${tl('by.mode')}: ${t(`mode.host.${entry.by.mode}`)}`;
    default:
      return tl('by.nobody');
  }
}

/** What came of it, with why where it expired. */
export function outcomeWords(entry: LedgerEntry): string {
  const words = tl(`outcome.${entry.outcome}`);
  return entry.expiry ? `${words}: ${t(`settled.expired.${entry.expiry}`)}` : words;
}
