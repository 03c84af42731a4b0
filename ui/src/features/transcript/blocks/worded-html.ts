import { language, wordedPart } from '../../../shared/lib/text/index.svelte';

/** Where the renderer says something itself. What an agent wrote never holds a bare tag. */
const OURS =
  /(<span class="folded">|<p class="omitted">|<p class="md-alert-title">|<tr class="diff-note">(?:<td[^>]*>[^<]*<\/td>)*<td class="diff-text">)([^<]+)/g;

/** A rendered block with the renderer's own words in the window's language. */
export function wordedHtml(html: string): string {
  if (language() === 'en') return html;
  return html.replace(OURS, (_, tag: string, text: string) => tag + wordedPart(text));
}
