import { afterEach, expect, it } from 'vitest';
import { useLanguage } from '../../../shared/lib/text/index.svelte';
import { wordedHtml } from './worded-html';

afterEach(() => useLanguage('en'));

const blocks = [
  '<p>Note</p><span class="folded">… 1,234 more bytes</span>',
  '<blockquote class="md-alert md-alert-tip"><p class="md-alert-title">Tip</p>\n<p>Tip</p></blockquote>',
  '<p class="omitted">12 more lines (3,000 bytes) are not shown.</p>',
  '<tr class="diff-note"><td class="diff-old"></td><td class="diff-new"></td><td class="diff-sign"></td><td class="diff-text">No newline at end of file</td></tr>',
];

it('words what the renderer says itself, and nothing of the agent’s', async () => {
  expect(blocks.map(wordedHtml)).toEqual(blocks);
  await useLanguage('de');
  expect(blocks.map(wordedHtml)).toEqual([
    '<p>Note</p><span class="folded">… 1,234 weitere Byte</span>',
    '<blockquote class="md-alert md-alert-tip"><p class="md-alert-title">Tipp</p>\n<p>Tip</p></blockquote>',
    '<p class="omitted">12 weitere Zeilen (3,000 Byte) werden nicht gezeigt.</p>',
    '<tr class="diff-note"><td class="diff-old"></td><td class="diff-new"></td><td class="diff-sign"></td><td class="diff-text">Kein Zeilenende am Ende der Datei</td></tr>',
  ]);
});
