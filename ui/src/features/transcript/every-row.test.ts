import { fireEvent } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { RowBody } from '../../generated';
import { capabilities, patchOf, row } from '../../test/make';
import { showPane } from '../../test/pane';

/** One of each kind: a kind that is missing here does not compile. */
const every: { [K in RowBody['kind']]: Extract<RowBody, { kind: K }> } = {
  user: { kind: 'user', text: 'words', attachments: [], operation: false, delivery: 'sent' },
  text: { kind: 'text' },
  thinking: { kind: 'thinking', durationMs: 5 },
  tool: {
    ...{ kind: 'tool', name: 'words', tool: 'other', subject: 'x', state: { state: 'succeeded' } },
    ...{ allowedBy: null, unasked: false, args: '{}' },
  },
  progress: { kind: 'progress', text: 'words' },
  result: { kind: 'result', operation: 'words', data: null, problems: [], files: [] },
  media: { kind: 'media', path: 'words.png', media: 'image' },
  notice: { kind: 'notice', level: 'info', text: 'words' },
  error: {
    kind: 'error',
    fault: { code: 'c', message: 'words', retryable: null, detail: null },
  },
  turnEnd: { kind: 'turnEnd', outcome: { kind: 'failed', message: 'words' }, durationMs: 9 },
  raw: { kind: 'raw', reason: 'words', malformed: true, line: '{' },
};

const testid = (kind: string) => `row-${kind.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

it.each(Object.values(every))('a row of the kind $kind is shown, with its words', async (body) => {
  const { screen } = await showPane({ rows: [patchOf(0, ['<p>words</p>'], row('i', body))] });
  const element = screen.container.querySelector('[data-place="0"]');
  expect(element?.querySelector(`[data-testid="${testid(body.kind)}"]`)).toBeTruthy();
  // What is folded shows its words when it is opened.
  const folded = element!.querySelector('button[aria-expanded="false"]');
  if (folded && !element!.textContent.includes('words')) await fireEvent.click(folded);
  await vi.waitFor(() => expect(element!.textContent).toContain('words'));
});

it('what an agent or a person names twice is shown twice, and ends nothing', async () => {
  const file = { path: '/w/a.txt', name: 'a.txt', bytes: 1 };
  const mode = {
    id: 'plan',
    allows: 'Only looks',
    dangerous: false,
    standsFor: null,
    byHost: false,
  };
  const { screen } = await showPane({
    rows: [
      patchOf(0, [], row('u', { ...every.user, attachments: [file, file] })),
      patchOf(1, [], row('r', { ...every.result, files: ['a.txt', 'a.txt'] })),
    ],
    header: {
      capabilities: { ...capabilities, setConfig: true, models: ['m', 'm'], modes: [mode, mode] },
    },
  });
  expect(screen.getAllByTestId('file-chip')).toHaveLength(2);
  expect(screen.getByTestId('row-user').querySelectorAll('li')).toHaveLength(2);
  await fireEvent.click(screen.getByTestId('mode-picker'));
  expect(screen.getAllByTestId('mode-plan')).toHaveLength(2);
  await fireEvent.click(screen.getByTestId('model-picker'));
  expect(screen.getAllByText('m')).toHaveLength(2);
});
