/** A price as it is typed: every value as text, so that half-typed ones stay. */
export interface PriceRow {
  model: string;
  currency: string;
  input: string;
  output: string;
  cacheRead: string;
  cacheWrite: string;
}

const NUMBERS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;

export function emptyRow(currency = 'USD'): PriceRow {
  return { model: '', currency, input: '', output: '', cacheRead: '', cacheWrite: '' };
}

/** The rows a setting holds, saved or half typed. */
export function rowsOf(text: string): PriceRow[] {
  try {
    const told = JSON.parse(text || '[]') as unknown;
    if (!Array.isArray(told)) return [];
    return told.map((one: Record<string, unknown>) => {
      const row = emptyRow('');
      for (const name of ['model', 'currency', ...NUMBERS] as const) {
        const value = one[name];
        if (typeof value === 'string' || typeof value === 'number') row[name] = String(value);
      }
      return row;
    });
  } catch {
    return [];
  }
}

/** What is wrong with a row, by its fields; nothing where it is a price or was not begun. */
export function wrongIn(row: PriceRow): readonly (keyof PriceRow)[] {
  if (!begun(row)) return [];
  const wrong: (keyof PriceRow)[] = [];
  if (!/^\s*[A-Za-z]{3}\s*$/.test(row.currency)) wrong.push('currency');
  for (const name of NUMBERS) {
    const needed = name === 'input' || name === 'output';
    if (row[name].trim() === '' ? needed : number(row[name]) === null) wrong.push(name);
  }
  return wrong;
}

/** The prices that are meant; `null` where one of them is none, nothing where there are none. */
export function pricesOf(text: string): Record<string, unknown>[] | null | undefined {
  const rows = rowsOf(text).filter(begun);
  if (rows.length === 0) return undefined;
  if (rows.some((row) => wrongIn(row).length > 0)) return null;
  return rows.map((row) => {
    const price: Record<string, unknown> = { currency: row.currency.trim().toUpperCase() };
    if (row.model.trim() !== '') price['model'] = row.model.trim();
    for (const name of NUMBERS) if (row[name].trim() !== '') price[name] = number(row[name]);
    return price;
  });
}

function begun(row: PriceRow): boolean {
  return row.model.trim() !== '' || NUMBERS.some((name) => row[name].trim() !== '');
}

/** A price: a point or a comma before its decimals, nothing between its thousands. */
function number(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (!/^\d*\.?\d+$|^\d+\.$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return value <= 1_000_000 ? value : null;
}
