import { expect, it } from 'vitest';
import { spentInFull, spentInShort } from './spent.logic';

const usage = { inputTokens: 12_300, outputTokens: 320, cacheReadTokens: 0, cacheWriteTokens: 0 };
const sum = (nanos: number, currency: string, turns: number, told: number) => ({
  nanos,
  currency,
  turns,
  told,
});

it('shows costs only where there are any', () => {
  expect(spentInShort([])).toBe('');
  expect(spentInFull({ usage: null })).toBe('');
  expect(spentInFull({ usage })).toBe('12.3 k tokens in, 320 out in this conversation');
  expect(spentInFull({ usage: { ...usage, cacheReadTokens: 9_000 } })).toContain(
    '9 k of them from a cache',
  );
});

it('adds no two currencies up, and says whose figures they are', () => {
  const costs = [sum(1_500_000_000, 'USD', 3, 3), sum(20_000_000, 'EUR', 1, 0)];
  expect(spentInShort(costs)).toBe('$1.50 + €0.02');
  expect(spentInFull({ usage: null, costs }).split('\n')).toEqual([
    '$1.50 for 3 turns',
    'by the agent’s own account',
    '€0.02 for 1 turn',
  ]);
  expect(spentInFull({ usage: null, costs: [sum(1, 'USD', 4, 1)] })).toContain(
    'by the agent’s own account for 1 of them',
  );
});
