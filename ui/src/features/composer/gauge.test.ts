import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { capabilities, patchOf } from '../../test/make';
import { showPane } from '../../test/pane';

const limited = { ...capabilities, contextLimit: 200_000 };

it('a gauge shows where the agent tells its limit, with its numbers in its name', async () => {
  const { screen, store } = await showPane({
    rows: [patchOf(0, ['<p>a</p>'])],
    header: { capabilities: limited, contextUsed: 42_000 },
  });
  const meter = screen.getByRole('meter', { name: 'Context in use' });
  const told = () =>
    ['aria-valuemin', 'aria-valuemax', 'aria-valuenow', 'aria-valuetext', 'data-state'].map(
      (name) => meter.getAttribute(name),
    );
  const words = 'About 42 k of 200 k tokens of context in use (21 %)';
  expect(told()).toEqual(['0', '200000', '42000', words, 'normal']);
  expect(meter.title).toBe(words);
  store.header = { ...store.header!, contextUsed: 260_000 };
  await tick();
  // The same element, with other numbers: nothing beside it moves.
  expect(meter.isConnected).toBe(true);
  expect(told().slice(1, 3)).toEqual(['200000', '200000']);
  expect(told()[4]).toBe('over');
  expect(told()[3]).toContain('130 %');
});

it('there is none where it tells none, and no cost where there is no price', async () => {
  const usage = { inputTokens: 1_000, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const { screen, store } = await showPane({
    rows: [patchOf(0, ['<p>a</p>'])],
    header: { contextUsed: 42_000, usage },
  });
  expect(screen.queryByRole('meter')).toBeNull();
  expect(screen.getByTestId('spent').textContent?.trim()).toBe('1 k tokens');
  const costs = [{ currency: 'USD', nanos: 1_250_000_000, turns: 2, told: 0 }];
  store.header = { ...store.header!, costs };
  await tick();
  expect(screen.getByTestId('spent').textContent?.trim()).toBe('$1.25');
  expect(screen.getByTestId('spent').title).toContain('$1.25 for 2 turns');
});
