import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import { blockWrites } from '../../shared/lib/inert-html';
import { useLanguage } from '../../shared/lib/text/index.svelte';
import { block, notice, patchOf, row } from '../../test/make';
import { showPane } from '../../test/pane';

it('C77 with 50 turns on screen a delta writes one block and touches no other row', async () => {
  const rows = Array.from({ length: 100 }, (_, place) =>
    place % 2 === 0
      ? patchOf(
          place,
          [],
          row(`i${place}`, {
            kind: 'user',
            text: `q${place}`,
            attachments: [],
            operation: false,
            delivery: 'sent',
          }),
        )
      : patchOf(place, ['<p>a</p>', '<p>b</p>'], row(`i${place}`, { kind: 'text' }, place === 99)),
  );
  const { store, screen } = await showPane({ rows });
  // Everything is in the page here: nothing is laid out, so nothing is out of sight.
  const before = blockWrites.count;
  const changed = new Set<string | undefined>();
  const watcher = new MutationObserver((records) => {
    for (const record of records) {
      const at = record.target instanceof Element ? record.target : record.target.parentElement;
      changed.add(at?.closest<HTMLElement>('[data-place]')?.dataset['place']);
    }
  });
  watcher.observe(screen.getByTestId('transcript'), {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  for (let delta = 0; delta < 60; delta++) {
    store.apply({
      id: 'c',
      rev: 2 + delta,
      reset: false,
      rows: [
        {
          place: 99,
          blocks: [[1, block(`<p>b${' and on'.repeat(delta + 1)}</p>`)]],
          blockCount: 2,
        },
      ],
    });
    await tick();
  }
  await Promise.resolve();
  watcher.disconnect();
  expect(blockWrites.count - before).toBe(60);
  expect([...changed]).toEqual(['99']);
});

it('C79 an idle conversation keeps no timer, asks for no frame and moves nothing', async () => {
  const { screen } = await showPane({
    rows: [
      patchOf(0, ['<p>a</p>']),
      patchOf(1, ['<p>t</p>'], row('b', { kind: 'thinking', durationMs: 4000 })),
      patchOf(2, [], row('p', { kind: 'progress', text: 'was busy' })),
      patchOf(3, [], row('e', { kind: 'turnEnd', outcome: { kind: 'completed' }, durationMs: 9 })),
    ],
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const timers = [
    vi.spyOn(globalThis, 'setTimeout'),
    vi.spyOn(globalThis, 'setInterval'),
    vi.spyOn(globalThis, 'requestAnimationFrame'),
  ];
  const soon = Date.now() + 300;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (Date.now() < soon) {
    Atomics.wait(sleeper, 0, 0, 20);
    await Promise.resolve();
  }
  expect(timers.map((timer) => timer.mock.calls.length)).toEqual([0, 0, 0]);
  expect(
    screen.container.querySelectorAll('.spin, .live, .waiting, [role=progressbar]'),
  ).toHaveLength(0);
});

it('C78 a long row shows its head, and more of it when asked', async () => {
  const asked: unknown[] = [];
  const answers = [
    { blocks: [block('<p>two</p>'), block('<p>three</p>')], blockCount: 4 },
    { blocks: [block('<p>four</p>')], blockCount: 4 },
  ];
  const { screen } = await showPane({
    rows: [
      {
        place: 0,
        row: row('a'),
        blocks: [[0, block('<p>one</p>')]],
        blockCount: 4,
        head: 1,
        whole: { bytes: 10_000_000, lines: 200_000 },
      },
    ],
    host: {
      call: <T>(command: string, args?: Record<string, unknown>) => {
        if (command !== 'more_of_row') return Promise.resolve(null as T);
        asked.push([command, args]);
        return Promise.resolve(answers.shift() as T);
      },
    },
  });
  const text = () => screen.getByTestId('row-text').textContent?.replace(/\s+/g, ' ').trim();
  expect(text()).toBe('one Show more 10 MB in all, 200,000 lines');
  await fireEvent.click(screen.getByTestId('show-more'));
  await vi.waitFor(() => expect(text()).toContain('three'), { timeout: 20_000 });
  await fireEvent.click(screen.getByTestId('show-more'));
  await vi.waitFor(() => expect(text()).toBe('onetwothreefour'), { timeout: 20_000 });
  expect(asked).toEqual([
    ['more_of_row', { conversation: 'c', place: 0, from: 1 }],
    ['more_of_row', { conversation: 'c', place: 0, from: 3 }],
  ]);
});

it('C78 an output is sent by its first page, and who unfolds it gets more at once', async () => {
  const asked: unknown[] = [];
  const tall = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1000);
  const { screen } = await showPane({
    rows: [
      {
        place: 0,
        row: row('a', {
          ...{ kind: 'tool', name: 'Bash', tool: 'execute', subject: 'make' },
          ...{ allowedBy: null, unasked: false, args: '', state: { state: 'succeeded' } },
        }),
        blocks: [[0, block('<pre>one</pre>')]],
        blockCount: 2,
        head: 1,
      },
    ],
    host: {
      call: <T>(command: string, args?: Record<string, unknown>) => {
        if (command !== 'more_of_row') return Promise.resolve(null as T);
        asked.push(args);
        return Promise.resolve({ blocks: [block('<pre>two</pre>')], blockCount: 2 } as T);
      },
    },
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await vi.waitFor(() => expect(screen.getByTestId('row-tool').textContent).toContain('two'));
  await fireEvent.click(screen.getByRole('button', { name: 'Show less' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(asked).toEqual([{ conversation: 'c', place: 0, from: 1 }]);
  tall.mockRestore();
});

it('F095 a file the agent shows is a chip; it is asked for by a click, and a refusal is said', async () => {
  const asked: string[] = [];
  const { screen } = await showPane({
    rows: [patchOf(0, [], row('m', { kind: 'media', path: '/w/pipe.png', media: 'image' }))],
    host: {
      call: <T>(command: string) => {
        if (command !== 'named_file') return Promise.resolve(null as T);
        asked.push(command);
        return Promise.reject<T>({ code: 'refused', message: 'This is no file but a pipe.' });
      },
    },
  });
  expect(screen.getByTestId('row-media').textContent).toContain('pipe.png');
  expect(screen.container.querySelector('img, video, audio, iframe')).toBeNull();
  expect(asked).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This is no file but a pipe.');
  expect(asked).toEqual(['named_file']);
});

it('what an operation gave is text, data with its faults, and files', async () => {
  const { screen } = await showPane({
    rows: [
      patchOf(
        0,
        ['<p>Done.</p>'],
        row('r', {
          kind: 'result',
          operation: 'ask',
          data: {
            cut: 0,
            lines: [
              { depth: 0, key: '', kind: 'object', text: '1', within: 1 },
              {
                depth: 1,
                key: 'age',
                kind: 'text',
                text: 'old',
                within: 0,
                problem: 'is no number',
              },
            ],
          },
          problems: [{ pointer: '/age', message: 'is no number' }],
          files: ['part/one.md'],
        }),
      ),
    ],
  });
  const text = screen.getByTestId('row-result').textContent?.replace(/\s+/g, ' ');
  expect(text).toContain('Done.');
  expect(text).toContain('1 place breaks the schema');
  expect(text).toContain('/age is no number');
  expect(text).toContain('one.md');
  await fireEvent.click(screen.getByRole('button', { name: 'Fold The whole' }));
  expect(screen.getByTestId('data-tree').textContent).not.toContain('age');
});

it('a snapshot that brings nothing new writes nothing', async () => {
  const rows = [patchOf(0, ['<p>a</p>'])];
  const { store } = await showPane({ rows });
  const before = blockWrites.count;
  store.apply({ id: 'c', rev: 9, reset: true, header: store.header, rows });
  await tick();
  expect(blockWrites.count - before).toBe(0);
});

it('an operation is said in plain words, with what was sent below them', async () => {
  const line = 'scene-proof scenes/the-harbour.md';
  const asked = { en: 'Proofread scene “The harbour”', de: 'Szene „The harbour“ Korrektur lesen' };
  const sent = { kind: 'user' as const, operation: true, delivery: 'sent' as const };
  const { screen } = await showPane({
    rows: [
      patchOf(0, [], row('a', { ...sent, attachments: [], text: line, asked })),
      patchOf(1, [], row('b', { ...sent, attachments: [], text: 'Who drives?' })),
    ],
  });
  const bubbles = () =>
    screen
      .getAllByTestId('row-user')
      .map((one) => [...one.querySelectorAll('.bubble p')].map((p) => p.textContent));
  expect(bubbles()).toEqual([[asked.en, `What was sent:${line}`], ['Who drives?']]);
  await useLanguage('de');
  await tick();
  expect(bubbles()).toEqual([[asked.de, `Gesendet wurde:${line}`], ['Who drives?']]);
  await useLanguage('en');
});

it('every kind of row says what it is', async () => {
  const { screen } = await showPane({
    rows: [
      patchOf(
        0,
        [],
        row('a', {
          kind: 'user',
          text: 'hi',
          attachments: [],
          operation: false,
          delivery: 'undelivered',
        }),
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
