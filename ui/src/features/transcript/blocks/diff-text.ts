import { setBlock } from '../../../shared/lib/inert-html';

/** A rendered diff as a diff again, without its line numbers; all of it, whatever is folded. */
export function diffText(html: string): string {
  const source = document.createElement('div');
  setBlock(source, html);
  const lines = [...source.querySelectorAll('tr')].map((row) => {
    const sign = row.querySelector('.diff-sign')?.textContent || ' ';
    return `${sign}${row.querySelector('.diff-text')?.textContent ?? ''}`;
  });
  return `${lines.join('\n')}\n`;
}
