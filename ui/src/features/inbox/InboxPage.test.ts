import { fireEvent } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApprovalCard, Inbox, InboxEntry } from '../../generated';
import { card } from '../../test/make';
import { showPage } from '../../test/page';
import { ARMING_MS } from '../approvals/arming';
import { sameReads } from './inbox.logic';
import InboxPage from './InboxPage.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function entry(n: number, change: Partial<ApprovalCard> = {}, conversation = 'c'): InboxEntry {
  return {
    conversation,
    title: `Conversation ${conversation}`,
    agent: 'Guide',
    workspace: '/w',
    workspaceLabel: '~/w',
    item: `i${n}`,
    tool: 'Bash',
    kind: 'execute',
    card: card({ key: { epoch: 1, callId: `c${n}`, request: n }, ...change }),
  };
}

function inbox(waiting: InboxEntry[], total = waiting.length): Inbox {
  return { waiting, total, missed: [] };
}

const read = (n: number, change: Partial<ApprovalCard> = {}, conversation = 'c') =>
  entry(n, { onlyReads: true, argsSha256: 'r'.repeat(64), ...change }, conversation);

async function press(button: HTMLElement) {
  await fireEvent.pointerDown(button);
  await fireEvent.click(button, { detail: 1 });
}

it('shows requests of all conversations with the same card, and answers each by itself', async () => {
  let now = inbox([entry(1, {}, 'a'), entry(2, {}, 'b')]);
  const { host, screen } = showPage(InboxPage, { inbox: () => now });
  await vi.advanceTimersByTimeAsync(ARMING_MS + 100);
  const buttons = screen.getAllByTestId('allow-once');
  expect(buttons).toHaveLength(2);
  now = inbox([entry(1, {}, 'a')]);
  await press(buttons[1]!);
  await vi.advanceTimersByTimeAsync(10);
  expect(host.answerApproval).toHaveBeenCalledExactlyOnceWith({
    conversation: 'b',
    key: { epoch: 1, callId: 'c2', request: 2 },
    argsSha256: 'a'.repeat(64),
    decision: { decision: 'allow', scope: 'once' },
  });
  expect(screen.getAllByTestId('inbox-entry')).toHaveLength(1);
});

it('F067 what moves up after an answer is inert until it has armed again', async () => {
  let now = inbox([entry(1), entry(2)]);
  const { host, screen } = showPage(InboxPage, { inbox: () => now });
  await vi.advanceTimersByTimeAsync(ARMING_MS + 100);
  now = inbox([entry(2)]);
  await press(screen.getAllByTestId('allow-once')[0]!);
  await vi.advanceTimersByTimeAsync(10);
  await press(screen.getByTestId('allow-once'));
  expect(host.answerApproval).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(ARMING_MS + 100);
  await press(screen.getByTestId('allow-once'));
  expect(host.answerApproval).toHaveBeenCalledTimes(2);
});

it('F085 has a count and one way to deny all, and none to allow all', async () => {
  const many = Array.from({ length: 100 }, (_, n) => entry(n));
  const { screen, asked, get } = showPage(InboxPage, { inbox: inbox(many, 1000), deny_all: 1000 });
  await vi.advanceTimersByTimeAsync(0);
  expect(get('inbox-count').textContent).toBe('1000');
  expect(screen.getAllByTestId('approval-card').length).toBeLessThan(10);
  expect(screen.getAllByTestId('inbox-line').length).toBeGreaterThan(90);
  expect(screen.queryByText(/allow all|approve all/i)).toBeNull();
  await fireEvent.click(get('deny-all'));
  await fireEvent.input(get('deny-all-reason'), { target: { value: 'not now' } });
  await fireEvent.click(get('deny-all-send'));
  expect(asked('deny_all')).toEqual([{ conversation: null, reason: 'not now' }]);
});

it('keeps the reason that was written where nothing could be denied', async () => {
  const refuse = () => {
    throw { code: 'io', message: 'the disk is full' };
  };
  const { screen, get } = showPage(InboxPage, {
    inbox: inbox([entry(1), entry(2)]),
    deny_all: refuse,
  });
  await vi.advanceTimersByTimeAsync(0);
  await fireEvent.click(get('deny-all'));
  await fireEvent.input(get('deny-all-reason'), { target: { value: 'not now' } });
  await fireEvent.click(get('deny-all-send'));
  await vi.advanceTimersByTimeAsync(0);
  expect((get('deny-all-reason') as HTMLTextAreaElement).value).toBe('not now');
  expect((get('deny-all-send') as HTMLButtonElement).disabled).toBe(false);
  expect(screen.getByText('the disk is full')).toBeTruthy();
});

it('allows identical calls that only read together, and only after they have armed', async () => {
  const reads = [read(1), read(2)];
  const { host, screen, asked, get } = showPage(InboxPage, { inbox: inbox([...reads, entry(3)]) });
  await vi.advanceTimersByTimeAsync(0);
  const button = get('allow-together');
  expect(button.textContent).toContain('Allow these 2');
  await press(button);
  expect(asked('allow_together')).toEqual([]);
  await vi.advanceTimersByTimeAsync(ARMING_MS + 100);
  await press(button);
  expect(asked('allow_together')).toEqual([
    {
      conversation: 'c',
      keys: reads.map((one) => one.card.key),
      argsSha256: 'r'.repeat(64),
    },
  ]);
  expect(host.answerApproval).not.toHaveBeenCalled();
  expect(screen.getByTestId('together').querySelectorAll('li')).toHaveLength(2);
});

it('puts together only the same reads of one conversation', () => {
  const others = [
    read(3, { argsSha256: 'x'.repeat(64) }),
    read(4, {}, 'd'),
    entry(5),
    read(6, { onlyReads: false }),
  ];
  const groups = sameReads([read(1), ...others, read(2)]);
  expect(groups.map((group) => group.entries.map((one) => one.item))).toEqual([['i1', 'i2']]);
});

it('says so when nothing waits, and what was missed and why', async () => {
  const missed = entry(1, { state: { state: 'expired', reason: 'hostEnded' } });
  const { screen, get } = showPage(InboxPage, {
    inbox: { waiting: [], total: 0, missed: [missed] },
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByText('Nothing waits for you.')).toBeTruthy();
  expect(get('inbox-missed').textContent).toContain('Not answered: Parley was closed');
});
