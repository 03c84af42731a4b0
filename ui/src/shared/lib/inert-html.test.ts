import { expect, it } from 'vitest';
import { blockWrites, setBlock, updateBlock } from './inert-html';

function shown(html: string) {
  const element = document.createElement('div');
  setBlock(element, html);
  return element;
}

it('appends to the text node that is there, so that a selection in it survives', () => {
  const element = shown('<p>Hello <em>wor</em></p>');
  const text = element.querySelector('em')!.firstChild;
  const first = element.querySelector('p')!.firstChild;
  updateBlock(element, '<p>Hello <em>world</em> and all</p>');
  expect(element.innerHTML).toBe('<p>Hello <em>world</em> and all</p>');
  expect(element.querySelector('em')!.firstChild).toBe(text);
  expect(element.querySelector('p')!.firstChild).toBe(first);
});

it.each([
  ['<p>a</p>', '<ul><li>a</li></ul>'],
  ['<p>a</p><p>b</p>', '<p>a</p>'],
  ['<p class="x">a</p>', '<p class="y">a</p>'],
  ['<p>a *b</p>', '<p>a <em>b</em></p>'],
  ['', '<p>a</p>'],
  ['<p>a</p>', ''],
])('turns %s into %s', (before, after) => {
  const element = shown(before);
  updateBlock(element, after);
  expect(element.innerHTML).toBe(after);
});

it('counts every write', () => {
  const before = blockWrites.count;
  updateBlock(shown('<p>a</p>'), '<p>b</p>');
  expect(blockWrites.count - before).toBe(2);
});
