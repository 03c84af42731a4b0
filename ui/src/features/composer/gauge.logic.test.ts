import { expect, it } from 'vitest';
import { gauge } from './gauge.logic';

it('is there only where both figures are', () => {
  expect([gauge(10, null), gauge(null, 10), gauge(0, 10), gauge(undefined, undefined)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('tells normal, high and over apart', () => {
  const seen = [1, 79_999, 80_000, 99_999, 100_000, 250_000].map((used) => {
    const now = gauge(used, 100_000)!;
    return [now.state, now.percent, now.part];
  });
  expect(seen).toEqual([
    ['normal', 1, 0.00001],
    ['normal', 80, 0.79999],
    ['high', 80, 0.8],
    ['high', 100, 0.99999],
    ['over', 100, 1],
    ['over', 250, 1],
  ]);
});
