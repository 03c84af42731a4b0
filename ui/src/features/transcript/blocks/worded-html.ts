import { language, wordedPart } from '../../../shared/lib/text/index.svelte';
import { t } from '../../../shared/lib/text/later/text';

/** Where the renderer says something itself. What an agent wrote never holds a bare tag. */
const OURS =
  /(<span class="folded">|<p class="omitted">|<p class="md-alert-title">|<tr class="diff-note">(?:<td[^>]*>[^<]*<\/td>)*<td class="diff-text">)([^<]+)/g;

/** A rendered block with the renderer's own words in the window's language. */
export function wordedHtml(html: string): string {
  if (language() === 'en') return html;
  return html.replace(OURS, (_, tag: string, text: string) => tag + wordedPart(text));
}

/** A box of a task list needs a name, in the window's language. Text never holds a bare tag. */
function named(html: string): string {
  const box = '<span class="md-task';
  if (!html.includes(box)) return html;
  return html.replaceAll(box, `<span aria-label="${t('block.task')}" class="md-task`);
}

/** A rendered block as the page shows it. */
export const shownHtml = (html: string): string => named(wordedHtml(html));
