import { expect, it } from 'vitest';
import { money } from './money';

it('shows an amount with as many digits as it needs', () => {
  expect(
    [0, 1_500_000_000, 999_000_000, 12_500_000, 7_290_000, 9_300, 300].map((n) => money(n, 'USD')),
  ).toEqual(['$0.00', '$1.50', '$0.999', '$0.013', '$0.0073', '$0.000009', '$0.00']);
  expect(money(1_234_500_000_000, 'EUR')).toBe('€1,234.50');
});

it('takes any three letters for a currency', () => {
  expect(money(2_000_000_000, 'XYZ')).toContain('2.00');
});
