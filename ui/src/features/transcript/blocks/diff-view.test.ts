import { expect, it } from 'vitest';
import { setBlock } from '../../../shared/lib/inert-html';
import { arrange, columns } from './diff-view';
import { diffText } from './diff-text';

const row = (kind: string, old: string, fresh: string, sign: string, text: string) =>
  `<tr class="diff-${kind}"><td class="diff-old">${old}</td><td class="diff-new">${fresh}</td>` +
  `<td class="diff-sign">${sign}</td><td class="diff-text">${text}</td></tr>`;

const context = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    row('ctx', `${from + i}`, `${from + i}`, '', `c${from + i}`),
  );

function html(rows: string[]): string {
  return `<table class="diff"><tbody>\n${rows.join('\n')}</tbody></table>`;
}

function table(rows: string[]): HTMLTableElement {
  const holder = document.createElement('div');
  setBlock(holder, html(rows));
  return holder.querySelector('table')!;
}

const shown = (fragment: DocumentFragment) =>
  [...fragment.children].map((one) => [...one.children].map((cell) => cell.textContent).join('|'));

const plain = {
  split: false,
  opened: new Set<number>(),
  words: (n: number) => `${n} same`,
  open: () => {},
};

it('sets removed and added lines side by side, and leaves a side empty where it has none', () => {
  const rows = [
    row('hunk', '', '', '', '@@ -1 +1 @@'),
    ...context(1, 1),
    row('del', '2', '', '-', 'a'),
    row('del', '3', '', '-', 'b'),
    row('add', '', '2', '+', 'A'),
    row('note', '', '', '', 'No newline'),
  ];
  expect(shown(arrange(table(rows), { ...plain, split: true }))).toEqual([
    '@@ -1 +1 @@',
    '1|c1|1|c1',
    '2|a|2|A',
    '3|b||',
    'No newline',
  ]);
  expect(columns().children).toHaveLength(4);
});

it('folds long unchanged parts but for the lines around a change, until they are opened', () => {
  const rows = [row('del', '1', '', '-', 'x'), ...context(2, 20), row('add', '', '22', '+', 'y')];
  const opened: number[] = [];
  const folded = arrange(table(rows), { ...plain, open: (first) => opened.push(first) });
  expect(folded.children).toHaveLength(9);
  const button = folded.querySelector('button')!;
  expect(button.textContent).toBe('14 same');
  button.click();
  const open = arrange(table(rows), { ...plain, opened: new Set(opened) });
  expect(open.children).toHaveLength(22);
});

it('keeps a short unchanged part as it is', () => {
  const rows = [row('del', '1', '', '-', 'x'), ...context(2, 10), row('add', '', '12', '+', 'y')];
  expect(arrange(table(rows), plain).children).toHaveLength(12);
});

it('is copied whole and without line numbers', () => {
  const rows = [...context(1, 1), row('del', '2', '', '-', 'a'), row('add', '', '2', '+', 'b')];
  expect(diffText(html(rows))).toBe(' c1\n-a\n+b\n');
});

it('is copied as a program can apply it', () => {
  const rows = [
    row('hunk', '', '', '', '@@ -1,2 +1,2 @@'),
    ...context(1, 1),
    row('del', '2', '', '-', 'a'),
    row('note', '', '', '', 'No newline at end of file'),
    row('add', '', '2', '+', 'b'),
    row('note', '', '', '', 'No newline at end of file'),
  ];
  const missing = '\\ No newline at end of file\n';
  expect(diffText(html(rows))).toBe(`@@ -1,2 +1,2 @@\n c1\n-a\n${missing}+b\n${missing}`);
});
