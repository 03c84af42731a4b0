import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { Block } from '../../../generated';
import { useLanguage } from '../../../shared/lib/text/index.svelte';
import { ShownBlocks } from './shown-blocks.svelte';

const prose = (words: string): Block => ({ html: `<p>${words}</p>` });
const code = (words: string): Block => ({
  kind: 'code',
  label: 'rust',
  html: `<pre class="md-code"><code>${words}</code></pre>`,
});

function shown(blocks: readonly Block[]) {
  const element = document.createElement('div');
  const there = new ShownBlocks(element, false);
  const show = (next: readonly Block[]) => {
    there.show(next);
    flushSync();
    return [...element.children].map(
      (one) => `${one.localName} ${one.textContent?.replace(/\s+/g, ' ').trim()}`,
    );
  };
  return { element, show, first: show(blocks) };
}

test('a paragraph is one element, and nothing beside it', () => {
  const { element, first } = shown(Array.from({ length: 10 }, (_, n) => prose(`part ${n}`)));
  expect(first).toEqual(Array.from({ length: 10 }, (_, n) => `div part ${n}`));
  expect(element.childNodes).toHaveLength(10);
  const paragraph = element.firstElementChild!;
  expect(paragraph.className).toBe('md selectable');
  expect([...paragraph.childNodes].map((one) => one.nodeName)).toEqual(['P']);
});

test('what is there is not touched when more comes', () => {
  const [one, two] = [prose('one'), code('two')];
  const { element, show } = shown([one, two]);
  const before = [...element.children];
  expect(show([one, two, prose('three')])).toEqual(['div one', 'figure rust two', 'div three']);
  expect([...element.children].slice(0, 2)).toEqual(before);
  const text = element.querySelector('p')!.firstChild;
  expect(show([prose('one and more'), code('two, too'), prose('three')])).toEqual([
    ...['div one and more', 'figure rust two, too', 'div three'],
  ]);
  expect([...element.children].slice(0, 2)).toEqual(before);
  expect(element.querySelector('p')!.firstChild).toBe(text);
});

test('a block of another sort takes its place, and those after it follow', () => {
  const { show } = shown([prose('one'), prose('two'), prose('three')]);
  expect(show([prose('one'), code('2'), prose('three')])).toEqual([
    ...['div one', 'figure rust 2', 'div three'],
  ]);
  expect(show([prose('one'), prose('two')])).toEqual(['div one', 'div two']);
});

test('nothing is left of what goes', () => {
  const { element, show } = shown([prose('one'), code('two'), prose('three')]);
  expect(show([])).toEqual([]);
  expect(element.childNodes).toHaveLength(0);
});

test('what the window says itself is said anew in another language', async () => {
  const task = { html: '<ul><li><span class="md-task" role="checkbox"></span>do</li></ul>' };
  const { element, show } = shown([task]);
  const name = () => element.querySelector('.md-task')?.getAttribute('aria-label');
  const before = name();
  expect(before).toBeTruthy();
  await useLanguage('de');
  show([task]);
  const after = name();
  await useLanguage('en');
  show([task]);
  expect(after).not.toBe(before);
  expect(name()).toBe(before);
});

test('what the renderer says itself is in the language of the window, whatever frame it is in', async () => {
  const omitted = '<p class="omitted">12 more lines (3,000 bytes) are not shown.</p>';
  const note =
    '<table class="diff"><tbody><tr class="diff-note"><td class="diff-old"></td><td class="diff-new"></td><td class="diff-sign"></td><td class="diff-text">No newline at end of file</td></tr></tbody></table>';
  const kinds = ['prose', 'code', 'json', 'terminal', 'math', 'omitted', 'diff'] as const;
  await useLanguage('de');
  const { first } = shown(
    kinds.map((kind): Block => ({ kind, html: kind === 'diff' ? note : omitted })),
  );
  await useLanguage('en');
  expect(first).toHaveLength(kinds.length);
  for (const said of first.slice(0, -1)) expect(said).toContain('12 weitere Zeilen');
  expect(first.at(-1)).toContain('Kein Zeilenende am Ende der Datei');
});
