import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { header, patchOf } from '../../test/make';
import { ConversationStore } from '../../state/conversation.svelte';
import { ListWindow } from './list-window.svelte';

/** A scrolling element whose sizes are told, and that clamps as a browser does. */
function scroller(content: () => number) {
  const element = document.createElement('div');
  let top = 0;
  let height = 500;
  const most = () => Math.max(0, content() - height);
  Object.defineProperties(element, {
    clientHeight: { get: () => height },
    scrollHeight: { get: () => Math.max(content(), height) },
    scrollTop: {
      get: () => top,
      set: (to: number) => (top = Math.min(Math.max(0, to), most())),
    },
  });
  return {
    element,
    /** The browser clamps at once, and tells of it at the next frame. */
    resize(to: number) {
      height = to;
      top = Math.min(top, most());
    },
    scrolled: () => element.dispatchEvent(new Event('scroll')),
    scroll(to: number) {
      element.scrollTop = to;
      element.dispatchEvent(new Event('scroll'));
    },
    atEnd: () => most() - top <= 1,
  };
}

async function opened() {
  const store = new ConversationStore('c');
  const list = new ListWindow(store);
  const rows = Array.from({ length: 60 }, (_, place) => patchOf(place, ['<p>a</p>']));
  store.apply({ id: 'c', rev: 1, reset: true, header: header(), rows });
  // Rows have the heights they are guessed to have.
  const view = scroller(() => 60 * 120);
  const leave = list.scroller(view.element);
  await vi.waitFor(() => expect(view.atEnd()).toBe(true));
  flushSync();
  return { store, list, view, leave };
}

it('C82 stays at the end whatever appears above or below the list while it opens', async () => {
  const { list, view, leave } = await opened();
  // The composer goes, and what is in its place comes a moment later and is higher;
  // a banner comes above; all before the browser tells of the scroll it made.
  for (const steps of [
    [640, 420],
    [520, 380, 700, 300],
    [300, 900, 340],
  ]) {
    for (const to of steps) view.resize(to);
    view.scrolled();
    await vi.waitFor(() => expect(view.atEnd()).toBe(true));
    view.scrolled();
    expect(list.following).toBe(true);
  }
  leave();
});

it('C80 a reader who goes up leaves the end, however little, and comes back to it', async () => {
  const { list, view, leave } = await opened();
  view.scroll(view.element.scrollTop - 1);
  expect(list.following).toBe(true);
  view.scroll(view.element.scrollTop - 40);
  expect(list.following).toBe(false);
  view.scroll(1_000_000);
  expect(list.following).toBe(true);
  leave();
});
