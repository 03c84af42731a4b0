// What the judge of `make soak` lets pass, and what it does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from './verdict.mjs';

const SECONDS = 540;

/** A sample a second; `size(second, ninth)` is what the process has at its lowest, and it goes up and down above that. */
const samples = (size) =>
  Array.from({ length: SECONDS + 1 }, (_, second) => ({
    at: 1000 * second,
    size: size(second, Math.min(8, Math.floor((9 * second) / SECONDS))) + (second % 10),
  }));
const wrongIn = (size) => judge(samples(size), { memory: { of: 'size', by: 'lowest', within: 0.1 } }).wrong;

test('what stays about where it was passes, whatever the start was like', () => {
  assert.deepEqual(wrongIn((_, ninth) => [20, 60, 200, 98, 104, 100, 97, 103, 101][ninth]), []);
});

test('what creeps up does not pass, though no part is far from the middle', () => {
  // At the end it is a little less than 10 % over the middle.
  const [told, ...more] = wrongIn((_, ninth) => 100 * 1.038 ** (ninth - 5.5));
  assert.match(told, /^memory: \+11\.8 % from 91\.1 to 102/);
  assert.deepEqual(more, []);
});

test('a leak from the first second on does not pass', () => {
  assert.equal(wrongIn((second) => 50 + second / 10).length, 1);
});

test('one part that is far above or far below the others does not pass', () => {
  for (const odd of [137, 70]) {
    for (const at of [3, 5, 8]) {
      const [told] = wrongIn((_, ninth) => (ninth === at ? odd : 100));
      assert.match(told ?? 'nothing', odd > 100 ? /memory: \+37/ : /memory: -30/, `${odd} in part ${at + 1}`);
    }
  }
});

test('memory is what a process comes back to, and what it comes back to once in a part is enough', () => {
  const peaks = (second) => (second % 30 === 0 ? 100 : 180);
  assert.deepEqual(wrongIn(peaks), []);
});

test('a part in which nothing was measured is told, not passed over', () => {
  const some = samples(() => 100).filter(({ at }) => at < 300_000 || at > 420_000);
  const { wrong } = judge(some, { memory: { of: 'size', by: 'lowest', within: 0.1 } });
  assert.deepEqual(wrong, ['memory: too few samples']);
});

test('a highest that may be twice the middle fails above that', () => {
  const judged = (peak) =>
    judge(samples((second) => (second === 400 ? peak : 100)), { peak: { of: 'size', by: 'highest', most: 2 } }).wrong.length;
  assert.deepEqual([judged(200), judged(230)], [0, 1]);
});
