import { afterEach, describe, expect, it, vi } from 'vitest';
import { duration, fullTime, relativeTime, tokens, wholeSeconds } from './time';
import { useLanguage } from './text/index.svelte';

const now = new Date(2026, 10, 27, 15, 0, 0).getTime();
const minute = 60_000;
const hour = 60 * minute;

afterEach(() => useLanguage('en'));

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [59_000, 'now'],
    [minute, '1 min'],
    [59 * minute, '59 min'],
    [hour, '1 h'],
    [11 * hour, '11 h'],
    [24 * hour, 'Thu'],
    [5 * 24 * hour, 'Sun'],
    // A clock that was set back is no reason for a negative age.
    [-5 * minute, 'now'],
  ])('%i ms ago is %s', (past, words) => {
    expect(relativeTime(now - past, now)).toBe(words);
  });

  it('gives the year only where it differs', () => {
    expect(relativeTime(new Date(2026, 2, 3).getTime(), now)).toBe('Mar 3');
    expect(relativeTime(new Date(2025, 2, 3).getTime(), now)).toBe('Mar 3, 2025');
  });

  it('speaks German', async () => {
    await useLanguage('de');
    expect(relativeTime(now - 2 * minute, now)).toBe('2 Min.');
    expect(duration(1240)).toBe('1,2 s');
  });
});

describe('dates', () => {
  afterEach(() => void vi.restoreAllMocks());
  const in_ = (...tags: string[]) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
    return fullTime(new Date(2026, 2, 3, 16, 5).getTime());
  };

  it('are written as where the user is', () => {
    expect(in_('en-US', 'en')).toMatch(/^Mar 3, 2026, 4:05:00\sPM$/);
    expect(in_('en-GB', 'en')).toBe('3 Mar 2026, 16:05:00');
  });

  it('but as the window speaks where that is another language', () => {
    expect(in_('fr-FR', 'en-GB')).toBe('3 Mar 2026, 16:05:00');
    expect(in_('fr-FR')).toMatch(/^Mar 3, 2026/);
  });
});

describe('durations', () => {
  it.each([
    [0, '0.0 s'],
    [100, '0.1 s'],
    [9_940, '9.9 s'],
    [12_000, '12 s'],
    [125_000, '2 min 5 s'],
    [3_840_000, '1 h 4 min'],
  ])('%i ms is %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  it('never count below nothing', () => {
    expect(wholeSeconds(-3000)).toBe('0 s');
  });
});

it('tokens are short', () => {
  expect([812, 38_200, 999_999, 1_240_000].map(tokens)).toEqual(['812', '38.2 k', '1 M', '1.2 M']);
});
