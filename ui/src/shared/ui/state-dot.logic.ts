import type { Activity } from '../../generated';

export type DotState =
  'waiting' | 'failed' | 'running' | 'starting' | 'stopping' | 'unread' | 'idle' | 'asleep';

/** The one state worth showing: what needs the user first, then what moves, then what is new. */
export function dotState(of: { activity: Activity; waiting: number; unread: boolean }): DotState {
  if (of.waiting > 0 || of.activity === 'waiting') return 'waiting';
  if (of.activity === 'failed') return 'failed';
  if (of.activity === 'running' || of.activity === 'starting' || of.activity === 'stopping') {
    return of.activity;
  }
  if (of.unread) return 'unread';
  return of.activity;
}
