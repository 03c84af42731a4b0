import { fireEvent } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LedgerEntry, LedgerPage as Page } from '../../generated';
import { summary } from '../../test/make';
import { showPage } from '../../test/page';
import { beginOf, emptyQuery } from './ledger.logic';
import LedgerPage from './LedgerPage.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function entry(id: number, change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id,
    conversation: 'c',
    title: 'Speed up',
    profile: 'guide',
    agent: 'Guide',
    workspace: '/w',
    workspaceLabel: '~/w',
    item: `i${id}`,
    tool: 'Bash',
    kind: 'execute',
    subject: `echo ${id}`,
    args: `{"command":"echo ${id}"}`,
    argsBytes: 20,
    argsSha256: 'a'.repeat(64),
    risk: 'acts',
    requestedAt: 1000,
    decidedAt: 3000,
    waitedMs: 2000,
    decision: 'allow',
    always: false,
    reason: '',
    by: { by: 'you' },
    outcome: 'ran',
    expiry: null,
    ...change,
  };
}

function page(entries: LedgerEntry[], change: Partial<Page> = {}): Page {
  return {
    entries,
    total: entries.length,
    next: null,
    tools: ['Bash'],
    profiles: [['guide', 'Guide']],
    conversations: [['c', 'Speed up']],
    ...change,
  };
}

it('shows what was decided, by whom and what came of it; details on demand', async () => {
  const { screen, get } = showPage(LedgerPage, {
    ledger: page([
      entry(2, { decision: 'deny', reason: 'not so', outcome: 'ranAlthoughDenied' }),
      entry(1, { args: '', by: null, decision: null, outcome: 'ranWithoutAsking' }),
    ]),
  });
  await vi.advanceTimersByTimeAsync(0);
  const rows = screen.getAllByTestId('ledger-entry');
  const texts = rows.map((one) => one.textContent.replace(/\s+/g, ' '));
  expect(texts[0]).toMatch(/echo 2.*denied by you.*ran although denied/);
  expect(texts[1]).toMatch(/echo 1.*ran without asking/);
  await fireEvent.click(rows[0]!.querySelector('button')!);
  expect(get('ledger-detail').textContent).toMatch(/waited 2\.0 s.*not so.*"command":"echo 2"/s);
  await fireEvent.click(rows[0]!.querySelector('button')!);
  await fireEvent.click(rows[1]!.querySelector('button')!);
  expect(get('ledger-detail').textContent).toContain('Not kept any more');
});

it('asks for what is looked for, once the typing rests', async () => {
  const { asked, get } = showPage(LedgerPage, { ledger: page([entry(1)]) });
  await vi.advanceTimersByTimeAsync(0);
  await fireEvent.input(get('ledger-search'), { target: { value: 'ec' } });
  await fireEvent.input(get('ledger-search'), { target: { value: 'echo' } });
  await fireEvent.change(get('ledger-outcome'), { target: { value: 'expired' } });
  await vi.advanceTimersByTimeAsync(500);
  const queries = asked('ledger').map((args) => args?.['query']);
  expect(queries).toHaveLength(2);
  expect(queries[1]).toEqual({ ...emptyQuery, text: 'echo', outcome: 'expired' });
  await fireEvent.click(get('ledger-reset'));
  await vi.advanceTimersByTimeAsync(500);
  expect(asked('ledger').at(-1)?.['query']).toEqual(emptyQuery);
});

it('reads on page by page, and shows nothing twice', async () => {
  const answers = [page([entry(4), entry(3)], { next: 3, total: 4 }), page([entry(3), entry(2)])];
  const { screen, asked, get } = showPage(LedgerPage, { ledger: () => answers.shift() });
  await vi.advanceTimersByTimeAsync(0);
  await fireEvent.click(get('ledger-more'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked('ledger')[1]?.['query']).toEqual({ ...emptyQuery, before: 3 });
  expect(
    screen.getAllByTestId('ledger-entry').map((one) => one.querySelector('code')?.textContent),
  ).toEqual(['echo 4', 'echo 3', 'echo 2']);
  expect(screen.queryByTestId('ledger-more')).toBeNull();
});

it('what new decisions move down stays, and nothing between two pages is left out', async () => {
  const ids = (...all: number[]) => all.map((id) => entry(id));
  const answers = [
    page(ids(4, 3), { next: 3, total: 4 }),
    page(ids(2, 1)),
    page(ids(5, 4), { next: 4, total: 5 }),
    // More came at once than a page holds: what lies between is read on from there.
    page(ids(9, 8), { next: 8, total: 9 }),
  ];
  const { screen, session, get } = showPage(LedgerPage, { ledger: () => answers.shift() });
  const shown = () =>
    screen.getAllByTestId('ledger-entry').map((one) => one.querySelector('code')?.textContent);
  await vi.advanceTimersByTimeAsync(0);
  await fireEvent.click(get('ledger-more'));
  await vi.advanceTimersByTimeAsync(0);
  session.topics.apply({ ledger: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual([5, 4, 3, 2, 1].map((id) => `echo ${id}`));
  session.topics.apply({ ledger: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['echo 9', 'echo 8']);
  expect(get('ledger-more')).toBeTruthy();
});

it('writes all that is found to a file, and says where', async () => {
  const { asked, get } = showPage(LedgerPage, {
    ledger: page([entry(1)]),
    export_ledger: '/tmp/ledger.csv',
  });
  await vi.advanceTimersByTimeAsync(0);
  await fireEvent.click(get('ledger-export'));
  await fireEvent.click(get('ledger-export-csv'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked('export_ledger')).toEqual([{ query: emptyQuery, format: 'csv' }]);
  expect(get('ledger-exported').textContent).toContain('/tmp/ledger.csv');
});

it('leads to the conversation that was asked in, and to the rule that answered', async () => {
  const { session, screen } = showPage(LedgerPage, {
    ledger: page([
      entry(1, { by: { by: 'rule', id: 'r1', words: { code: 'x', values: {}, text: 'w' } } }),
    ]),
  });
  session.list = { rev: 1, items: new Map([['c', summary('c')]]), runningAgents: 0 };
  await vi.advanceTimersByTimeAsync(0);
  const line = screen.getByTestId('ledger-entry').querySelector('button')!;
  await fireEvent.click(line);
  const [toConversation, toRule] = screen.getByTestId('ledger-detail').querySelectorAll('button');
  await fireEvent.click(toRule!);
  expect(session.page).toEqual({ id: 'rules', part: 'r1' });
  await fireEvent.click(toConversation!);
  expect([session.page, session.conversation?.id]).toEqual([null, 'c']);
});

it('a span of days begins at midnight', () => {
  const now = new Date(2026, 4, 20, 15, 30).getTime();
  expect(beginOf('any', now)).toBeNull();
  expect(beginOf('today', now)).toBe(new Date(2026, 4, 20).getTime());
  expect(beginOf('week', now)).toBe(new Date(2026, 4, 14).getTime());
});
