import { fireEvent, render, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ArchiveTrouble as Trouble, RepairReport } from '../../generated';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import ArchiveTrouble from './ArchiveTrouble.svelte';

const problem = (kind: string) => ({ code: `archive.${kind}`, message: `The reason: ${kind}.` });
const trouble = (kind: string, readable = false): Trouble => ({
  ...problem(kind),
  path: '/data/archive.db',
  folder: '/data',
  readable,
});
const mended: RepairReport = {
  kept: '/data/archive-damaged',
  conversations: 2,
  nameless: 1,
  events: 40,
  missing: [{ title: 'Fix the build', events: 3 }],
  broken: 1,
};

function show(kind: string, answers: Record<string, () => unknown>) {
  const call = vi.fn((command: string) => {
    const answer = answers[command];
    try {
      return Promise.resolve(answer?.());
    } catch (error) {
      return Promise.reject(error as Error);
    }
  });
  const session = new Session(fakeHost({ call: call as never }));
  const onopened = vi.fn();
  const screen = render(ArchiveTrouble, {
    props: { problem: problem(kind), onopened },
    context: new Map([[sessionKey, session]]),
  });
  const asked = () => call.mock.calls.map(([command]) => command);
  return { screen, get: (id: string) => screen.getByTestId(id), onopened, asked };
}

it('C59 says what happened for each kind, and offers a repair only where there is damage', () => {
  const kinds = ['locked', 'readOnly', 'newer', 'damaged', 'notArchive', 'diskFull', 'refused'];
  const said = kinds.map((kind) => {
    const { screen, get } = show(kind, { archive_trouble: () => trouble(kind) });
    const title = screen.container.querySelector('h1')!.textContent;
    const repair = screen.queryByTestId('archive-repair') !== null;
    expect(get('archive-reason').textContent).toBe(`The reason: ${kind}.`);
    screen.unmount();
    return [kind, title, repair];
  });
  expect(said).toEqual([
    ['locked', 'Another program has the conversations open', false],
    ['readOnly', 'The conversations can’t be written', false],
    ['newer', 'A newer Parley wrote these conversations', false],
    ['damaged', 'The archive is damaged', true],
    ['notArchive', 'This file is no archive', true],
    ['diskFull', 'The disk is full', false],
    ['refused', 'The archive could not be opened', true],
  ]);
});

it('C59 tries again, and says the reason of that time', async () => {
  let now: string | null = 'readOnly';
  const { get, onopened } = show('locked', {
    archive_trouble: () => trouble(now ?? ''),
    open_again: () => {
      if (now) throw problem(now);
    },
  });
  await fireEvent.click(get('archive-retry'));
  await waitFor(() => expect(get('archive-trouble').dataset['code']).toBe('archive.readOnly'));
  expect(get('archive-told').textContent.trim()).toBe('It still can’t be opened.');
  expect(onopened).not.toHaveBeenCalled();
  now = null;
  await fireEvent.click(get('archive-retry'));
  await waitFor(() => expect(onopened).toHaveBeenCalledOnce());
});

it('F115 repairs, says what was saved, what was lost and where the old one is, then opens', async () => {
  const { get, onopened, asked } = show('damaged', {
    archive_trouble: () => trouble('damaged'),
    repair_archive: () => mended,
  });
  await fireEvent.click(get('archive-repair'));
  await waitFor(() => get('repair-report'));
  expect(get('repair-report').querySelector('p')!.textContent).toBe(
    'Saved: 2 conversations with 40 events.',
  );
  expect([...get('repair-report').querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    'the name of 1 conversation, now “Recovered conversation”',
    '3 events of “Fix the build”',
    'what was in 1 place that can’t be read',
  ]);
  expect(get('old-archive').textContent).toBe('/data/archive-damaged');
  expect(asked()).not.toContain('open_again');
  await fireEvent.click(get('archive-go'));
  await waitFor(() => expect(onopened).toHaveBeenCalledOnce());
});

it('shows the path, and how to read what can still be read', async () => {
  const { get } = show('readOnly', { archive_trouble: () => trouble('readOnly', true) });
  await waitFor(() => get('archive-path'));
  expect(get('archive-path').textContent).toBe('/data/archive.db');
  expect(get('archive-read').textContent).toBe(
    "parley export --all --format jsonl --output conversations.jsonl --data-dir '/data'",
  );
});
