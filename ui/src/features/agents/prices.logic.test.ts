import { expect, it } from 'vitest';
import { emptyRow, pricesOf, rowsOf, wrongIn } from './prices.logic';

const typed = (...rows: Partial<ReturnType<typeof emptyRow>>[]) =>
  JSON.stringify(rows.map((row) => ({ ...emptyRow(), ...row })));

it('means what is typed, with a point or a comma', () => {
  const text = typed(
    { model: ' big ', input: '3', output: '15,5', cacheRead: '.3' },
    { currency: 'eur', input: '0', output: '1.' },
    {},
  );
  expect(pricesOf(text)).toEqual([
    { model: 'big', currency: 'USD', input: 3, output: 15.5, cacheRead: 0.3 },
    { currency: 'EUR', input: 0, output: 1 },
  ]);
});

it('shows again what is saved', () => {
  const saved = [{ currency: 'USD', input: 3, output: 15, cacheWrite: 3.75 }];
  const rows = rowsOf(JSON.stringify(saved));
  expect(rows).toEqual([{ ...emptyRow(), input: '3', output: '15', cacheWrite: '3.75' }]);
  expect(pricesOf(JSON.stringify(rows))).toEqual(saved);
});

it('says which field is no price, and means nothing until it is one', () => {
  for (const [row, wrong] of [
    [{ model: 'a' }, ['input', 'output']],
    [{ input: '1,000.5', output: '1' }, ['input']],
    [{ input: '-1', output: 'x' }, ['input', 'output']],
    [{ input: '1', output: '1', cacheRead: '2000000' }, ['cacheRead']],
    [{ currency: 'dollars', input: '1', output: '1' }, ['currency']],
  ] as const) {
    expect(wrongIn({ ...emptyRow(), ...row })).toEqual(wrong);
    expect(pricesOf(typed(row))).toBeNull();
  }
});

it('takes no row that was not begun for a mistake, and nothing for no prices', () => {
  expect(wrongIn(emptyRow())).toEqual([]);
  expect([pricesOf(''), pricesOf('[]'), pricesOf(typed({})), pricesOf('{')]).toEqual(
    Array(4).fill(undefined),
  );
});
