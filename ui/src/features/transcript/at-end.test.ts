import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { header, patchOf } from '../../test/make';
import { ConversationStore } from '../../state/conversation.svelte';
import { ListWindow } from './list-window.svelte';

/** Tells of a size, as the browser does once it has laid out. */
type Tell = (element: Element, height: number) => void;

let tell: Tell;
const real = globalThis.ResizeObserver;
beforeEach(() => {
  const observers: [ResizeObserverCallback, Set<Element>, ResizeObserver][] = [];
  globalThis.ResizeObserver = class {
    #seen = new Set<Element>();
    constructor(callback: ResizeObserverCallback) {
      observers.push([callback, this.#seen, this]);
    }
    observe(element: Element) {
      this.#seen.add(element);
    }
    unobserve(element: Element) {
      this.#seen.delete(element);
    }
    disconnect() {
      this.#seen.clear();
    }
  };
  tell = (target, height) => {
    const size = [{ blockSize: height, inlineSize: 500 }];
    const entry = { target, borderBoxSize: size, contentRect: { height } };
    for (const [callback, seen, observer] of observers) {
      if (seen.has(target)) callback([entry as unknown as ResizeObserverEntry], observer);
    }
  };
});
afterEach(() => {
  globalThis.ResizeObserver = real;
  document.body.replaceChildren();
});

/** A scrolling element whose sizes are told, and that clamps as a browser does. */
function scroller() {
  const element = document.createElement('div');
  const rows = document.createElement('div');
  element.append(rows);
  document.body.append(element);
  let top = 0;
  let height = 500;
  let content = 60 * 120;
  const most = () => Math.max(0, content - height);
  const clamp = () => (top = Math.min(top, most()));
  Object.defineProperties(element, {
    clientHeight: { get: () => height },
    scrollHeight: { get: () => Math.max(content, height) },
    scrollTop: {
      get: () => top,
      set: (to: number) => (top = Math.min(Math.max(0, to), most())),
    },
  });
  return {
    element,
    rows,
    /** The browser clamps at once, and tells of it at the next frame. */
    resize(to: number) {
      height = to;
      clamp();
    },
    /** What is in it became higher or lower, and was laid out. */
    holds(to: number) {
      content = to;
      clamp();
    },
    get content() {
      return content;
    },
    scrolled: () => element.dispatchEvent(new Event('scroll')),
    scroll(to: number) {
      element.scrollTop = to;
      element.dispatchEvent(new Event('scroll'));
    },
    wheel: (deltaY: number) => element.dispatchEvent(new WheelEvent('wheel', { deltaY })),
    atEnd: () => most() - top <= 1,
  };
}

/** Until nothing that was changed can still be on its way to the page. */
async function drawn() {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Each reads a conversation of its own: where a reader is is kept. */
let count = 0;

async function opened() {
  const id = `c${++count}`;
  const store = new ConversationStore(id);
  const list = new ListWindow(store);
  const rows = Array.from({ length: 60 }, (_, place) => patchOf(place, ['<p>a</p>']));
  store.apply({ id, rev: 1, reset: true, header: header(), rows });
  // Rows have the heights they are guessed to have.
  const view = scroller();
  const leaving = [list.scroller(view.element), list.content(view.rows)];
  const leave = () => leaving.forEach((one) => one());
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

it('C82 stays at the end when what is in it grows late, however often', async () => {
  const { list, view, leave } = await opened();
  for (const by of [900, 4, 2500]) {
    // No row has another height than it was known to have: an image, a font, the space between.
    view.holds(view.content + by);
    expect(view.atEnd()).toBe(false);
    tell(view.rows, view.content);
    expect(view.atEnd()).toBe(true);
    view.scrolled();
    expect(list.following).toBe(true);
  }
  leave();
});

it('C82 stays at the end when what is in it is lower, and the browser scrolls for it', async () => {
  const { list, view, leave } = await opened();
  // The scroll is told of before the height, after it, or between two of them.
  view.holds(3000);
  view.scrolled();
  expect(list.following).toBe(true);
  view.holds(8000);
  view.scrolled();
  await vi.waitFor(() => expect(view.atEnd()).toBe(true));
  view.holds(2000);
  tell(view.rows, 2000);
  view.holds(9000);
  view.scrolled();
  tell(view.rows, 9000);
  await vi.waitFor(() => expect(view.atEnd()).toBe(true));
  expect(list.following).toBe(true);
  leave();
});

it('C82 stays at the end when rows come back into the page lower for less than a frame', async () => {
  const { list, view, leave } = await opened();
  await drawn();
  for (const lower of [617, 3000, 7000]) {
    const before = view.content;
    view.rows.append(document.createElement('p'));
    view.holds(lower);
    view.holds(before);
    expect(view.atEnd()).toBe(false);
    // All is as high as it was: there is no size to tell of, only a scroll.
    await Promise.resolve();
    view.scrolled();
    await vi.waitFor(() => expect(view.atEnd()).toBe(true));
    expect(list.following).toBe(true);
    await drawn();
  }
  leave();
});

it('C82 a message box that is measured while it is written in does not lose the end', async () => {
  const { list, view, leave } = await opened();
  const box = document.createElement('textarea');
  document.body.append(box);
  await drawn();
  box.dispatchEvent(new Event('input', { bubbles: true }));
  view.resize(700);
  view.resize(500);
  view.scrolled();
  await vi.waitFor(() => expect(view.atEnd()).toBe(true));
  expect(list.following).toBe(true);
  leave();
});

it('C80 a reader who goes up leaves the end, however little, and comes back to it', async () => {
  const { list, view, leave } = await opened();
  view.wheel(-1);
  view.scroll(view.element.scrollTop - 1);
  expect(list.following).toBe(true);
  view.scroll(view.element.scrollTop - 40);
  expect(list.following).toBe(false);
  view.scroll(1_000_000);
  expect(list.following).toBe(true);
  leave();
});

const keydown = (key: string, from: EventTarget, shiftKey = false) =>
  from.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
const pointer = (type: string, from: EventTarget, clientY: number, buttons: number) =>
  from.dispatchEvent(new MouseEvent(type, { clientY, buttons, bubbles: true }));
const touch = (type: string, from: EventTarget, clientY: number) =>
  from.dispatchEvent(Object.assign(new Event(type), { touches: [{ clientY }] }));

type View = ReturnType<typeof scroller>;
const ACTS: [string, boolean, (view: View) => void][] = [
  ['a wheel that goes up', true, (view) => view.wheel(-100)],
  ['a wheel that goes down', false, (view) => view.wheel(100)],
  ['a page up', true, (view) => keydown('PageUp', view.element)],
  ['an arrow up in a row', true, (view) => keydown('ArrowUp', view.rows)],
  ['Home where nothing has the keyboard', true, () => keydown('Home', document.body)],
  ['a space with the shift key', true, (view) => keydown(' ', view.element, true)],
  ['a space', false, (view) => keydown(' ', view.element)],
  ['a letter', false, (view) => keydown('a', view.element)],
  [
    'an arrow up in a message box',
    false,
    () => keydown('ArrowUp', document.body.appendChild(document.createElement('textarea'))),
  ],
  [
    'a finger that moves down',
    true,
    (view) => (touch('touchstart', view.element, 50), touch('touchmove', view.element, 90)),
  ],
  [
    'a finger that moves up',
    false,
    (view) => (touch('touchstart', view.element, 90), touch('touchmove', view.element, 50)),
  ],
  ['a scrollbar that is held', true, (view) => pointer('pointerdown', view.element, 50, 1)],
  [
    'a click in a row',
    false,
    (view) => (pointer('pointerdown', view.rows, 50, 1), pointer('pointerup', view.rows, 51, 0)),
  ],
  [
    'a selection that is drawn upwards',
    true,
    (view) => (pointer('pointerdown', view.rows, 50, 1), pointer('pointermove', document, 9, 1)),
  ],
  ['nothing', false, () => {}],
];

it.each(ACTS)(
  'C80 while rows come, the end is left for what the reader does: %s',
  async (...of) => {
    const [, leaves, act] = of;
    const { list, view, leave } = await opened();
    await drawn();
    act(view);
    // Something changes all the time; a scroll alone says nothing.
    tell(view.element, 500);
    view.scroll(view.element.scrollTop - 300);
    expect(list.following).toBe(!leaves);
    if (!leaves) await vi.waitFor(() => expect(view.atEnd()).toBe(true));
    leave();
  },
);

it('C80 who scrolls by means that no page can see is believed once the page is still', async () => {
  const { list, view, leave } = await opened();
  await drawn();
  view.scroll(view.element.scrollTop - 300);
  expect(list.following).toBe(false);
  leave();
});

it('C80 the end that comes up to a reader is not followed until they go down', async () => {
  const { list, view, leave } = await opened();
  view.wheel(-100);
  view.scroll(view.element.scrollTop - 40);
  view.holds(view.content - 200);
  view.scrolled();
  expect(view.atEnd()).toBe(true);
  expect(list.following).toBe(false);
  // There is nowhere to scroll: the wheel alone says it.
  view.wheel(100);
  expect(list.following).toBe(true);
  leave();
});

it('C82 a row that comes back has the height it had, until its parts are in it', async () => {
  const { list, view, leave } = await opened();
  const shown = () => view.rows.appendChild(document.createElement('div'));
  const row = shown();
  const gone = list.row(59)(row);
  expect(row.style.minHeight, 'nobody knows yet').toBe('');
  tell(row, 345.5);
  gone();
  row.remove();
  const again = shown();
  const goneAgain = list.row(59)(again);
  expect(again.style.minHeight).toBe('345.5px');
  await vi.waitFor(() => expect(again.style.minHeight).toBe(''));
  goneAgain();
  leave();
});
