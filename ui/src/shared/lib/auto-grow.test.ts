import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { autoGrow } from './auto-grow';

/** A box whose text needs 20 pixels a line; notes every height it is given. */
function box() {
  const area = document.createElement('textarea');
  const given: string[] = [];
  let text = '';
  let height = '';
  const needed = () => text.split('\n').length * 20;
  Object.defineProperties(area, {
    scrollHeight: { get: () => Math.max(needed(), Number.parseInt(height) || 0) },
    style: {
      value: {
        get height() {
          return height;
        },
        set height(to: string) {
          height = to;
          given.push(to);
        },
      },
    },
  });
  const grow = autoGrow(() => text);
  const holds = (now: string) => {
    text = now;
    given.length = 0;
    grow(area);
    flushSync();
    return [...given];
  };
  return { holds, height: () => height };
}

it('a box is as high as its text, and is not made low to be measured for every letter', () => {
  const { holds, height } = box();
  holds('one');
  expect(height()).toBe('20px');
  expect(holds('one more')).toEqual([]);
  expect(holds('one more\nand a line')).toEqual(['40px']);
  // What is shorter may need less.
  holds('one');
  expect(height()).toBe('20px');
  holds('');
  expect(height()).toBe('20px');
});
