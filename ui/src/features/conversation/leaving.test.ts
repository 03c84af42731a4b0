import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import { patchOf, row } from '../../test/make';
import { showPane } from '../../test/pane';

/** What the page's own two targets are listened to for, from now on. */
function watchListeners() {
  const held: [string, unknown][] = [];
  const spies = [document, window].flatMap((target) => {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    return [
      vi
        .spyOn(target, 'addEventListener')
        .mockImplementation(
          (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
            held.push([type, listener]);
            add(type, listener, options as AddEventListenerOptions);
          },
        ),
      vi
        .spyOn(target, 'removeEventListener')
        .mockImplementation(
          (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
            const at = held.findIndex((one) => one[0] === type && one[1] === listener);
            if (at >= 0) held.splice(at, 1);
            remove(type, listener, options as EventListenerOptions);
          },
        ),
    ];
  });
  return {
    /** The types, sorted: a failure says what stays. */
    get held() {
      return held.map(([type]) => type).sort();
    },
    stop: () => spies.forEach((spy) => spy.mockRestore()),
  };
}

it('C36 a conversation that is left leaves no listener, no observer and no timer', async () => {
  const observed = new Set<Element>();
  const real = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class {
    #mine = new Set<Element>();
    observe(element: Element) {
      this.#mine.add(element);
      observed.add(element);
    }
    unobserve(element: Element) {
      this.#mine.delete(element);
      observed.delete(element);
    }
    disconnect() {
      for (const element of this.#mine) observed.delete(element);
      this.#mine.clear();
    }
  };
  const listeners = watchListeners();
  const timers = new Set<unknown>();
  const set = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => {
    const timer = {} as ReturnType<typeof setInterval>;
    timers.add(timer);
    return timer;
  });
  const clear = vi
    .spyOn(globalThis, 'clearInterval')
    .mockImplementation((timer) => void timers.delete(timer));
  try {
    // Components that others share are loaded once and stay.
    const first = await showPane({ rows: [patchOf(0, ['<p>a</p>'])] });
    first.screen.unmount();
    await tick();
    const before = { listeners: listeners.held, timers: timers.size, observed: observed.size };
    const { screen, store } = await showPane({
      header: { activity: 'running', turnStartedAt: Date.now() },
      rows: [
        patchOf(0, ['<p>a</p>']),
        patchOf(1, ['<p>t</p>'], row('t', { kind: 'thinking', durationMs: null }, true)),
        patchOf(2, [], row('p', { kind: 'progress', text: 'is busy' }, true)),
      ],
    });
    await tick();
    expect(observed.size, 'something is observed while it is shown').toBeGreaterThan(0);
    expect(listeners.held.length).toBeGreaterThan(before.listeners.length);
    screen.unmount();
    store.close();
    await tick();
    // The clock lets go a moment later, for who reads it next.
    await vi.waitFor(() =>
      expect({ listeners: listeners.held, timers: timers.size, observed: observed.size }).toEqual(
        before,
      ),
    );
  } finally {
    listeners.stop();
    set.mockRestore();
    clear.mockRestore();
    globalThis.ResizeObserver = real;
  }
});
