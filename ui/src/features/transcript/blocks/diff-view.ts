/*
 * A diff as the reader wants it: one column or two, long unchanged parts folded.
 * Only nodes that the renderer made are moved about here; no HTML is written.
 */

/** Unchanged lines kept around a change, on each side. */
const AROUND = 3;
/** Folding is worth it from this many lines on. */
const WORTH = 8;

export interface DiffWishes {
  readonly split: boolean;
  /** Folded parts that were opened, by the number of the first line. */
  readonly opened: ReadonlySet<number>;
  /** The words of a folded part's button. */
  readonly words: (lines: number) => string;
  readonly open: (first: number) => void;
}

/** Rows of the renderer's table that show the same as `table`, arranged anew. */
export function arrange(table: HTMLTableElement, wishes: DiffWishes): DocumentFragment {
  const rows = [...table.querySelectorAll('tr')];
  const out = document.createDocumentFragment();
  const width = 4;
  for (let at = 0; at < rows.length;) {
    const row = rows[at]!;
    if (isContext(row)) {
      let end = at;
      while (end < rows.length && isContext(rows[end]!)) end++;
      const first = at === 0 ? at : at + AROUND;
      const last = end === rows.length ? end : end - AROUND;
      for (let i = at; i < end; i++) {
        if (i === first && last - first >= WORTH && !wishes.opened.has(first)) {
          out.append(foldedRow(first, last - first, width, wishes));
          i = last - 1;
        } else out.append(wishes.split ? pair(rows[i]!, rows[i]!) : rows[i]!.cloneNode(true));
      }
      at = end;
    } else if (wishes.split && isChange(row)) {
      let end = at;
      while (end < rows.length && (isChange(rows[end]!) || isNote(rows[end]!))) end++;
      const run = rows.slice(at, end);
      const removed = run.filter((one) => one.classList.contains('diff-del'));
      const added = run.filter((one) => one.classList.contains('diff-add'));
      for (let i = 0; i < Math.max(removed.length, added.length); i++) {
        out.append(pair(removed[i], added[i]));
      }
      for (const note of run.filter(isNote)) out.append(wide(note));
      at = end;
    } else {
      out.append(wishes.split ? wide(row) : row.cloneNode(true));
      at++;
    }
  }
  return out;
}

/** The columns of two versions: a narrow one for numbers and half of the rest for each. */
export function columns(): HTMLTableColElement {
  const group = document.createElement('colgroup');
  for (const name of ['diff-numbers', '', 'diff-numbers', '']) {
    const column = document.createElement('col');
    column.className = name;
    group.append(column);
  }
  return group;
}

function isContext(row: Element): boolean {
  return row.classList.contains('diff-ctx');
}

function isChange(row: Element): boolean {
  return row.classList.contains('diff-del') || row.classList.contains('diff-add');
}

function isNote(row: Element): boolean {
  return row.classList.contains('diff-note');
}

/** One line of each version in one row; a side without one stays empty. */
function pair(old: Element | undefined, fresh: Element | undefined): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.className = 'diff-pair';
  for (const [side, number] of [
    [old, '.diff-old'],
    [fresh, '.diff-new'],
  ] as const) {
    const kind = side ? (side.classList[0] ?? '') : 'diff-void';
    for (const name of [number, '.diff-text']) {
      const cell =
        (side?.querySelector(name)?.cloneNode(true) as HTMLElement | undefined) ??
        document.createElement('td');
      cell.classList.add(name.slice(1), kind);
      row.append(cell);
    }
  }
  return row;
}

/** A row over both columns. */
function wide(source: Element): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.className = source.className;
  const cell = document.createElement('td');
  cell.className = 'diff-text';
  cell.colSpan = 4;
  cell.append(...[...(source.querySelector('.diff-text')?.cloneNode(true).childNodes ?? [])]);
  row.append(cell);
  return row;
}

function foldedRow(
  first: number,
  lines: number,
  width: number,
  wishes: DiffWishes,
): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.className = 'diff-folded';
  const cell = document.createElement('td');
  cell.colSpan = width;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = wishes.words(lines);
  button.addEventListener('click', () => wishes.open(first));
  cell.append(button);
  row.append(cell);
  return row;
}
