import { fireEvent, render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ExportProgress } from '../../generated';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import ExportDialog from './ExportDialog.svelte';

const turn = (from: number) => ({ from, to: from + 2, text: `turn ${from}`, at: 1 });
const at = (change: Partial<ExportProgress>): ExportProgress => ({
  ...{ done: 1, total: 4, bytes: 9, ended: false, path: null, problem: null },
  ...change,
});

function dialog(answers: Record<string, () => unknown> = {}, conversations = ['c']) {
  let looks = 0;
  const done = at({ done: 4, ended: true, path: '/w/talk.md' });
  const all: Record<string, () => unknown> = {
    export_outline: () => ({ items: 6, turns: [turn(0), turn(2), turn(4)] }),
    start_export: () => 7,
    export_progress: () => (looks++ % 2 === 0 ? at({}) : done),
    ...answers,
  };
  const call = vi.fn(async (command: string, _args?: unknown) => all[command]?.());
  const session = new Session(fakeHost({ call: call as never }));
  session.exporting = conversations;
  const screen = render(ExportDialog, {
    props: { conversations },
    context: new Map([[sessionKey, session]]),
  });
  const asked = (command: string) =>
    call.mock.calls.filter(([name]) => name === command).map(([, args]) => args);
  return { session, screen, asked, get: (id: string) => screen.getByTestId(id) };
}

const request = { conversations: ['c'], format: 'markdown', ranges: [], traffic: false };

it('asks for what is chosen, and says where it was written', async () => {
  const { session, screen, asked, get } = dialog();
  for (const format of ['markdown', 'html', 'jsonl']) {
    await fireEvent.click(get(`export-${format}`));
    if (format === 'jsonl') await fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
    await fireEvent.click(get('export-start'));
    await screen.findByTestId('export-stop');
    await screen.findByText('/w/talk.md');
  }
  expect(asked('start_export')).toEqual([
    { request },
    { request: { ...request, format: 'html' } },
    { request: { ...request, format: 'jsonl', traffic: true } },
  ]);
  await fireEvent.click(screen.getByText('Done'));
  expect([session.exporting, asked('cancel_export')]).toEqual([null, []]);
});

it('takes a part of a conversation, turn by turn, and none is no part', async () => {
  const { screen, asked, get } = dialog();
  await fireEvent.click(get('export-some'));
  await screen.findByTestId('export-turns');
  const boxes = () => [...get('export-turns').querySelectorAll('input')];
  const start = get('export-start') as HTMLButtonElement;
  await fireEvent.click(screen.getByText('None'));
  expect(boxes().map((one) => one.checked)).toEqual([false, false, false]);
  expect(start.disabled).toBe(true);
  await fireEvent.click(screen.getByText('All'));
  expect(boxes().map((one) => one.checked)).toEqual([true, true, true]);
  await fireEvent.click(boxes()[1]!);
  await fireEvent.click(start);
  expect(asked('start_export')).toMatchObject([
    { request: { ranges: [{ from: 0 }, { from: 4 }] } },
  ]);
});

it('is stopped, and one that is closed meanwhile is not written on', async () => {
  const goesOn = { export_progress: () => at({}) };
  const first = dialog(goesOn);
  await fireEvent.click(first.get('export-start'));
  await fireEvent.click(await first.screen.findByTestId('export-stop'));
  expect(first.asked('cancel_export')).toEqual([{ export: 7 }]);
  first.screen.unmount();
  const { session, screen, asked, get } = dialog(goesOn);
  await fireEvent.click(get('export-start'));
  await screen.findByTestId('export-stop');
  await fireEvent.click(screen.getByLabelText('Close'));
  expect([asked('cancel_export'), session.exporting]).toEqual([[{ export: 7 }], null]);
});

it('says why it could not be written, or the turns not read, and can be tried again', async () => {
  const refuse = () => {
    throw { code: 'io', message: 'the disk is full' };
  };
  let works = false;
  const { screen, get } = dialog({
    start_export: refuse,
    export_outline: () => (works ? { items: 2, turns: [turn(0)] } : refuse()),
  });
  await fireEvent.click(get('export-start'));
  expect((await screen.findByTestId('export-failed')).textContent).toBe('the disk is full');
  await fireEvent.click(get('export-some'));
  await vi.waitFor(() => expect(screen.queryByText(/^Reading/)).toBeNull());
  works = true;
  await fireEvent.click(get('export-whole'));
  await fireEvent.click(get('export-some'));
  await screen.findByTestId('export-turns');
  // What failed before is no news any more.
  expect(screen.queryByTestId('export-failed')).toBeNull();
});
