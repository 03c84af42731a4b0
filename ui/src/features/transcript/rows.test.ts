import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { blockWrites } from '../../shared/lib/inert-html';
import { block, notice, patchOf, row } from '../../test/make';
import { showPane } from '../../test/pane';

it('a delta writes one block and leaves every other as it is', async () => {
  const { store } = await showPane({
    rows: [patchOf(0, ['<p>a</p>', '<p>b</p>']), patchOf(1, ['<p>c</p>', '<p>d</p>'])],
  });
  const before = blockWrites.count;
  store.apply({
    id: 'c',
    rev: 2,
    reset: false,
    rows: [{ place: 1, blocks: [[1, block('<p>d and e</p>')]], blockCount: 2 }],
  });
  await tick();
  expect(blockWrites.count - before).toBe(1);
});

it('a snapshot that brings nothing new writes nothing', async () => {
  const rows = [patchOf(0, ['<p>a</p>'])];
  const { store } = await showPane({ rows });
  const before = blockWrites.count;
  store.apply({ id: 'c', rev: 9, reset: true, header: store.header, rows });
  await tick();
  expect(blockWrites.count - before).toBe(0);
});

it('every kind of row says what it is', async () => {
  const { screen } = await showPane({
    rows: [
      patchOf(
        0,
        [],
        row('a', { kind: 'user', text: 'hi', attachments: [], delivery: 'undelivered' }),
      ),
      patchOf(1, ['<p>t</p>'], row('b', { kind: 'thinking', durationMs: 4000 })),
      patchOf(2, [], row('c', notice('quiet'))),
      patchOf(3, [], row('d', notice('quiet'))),
      patchOf(
        4,
        [],
        row('e', { kind: 'error', fault: { code: 'x', message: 'Broken', retryable: true } }),
      ),
      patchOf(
        5,
        [],
        row('f', {
          kind: 'turnEnd',
          outcome: { kind: 'agentExited', how: 'exit code 3' },
          durationMs: 900,
        }),
      ),
    ],
  });
  const text = (testid: string) => screen.getByTestId(testid).textContent?.replace(/\s+/g, ' ');
  expect(text('row-user')).toContain('not delivered');
  expect(text('row-thinking')).toContain('Thought for 4.0 s');
  expect(text('row-notice')).toContain('2 notices');
  expect(text('row-error')).toContain('Broken x A retry may help.');
  expect(text('row-turn-end')).toContain('The agent ended (exit code 3) 0.9 s');
});
