import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { fireEvent } from '@testing-library/svelte';
import type { TaskRow, TasksPage as Page, TasksQuery } from '../../generated';
import { showPage } from '../../test/page';
import TasksPage from './TasksPage.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (n: number): TaskRow => ({
  // Ids come twice where an agent gives them twice.
  id: 'same',
  conversation: 'c',
  title: 'Speed up',
  agent: 'nuum',
  workspaceLabel: '~/w',
  kind: 'alarm',
  word: 'alarm',
  about: `task ${n}`,
  state: 'pending',
  begunAt: 1,
  firesAt: 1000 + n,
  endedAt: null,
  progress: '',
  item: `i${n}`,
});

function answers(total: number) {
  const asked: TasksQuery[] = [];
  const answer = (query: TasksQuery): Page => {
    asked.push(query);
    const rows = Array.from({ length: Math.min(query.limit, total - query.from) }, (_, at) =>
      row(query.from + at),
    );
    return { from: query.from, rows, live: total, past: 0, now: 1 };
  };
  return { asked, answer };
}

it('F032 ten thousand tasks are a hundred rows on the page, and one fetch', async () => {
  const { asked, answer } = answers(10_000);
  const { screen, host, get } = showPage(TasksPage, {});
  vi.mocked(host.call).mockImplementation((_command, args) =>
    Promise.resolve(answer(args?.['query'] as TasksQuery) as never),
  );
  await fireEvent.click(get('tasks-past'));
  await fireEvent.click(get('tasks-now'));
  await vi.advanceTimersByTimeAsync(50);
  expect(screen.getAllByTestId('task')).toHaveLength(120);
  expect(get('task-list').dataset['total']).toBe('10000');
  expect(get('tasks-now').textContent).toMatch(/Now\s+10000/);
  expect(asked.every((query) => query.limit === 120)).toBe(true);
});

it('a task leads to its row', async () => {
  const { answer } = answers(3);
  const { screen, session } = showPage(TasksPage, {
    tasks: () => answer({ past: false, from: 0, limit: 120 }),
  });
  const shown = vi.spyOn(session, 'showItem');
  await vi.advanceTimersByTimeAsync(10);
  await fireEvent.click(screen.getAllByTestId('task')[1]!);
  expect(shown).toHaveBeenCalledWith('c', 'i1');
});

it('says what belongs here where nothing runs', async () => {
  const { get } = showPage(TasksPage, {
    tasks: answers(0).answer({ past: false, from: 0, limit: 1 }),
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(get('tasks-empty').textContent).toContain('Nothing runs in the background.');
});
