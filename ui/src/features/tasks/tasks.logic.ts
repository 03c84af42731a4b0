import type { TaskRow } from '../../generated';
import { relativeTime, wholeSeconds } from '../../shared/lib/time';
import { region, wordedPart } from '../../shared/lib/text/index.svelte';
import { tx } from './text';

/** Rows asked for at a time, and how many of them lie above what is seen. */
export const PART = 120;
const ABOVE = 40;

export type Tone = 'ok' | 'bad' | 'wait' | 'accent' | 'quiet';

/** What a row says at its right: how it stands, and since or until when. */
export interface Standing {
  readonly words: string;
  readonly time: string;
  readonly tone: Tone;
}

/** The places that are on screen. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The rows of a list that can be seen, from what the list shows of itself:
 * `top` is how far its first row lies above the upper edge of the view.
 */
export function visible(top: number, height: number, row: number, total: number): Range {
  if (row <= 0 || total === 0) return { from: 0, to: 0 };
  const from = Math.min(total, Math.max(0, Math.floor(top / row)));
  const to = Math.min(total, Math.max(from, Math.ceil((top + height) / row)));
  return { from, to };
}

/** Where a part must begin that holds what is seen; `null` where the part there is does. */
export function partFor(seen: Range, from: number, length: number, total: number): number | null {
  const end = Math.min(seen.to, total);
  if (seen.from >= from && end <= from + length) return null;
  return Math.max(0, seen.from - ABOVE);
}

/** How a task stands, at this moment. */
export function standing(task: TaskRow, now: number): Standing {
  const words =
    task.kind === 'alarm' && task.state === 'stopped'
      ? tx('alarm.stopped')
      : tx(`state.${task.state}`);
  if (task.endedAt) {
    const time = relativeTime(task.endedAt, now);
    const tone = task.state === 'failed' ? 'bad' : task.state === 'stopped' ? 'quiet' : 'ok';
    return { words, time, tone };
  }
  switch (task.state) {
    case 'waiting':
      return { words, time: since(task, now), tone: 'wait' };
    case 'asleep':
      return { words, time: task.firesAt ? until(task.firesAt, now) : '', tone: 'quiet' };
    case 'pending':
      if (!task.firesAt) return { words, time: '', tone: 'quiet' };
      return {
        words: until(task.firesAt, now),
        time: new Date(task.firesAt).toLocaleTimeString(region(), {
          hour: 'numeric',
          minute: '2-digit',
        }),
        tone: task.firesAt < now - 2000 ? 'wait' : 'accent',
      };
    default:
      return { words, time: since(task, now), tone: 'accent' };
  }
}

/** An hour and what the slow clock may be late: nearer than this, seconds are shown. */
const SHOWS_SECONDS = 61 * 60_000;

/** Whether what is shown of a task changes every second; hours and what has ended have no second hand. */
export function needsSeconds(task: TaskRow, now: number): boolean {
  if (task.endedAt) return false;
  const waits = task.state === 'pending' || task.state === 'asleep';
  const moment = waits ? task.firesAt : task.begunAt;
  return !!moment && Math.abs(moment - now) < SHOWS_SECONDS;
}

function since(task: TaskRow, now: number): string {
  return task.begunAt ? wholeSeconds(now - task.begunAt) : '';
}

function until(at: number, now: number): string {
  const left = at - now;
  if (left > 0) return tx('fires', { time: wholeSeconds(left + 999) });
  return left > -2000 ? tx('due') : tx('overdue', { time: wholeSeconds(-left) });
}

/** What a task is about; of an operation what it does, and beside it to what. */
export function aboutWords(task: TaskRow): { readonly what: string; readonly detail: string } {
  if (task.kind !== 'operation' || task.word === '')
    return { what: task.about || kindWords(task), detail: '' };
  return { what: wordedPart(task.word), detail: task.about };
}

/** What a task is, in a word or two. */
export function kindWords(task: TaskRow): string {
  return task.kind === 'other' && task.word ? task.word : tx(`kind.${task.kind}`);
}
