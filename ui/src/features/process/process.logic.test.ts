import { expect, it } from 'vitest';
import { age, bytes, share } from './process.logic';

it('says sizes as system monitors do', () => {
  expect([0, 940, 38_200_000, 1_240_000_000].map((count) => bytes(count, 'en'))).toEqual([
    '0 bytes',
    '940 bytes',
    '38.2 MB',
    '1.2 GB',
  ]);
});

it('says what is not known yet as such', () => {
  expect([undefined, null, 0.42, 130].map((percent) => share(percent, 'en'))).toEqual([
    '–',
    '–',
    '0.4%',
    '130%',
  ]);
});

it('says an age in one unit', () => {
  expect([-5, 12_900, 250_000, 9_000_000, 200_000_000].map((ms) => age(ms, 'en'))).toEqual([
    '0 sec',
    '12 sec',
    '4 min',
    '2 hr',
    '2 days',
  ]);
});
