import { describe, expect, it, vi } from 'vitest';
import type { Batch } from '../generated';
import { PullLoop } from './pull-loop';
import type { PullSurroundings } from './pull-loop';

/** Everything around the loop, moved by hand. */
function surroundings() {
  const pulls: { resolve: (batch: Batch) => void; reject: (error: unknown) => void }[] = [];
  let show = () => {};
  const state = { hidden: false, frames: 0 };
  const s: PullSurroundings = {
    pull: () => new Promise((resolve, reject) => pulls.push({ resolve, reject })),
    request: () => ({
      conversation: 'c',
      after: 0,
      list: false,
      listAfter: 0,
      topics: {},
      plain: false,
    }),
    apply: vi.fn(),
    onTrouble: vi.fn(),
    hidden: () => state.hidden,
    untilVisible: () => new Promise((resolve) => (show = resolve)),
    nextFrame: async () => void state.frames++,
    sleep: () => Promise.resolve(),
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { s, pulls, state, settle, show: () => show() };
}

/** A loop at work in them, which has asked once. */
async function atWork() {
  const around = surroundings();
  const loop = new PullLoop(around.s);
  loop.start();
  await around.settle();
  return { ...around, loop };
}

const batch = (rev: number): Batch => ({ conversation: { id: 'c', rev, reset: false, rows: [] } });

describe('PullLoop', () => {
  it('applies what it is told at once, and asks again when that was drawn', async () => {
    const { loop, s, pulls, settle } = await atWork();
    expect(pulls).toHaveLength(1);
    let draw = () => {};
    s.nextFrame = () => new Promise((resolve) => (draw = resolve));
    pulls[0]!.resolve(batch(1));
    await settle();
    expect(s.apply).toHaveBeenCalledExactlyOnceWith(batch(1));
    expect(pulls).toHaveLength(1);
    draw();
    await settle();
    expect(pulls).toHaveLength(2);
    loop.stop();
  });

  it('waits for no frame with what is turned to meanwhile', async () => {
    const { loop, s, pulls, settle } = await atWork();
    s.nextFrame = () => new Promise(() => {});
    pulls[0]!.resolve(batch(1));
    await settle();
    loop.turn();
    pulls[1]!.resolve(batch(2));
    await settle();
    expect(vi.mocked(s.apply).mock.calls).toEqual([[batch(1)], [batch(2)]]);
    loop.stop();
  });

  it('asks again after the first rows of a conversation without waiting for a frame', async () => {
    const { loop, s, pulls, state, settle } = await atWork();
    const first: Batch = { conversation: { id: 'c', rev: 1, reset: true, rows: [] } };
    pulls[0]!.resolve(first);
    await settle();
    expect(s.apply).toHaveBeenCalledExactlyOnceWith(first);
    expect([pulls.length, state.frames]).toEqual([2, 0]);
    loop.stop();
  });

  it('asks again after an empty answer without a frame', async () => {
    const { loop, s, pulls, state, settle } = await atWork();
    pulls[0]!.resolve({});
    await settle();
    expect([pulls.length, state.frames]).toEqual([2, 0]);
    expect(s.apply).not.toHaveBeenCalled();
    loop.stop();
  });

  it('pulls nothing while hidden, drops what came too late, and asks anew on return', async () => {
    const { loop, s, pulls, state, settle, show } = await atWork();
    state.hidden = true;
    pulls[0]!.resolve(batch(1));
    await settle();
    expect(s.apply).not.toHaveBeenCalled();
    expect(pulls).toHaveLength(1);
    state.hidden = false;
    show();
    await settle();
    expect(pulls).toHaveLength(2);
    loop.stop();
  });

  it('asks at once when another conversation is shown, and drops the old answer', async () => {
    const { loop, s, pulls, settle } = await atWork();
    loop.ask();
    await settle();
    expect(pulls).toHaveLength(2);
    pulls[0]!.resolve(batch(1));
    await settle();
    expect(s.apply).not.toHaveBeenCalled();
    pulls[1]!.resolve(batch(2));
    await settle();
    expect(s.apply).toHaveBeenCalledExactlyOnceWith(batch(2));
    loop.stop();
  });

  it('asks without a moment’s delay for what is turned to, and once', async () => {
    const { loop, s, pulls, settle } = await atWork();
    loop.turn();
    expect(pulls).toHaveLength(2);
    await settle();
    expect(pulls).toHaveLength(2);
    pulls[1]!.resolve(batch(2));
    await settle();
    expect(s.apply).toHaveBeenCalledExactlyOnceWith(batch(2));
    expect(pulls).toHaveLength(3);
    loop.stop();
  });

  it('drops what was turned to where something else is asked meanwhile', async () => {
    const { loop, s, pulls, settle } = await atWork();
    loop.turn();
    loop.ask();
    await settle();
    expect(pulls).toHaveLength(3);
    pulls[1]!.reject(new Error('nobody listens'));
    pulls[2]!.resolve(batch(3));
    await settle();
    expect(s.apply).toHaveBeenCalledExactlyOnceWith(batch(3));
    expect(s.onTrouble).not.toHaveBeenCalled();
    loop.stop();
  });

  it('asks nothing of what is turned to while hidden, before it returns', async () => {
    const { s, pulls, state, settle, show } = surroundings();
    state.hidden = true;
    const loop = new PullLoop(s);
    loop.start();
    await settle();
    loop.turn();
    await settle();
    expect(pulls).toHaveLength(0);
    show();
    await settle();
    expect(pulls).toHaveLength(1);
    loop.stop();
  });

  it('tells of failures and of their end', async () => {
    const { loop, s, pulls, settle } = await atWork();
    pulls[0]!.reject(new Error('gone'));
    await settle();
    pulls[1]!.reject(new Error('gone'));
    await settle();
    pulls[2]!.resolve({});
    await settle();
    expect(vi.mocked(s.onTrouble).mock.calls).toEqual([[1], [2], [0]]);
    loop.stop();
  });
});
