import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flushSync } from 'svelte';
import { everyMinute, everySecond } from './clock.svelte';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(0);
});

afterEach(() => vi.useRealTimers());

/** The minutes at which what reads the clock was made anew, until the end. */
function ticksOf(body: () => void, clock = everyMinute): number[] {
  const times: number[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      times.push(clock.now / minute);
    });
  });
  flushSync();
  body();
  stop();
  return times;
}

function pass(minutes: number): void {
  for (let n = 0; n < minutes * 60; n++) {
    vi.advanceTimersByTime(1000);
    flushSync();
  }
}

it('ticks every fifth minute while nobody is at the window', () => {
  expect(ticksOf(() => pass(12))).toEqual([0, 5, 10]);
});

it('ticks every minute while somebody is', () => {
  const ticks = ticksOf(() => {
    for (let n = 0; n < 8; n++) {
      window.dispatchEvent(new Event('pointermove'));
      pass(0.5);
    }
  });
  expect(ticks).toEqual([0, 1, 2, 3, 4]);
});

it('is up to date at the first touch', () => {
  const ticks = ticksOf(() => {
    pass(3.5);
    window.dispatchEvent(new Event('keydown'));
    flushSync();
    pass(1);
  });
  expect(ticks).toEqual([0, 3.5, 4.5]);
});

it('is up to date when somebody turns to the window', () => {
  const ticks = ticksOf(() => {
    pass(2);
    window.dispatchEvent(new Event('focus'));
    flushSync();
    pass(4);
  });
  expect(ticks).toEqual([0, 2]);
});

it('counts seconds whoever is there', () => {
  expect(ticksOf(() => pass(0.1), everySecond)).toHaveLength(7);
});
