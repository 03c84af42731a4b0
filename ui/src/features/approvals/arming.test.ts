import { beforeEach, describe, expect, it } from 'vitest';
import { ARMING_MS, Arming } from './arming';

const ready = ARMING_MS + 50;

/** A clock moved by hand, and an announcement the host answers at once. */
function setUp(announce: () => Promise<unknown> = () => Promise.resolve()) {
  let now = 0;
  let due: { at: number; run: () => void } | null = null;
  const arming = new Arming(announce, () => {}, {
    now: () => now,
    set: (run, ms) => (due = { at: now + ms, run }),
    clear: (timer) => {
      if (due === timer) due = null;
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  const pass = async (ms: number) => {
    await settle();
    now += ms;
    if (due && due.at <= now) {
      const { run } = due;
      due = null;
      run();
    }
  };
  return { arming, pass };
}

describe('Allow', () => {
  let it_: ReturnType<typeof setUp>;
  beforeEach(() => {
    it_ = setUp();
    it_.arming.update({ seen: true, content: 'a' });
  });

  it('is inert for 700 ms after the card is shown', async () => {
    const { arming, pass } = it_;
    await pass(ARMING_MS - 1);
    expect([arming.phase, arming.accepts('shortcut')]).toEqual(['arming', false]);
    await pass(51);
    expect([arming.phase, arming.accepts('shortcut')]).toEqual(['armed', true]);
  });

  it('takes no click that began before it armed', async () => {
    const { arming, pass } = it_;
    arming.pointerDown();
    await pass(ready);
    expect(arming.accepts('pointer')).toBe(false);
    arming.pointerDown();
    expect(arming.accepts('pointer')).toBe(true);
  });

  it('takes a key only on a button that was focused after it armed', async () => {
    const { arming, pass } = it_;
    arming.focused();
    await pass(ready);
    expect(arming.accepts('key')).toBe(false);
    arming.blurred();
    await pass(1);
    arming.focused();
    expect(arming.accepts('key')).toBe(true);
  });

  it.each([
    ['the content or the queue changes', { seen: true, content: 'b' }],
    ['the card goes out of sight', { seen: false, content: 'a' }],
  ])('is inert again when %s', async (_, cause) => {
    const { arming, pass } = it_;
    await pass(ready);
    arming.update(cause);
    expect(arming.accepts('shortcut')).toBe(false);
    arming.update({ seen: true, content: 'b' });
    await pass(ARMING_MS - 1);
    expect(arming.accepts('shortcut')).toBe(false);
  });

  it('begins anew when the window gets the focus back', async () => {
    const { arming, pass } = it_;
    await pass(ready);
    arming.restart();
    expect(arming.phase).toBe('arming');
    await pass(ready);
    expect(arming.phase).toBe('armed');
  });

  it('is not armed again by an update that changes nothing', async () => {
    const { arming, pass } = it_;
    await pass(ready);
    arming.update({ seen: true, content: 'a' });
    expect(arming.phase).toBe('armed');
  });
});

it('the wait is counted from the host’s answer, not from the question', async () => {
  let answer = () => {};
  const { arming, pass } = setUp(() => new Promise<void>((resolve) => (answer = resolve)));
  arming.update({ seen: true, content: 'a' });
  await pass(5000);
  expect(arming.phase).toBe('arming');
  answer();
  await pass(0);
  await pass(ARMING_MS - 1);
  expect(arming.phase).toBe('arming');
  await pass(ready);
  expect(arming.phase).toBe('armed');
});

it('a card that was taken away never arms', async () => {
  const { arming, pass } = setUp();
  arming.update({ seen: true, content: 'a' });
  arming.dispose();
  await pass(ready);
  expect(arming.phase).toBe('arming');
});
