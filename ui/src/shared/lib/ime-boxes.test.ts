import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it, vi } from 'vitest';
import { guardInputMethod } from './ime';

const source = join(process.cwd(), 'src');

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Every text box of the source: where it is, and how it is written. */
const boxes = sources(source)
  .filter((path) => path.endsWith('.svelte'))
  .flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const tags = text.match(/<(?:input|textarea)\b(?:[^>{]|\{[^}]*\}|=>)*>/g) ?? [];
    return tags
      .filter((tag) => !/type="(?:checkbox|radio|range|file|color|date|time)"/.test(tag))
      .map((tag) => ({ path: relative(source, path), tag }));
  });

/** A box in a form in a dialog, with everything that could mistake a key around it. */
function page(tag: 'input' | 'textarea') {
  const sent = vi.fn();
  document.body.replaceChildren();
  const form = document.createElement('form');
  const box = document.createElement(tag);
  form.append(box);
  document.body.append(form);
  for (const target of [box, form, document.body, document, window]) {
    target.addEventListener('keydown', (event) => sent((event as KeyboardEvent).key));
  }
  const press = (key: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    box.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const compose = (name: string) => box.dispatchEvent(new Event(name, { bubbles: true }));
  return { sent, press, compose, box };
}

it('C88 there are boxes to guard, and the window guards before anything listens', () => {
  expect(boxes.length).toBeGreaterThan(15);
  const start = readFileSync(join(source, 'app/start.ts'), 'utf8');
  expect(start.indexOf('guardInputMethod(document)')).toBeGreaterThan(0);
  expect(start.indexOf('guardInputMethod(document)')).toBeLessThan(start.indexOf('mount(App'));
});

it.each(boxes)('C88 $path: nothing gets at a key before the guard', ({ tag }) => {
  // What listens while a key goes down, or to other keys than those going down, is not guarded.
  expect(tag).not.toMatch(/onkey(?:downcapture|press|upcapture)/);
  expect(tag).not.toMatch(/contenteditable/);
});

it('C88 no source listens to keys in a way that passes the guard', () => {
  const early = /addEventListener\(\s*'key(?:down|press)'[^;]*(?:true|capture)|attachShadow/;
  const passing = sources(source).filter(
    (path) => !path.endsWith('ime.ts') && early.test(readFileSync(path, 'utf8')),
  );
  expect(passing.map((path) => relative(source, path))).toEqual([]);
});

it.each(['input', 'textarea'] as const)(
  'C88 %s: Enter and Escape of an input method reach nothing, the user’s own do',
  (tag) => {
    let now = 1000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const unguard = guardInputMethod(document);
    const { sent, press, compose } = page(tag);
    compose('compositionstart');
    expect(press('Enter', { keyCode: 229, isComposing: true })).toBe(false);
    press('Escape', { isComposing: true });
    compose('compositionend');
    now += 5;
    // WebKit: the very same key, unmarked. It must do nothing by itself either.
    expect(press('Enter')).toBe(true);
    expect(press('Escape')).toBe(true);
    expect(sent).not.toHaveBeenCalled();
    now += 200;
    expect(press('Enter')).toBe(false);
    expect(sent).toHaveBeenCalledTimes(5);
    unguard();
    clock.mockRestore();
  },
);

it('C88 a box that went away while it was composed in blocks no other', () => {
  const unguard = guardInputMethod(document);
  const { compose, box } = page('input');
  compose('compositionstart');
  box.remove();
  const other = page('textarea');
  other.box.dispatchEvent(new Event('focusin', { bubbles: true }));
  other.press('Enter');
  expect(other.sent).toHaveBeenCalled();
  unguard();
});

it('C88 a terminal gets every key', () => {
  const unguard = guardInputMethod(document);
  const { sent, press, compose, box } = page('textarea');
  box.className = 'xterm';
  compose('compositionstart');
  press('Enter', { keyCode: 229 });
  expect(sent).toHaveBeenCalled();
  unguard();
});
