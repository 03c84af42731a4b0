import { setBlock } from '../../../shared/lib/inert-html';

/** What a line of a diff begins with, where the table has no sign for it. */
function sign(row: Element): string {
  if (row.classList.contains('diff-hunk')) return '';
  if (row.classList.contains('diff-note')) return '\\ ';
  return row.querySelector('.diff-sign')?.textContent || ' ';
}

/**
 * A rendered diff as a diff again, without its line numbers, that a program can apply; all of it,
 * whatever is folded.
 */
export function diffText(html: string): string {
  const source = document.createElement('div');
  setBlock(source, html);
  const lines = [...source.querySelectorAll('tr')].map(
    (row) => `${sign(row)}${row.querySelector('.diff-text')?.textContent ?? ''}`,
  );
  return `${lines.join('\n')}\n`;
}
