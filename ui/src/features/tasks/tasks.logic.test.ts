import { expect, it } from 'vitest';
import type { TaskRow } from '../../generated';
import { aboutWords, needsSeconds, partFor, standing, visible } from './tasks.logic';

const NOW = Date.UTC(2026, 4, 20, 12, 0, 0);

function task(change: Partial<TaskRow>): TaskRow {
  return {
    id: 't',
    conversation: 'c',
    title: '',
    agent: 'Guide',
    workspaceLabel: '~',
    kind: 'alarm',
    word: 'alarm',
    about: 'stretch',
    state: 'pending',
    begunAt: NOW - 60_000,
    firesAt: null,
    endedAt: null,
    progress: '',
    item: null,
    ...change,
  };
}

it('F032 of ten thousand rows only those on screen are wanted, and a part holds more than those', () => {
  expect(visible(0, 800, 52, 10_000)).toEqual({ from: 0, to: 16 });
  expect(visible(52 * 9_990, 800, 52, 10_000)).toEqual({ from: 9_990, to: 10_000 });
  expect(visible(-300, 200, 52, 10)).toEqual({ from: 0, to: 0 });
  expect(visible(0, 800, 52, 0)).toEqual({ from: 0, to: 0 });
  expect(partFor({ from: 0, to: 16 }, 0, 120, 10_000)).toBeNull();
  expect(partFor({ from: 110, to: 126 }, 0, 120, 10_000)).toBe(70);
  expect(partFor({ from: 9_990, to: 10_000 }, 9_950, 50, 10_000)).toBeNull();
  expect(partFor({ from: 3, to: 19 }, 70, 120, 10_000)).toBe(0);
});

it('F032 an alarm counts down, is due, and says how long it is overdue', () => {
  const at = (firesAt: number) => standing(task({ firesAt }), NOW);
  expect(at(NOW + 65_000)).toMatchObject({ words: 'in 1 min 5 s', tone: 'accent' });
  expect(at(NOW - 500).words).toBe('due now');
  expect(at(NOW - 3 * 3_600_000)).toMatchObject({ words: '3 h 0 min overdue', tone: 'wait' });
});

it('an operation is what it does and to what, in words', () => {
  const of = (change: Partial<TaskRow>) => aboutWords(task({ kind: 'operation', ...change }));
  expect(of({ word: 'Ask about the manuscript', about: 'Who is Lance? (1-5)' })).toEqual({
    what: 'Ask about the manuscript',
    detail: 'Who is Lance? (1-5)',
  });
  expect(of({ word: 'Interview a character', about: '' })).toEqual({
    what: 'Interview a character',
    detail: '',
  });
  expect(of({ word: '', about: 'as it was typed' }).what).toBe('as it was typed');
  expect(aboutWords(task({ about: '' })).what).toBe('Alarm');
});

it('says how the others stand', () => {
  expect(standing(task({ kind: 'research', state: 'running' }), NOW)).toEqual({
    words: 'running',
    time: '1 min 0 s',
    tone: 'accent',
  });
  expect(standing(task({ state: 'asleep', firesAt: NOW + 5_000 }), NOW)).toEqual({
    words: 'agent not running',
    time: 'in 5 s',
    tone: 'quiet',
  });
  expect(standing(task({ state: 'stopped', endedAt: NOW - 120_000 }), NOW)).toEqual({
    words: 'taken back',
    time: '2 min',
    tone: 'quiet',
  });
  expect(standing(task({ kind: 'operation', state: 'failed', endedAt: NOW }), NOW)).toMatchObject({
    words: 'failed',
    tone: 'bad',
  });
});

it('C79 counts seconds only where they are shown', () => {
  const hour = 3_600_000;
  for (const [change, needs] of [
    [{ firesAt: NOW + 12_000 }, true],
    [{ firesAt: NOW + hour }, true],
    [{ firesAt: NOW + 3 * hour }, false],
    [{ firesAt: NOW - 3 * hour }, false],
    [{ firesAt: null }, false],
    [{ kind: 'research', state: 'running', firesAt: null, begunAt: NOW - 5_000 }, true],
    [{ kind: 'research', state: 'running', firesAt: null, begunAt: NOW - 5 * hour }, false],
    [{ state: 'stopped', endedAt: NOW - 5_000 }, false],
  ] as const) {
    expect(needsSeconds(task(change), NOW), JSON.stringify(change)).toBe(needs);
  }
});
