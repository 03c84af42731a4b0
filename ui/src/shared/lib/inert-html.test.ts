import { expect, it } from 'vitest';
import growing from '../../host/recordings/streams/answer.json';
import { blockWrites, setBlock, updateBlock } from './inert-html';

function shown(html: string) {
  const element = document.createElement('div');
  setBlock(element, html);
  return element;
}

/** Whether an update wrote no more than what the block grew by. */
function grew(element: Element, html: string, before: string): boolean {
  const whole = blockWrites.whole;
  updateBlock(element, html, before);
  return blockWrites.whole === whole;
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

it.each([
  ['<p>one</p>\n', '<p>one two</p>\n'],
  ['<p>a <em>b</em></p>\n', '<p>a <em>b</em> c</p>\n'],
  ['<p>a &amp;</p>\n', '<p>a &amp;amp; &lt;b&gt; it&#39;s &quot;so&quot;</p>\n'],
  ['<p>a</p>\n', '<p>a <strong>b</strong><br>c</p>\n'],
  ['<ul>\n<li>a</li>\n</ul>\n', '<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n'],
  ['<pre><code>a</code></pre>', '<pre><code>a\n\n  b &lt; c\n</code></pre>'],
  [
    '<table><tbody>\n<tr><td>1</td><td></td></tr>\n</tbody></table>',
    '<table><tbody>\n<tr><td>1</td><td>2</td></tr>\n<tr><td>3</td><td></td></tr>\n</tbody></table>',
  ],
])('adds only what is new from %j to %j', (before, after) => {
  const element = shown(before);
  const first = element.firstElementChild;
  expect(grew(element, after, before)).toBe(true);
  expect(element.innerHTML).toBe(shown(after).innerHTML);
  expect(element.firstElementChild).toBe(first);
});

it.each([
  // Names of characters, cut in two or not the renderer's.
  ['<p>a &am</p>', '<p>a &amp; b</p>'],
  ['<p>a &amp</p>', '<p>a &amp;</p>'],
  ['<p>a</p>', '<p>a &copy; &nbsp</p>'],
  ['<p>a</p>', '<p>a & b</p>'],
  // Tags, cut in two or not closed.
  ['<p>a <e', '<p>a <em>b</em></p>'],
  ['<p>a</p>', '<p>a > b</p>'],
  ['<p>a</p>', '<p>a < b</p>'],
  ['<p>a</p>', '<p>a <b>b</p>'],
  ['<p>a</p>', '<p>a</em>b</p>'],
  ['<p>a</p>', '<p>a\r\nb\0c</p>'],
  // The first line break in it is none.
  ['<pre></pre>', '<pre>\na</pre>'],
  // Text is moved out of a table.
  ['<table><tbody></tbody></table>', '<table><tbody>a</tbody></table>'],
  // Its elements are others than those of the same name.
  ['<math><mi>a</mi></math>', '<math><mi>a</mi><mi>b</mi></math>'],
  ['<p>a b</p>', '<p>a c</p>'],
])('does not take %j to %j for growth', (before, after) => {
  const element = shown(before);
  expect(grew(element, after, before)).toBe(false);
  expect(element.outerHTML).toBe(shown(after).outerHTML);
});

it('does not trust what it is told where the page shows something else', () => {
  const element = shown('<p>a</p>\n<p>b</p>\n');
  expect(grew(element, '<ul><li>a b</li></ul>', '<ul><li>a</li></ul>')).toBe(false);
  expect(element.innerHTML).toBe('<ul><li>a b</li></ul>');
});

/** Every block of a text, each as it was after every letter. */
function versions(): string[][] {
  const blocks: string[][] = [];
  for (const [number, keep, rest] of growing as [number, number, string][]) {
    const block = (blocks[number] ??= []);
    block.push((block.at(-1) ?? '').slice(0, keep) + rest);
  }
  return blocks;
}

/** Numbers that look random and are the same every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Text nodes count: two beside each other are not one. */
const nodes = (node: Node): unknown =>
  node instanceof Text ? node.data : [node.nodeName, ...[...node.childNodes].map(nodes)];

it('gives the nodes that the whole gives, wherever the stream is cut', () => {
  let [all, whole] = [0, 0];
  for (const longest of [1, 2, 3, 5, 9, 20, 60]) {
    for (const [number, block] of versions().entries()) {
      const roll = dice(number * 100 + longest);
      let before = block[0]!;
      const direct = shown(before);
      const compared = shown(before);
      for (let at = 1 + roll(longest); at < block.length; at += 1 + roll(longest)) {
        const after = block[at]!;
        all++;
        if (!grew(direct, after, before)) whole++;
        updateBlock(compared, after);
        expect(direct.outerHTML).toBe(compared.outerHTML);
        expect(nodes(direct)).toEqual(nodes(shown(after)));
        before = after;
      }
    }
  }
  // Otherwise this shows nothing.
  expect(all).toBeGreaterThan(1500);
  expect(whole / all).toBeLessThan(0.15);
});

it('C83 keeps a selection in what is there, wherever the stream is cut', () => {
  for (const [number, block] of versions().entries()) {
    const roll = dice(number);
    let before = block[0]!;
    const element = shown(before);
    document.body.append(element);
    for (let at = 1 + roll(6); at < block.length; at += 1 + roll(6)) {
      const after = block[at]!;
      const texts = [...textsOf(element)].filter((text) => text.data.length > 1);
      const text = texts[roll(texts.length)];
      const kept = text?.data;
      if (text) document.getSelection()!.setBaseAndExtent(text, 0, text, 1);
      if (grew(element, after, before) && text) {
        expect(text.data.startsWith(kept!)).toBe(true);
        expect(document.getSelection()!.anchorNode).toBe(text);
        expect(document.getSelection()!.toString()).toBe(kept!.slice(0, 1));
      }
      before = after;
    }
    element.remove();
  }
});

function* textsOf(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) yield walker.currentNode as Text;
}
