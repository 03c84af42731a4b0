import { expect, it, vi } from 'vitest';
import type { Batch, PullRequest, Settings, Startup } from '../generated';
import { fakeHost } from '../test/fake-host';
import { header, patchOf } from '../test/make';
import { Session } from './session.svelte';

const opened = (id: string): Batch => ({
  conversation: { id, rev: 1, reset: true, header: header(), rows: [patchOf(0, ['<p>a</p>'])] },
});

it('C36 a conversation that is left is let go of, whichever way it is left', () => {
  vi.useFakeTimers();
  try {
    const ways: [string, (session: Session) => void][] = [
      ['another is shown', (session) => session.show('other')],
      ['another, and at once one more', (session) => (session.show('other'), session.show('d'))],
      ['it is shown anew', (session) => session.showAnew('c')],
      ['none is shown', (session) => session.showNone()],
    ];
    for (const [way, leave] of ways) {
      const session = new Session(fakeHost());
      session.show('c');
      const left = session.conversation!;
      left.apply(opened('c').conversation!);
      expect(left.cell(0), way).toBeDefined();
      leave(session);
      expect(session.conversation, way).not.toBe(left);
      vi.runAllTimers();
      expect(left.cell(0), way).toBeUndefined();
      expect(session.pane, way).toBe(session.conversation);
    }
  } finally {
    vi.useRealTimers();
  }
});

/** A session that shows “c”, and answers to what it asks from then on. */
async function showingOne() {
  const startup = {
    conversation: 'c',
    window: 'main',
    settings: { language: 'en' },
    scroll: [],
    memory: { page: null, panel: null, folded: [] },
  } as unknown as Startup;
  const answers: ((batch: Batch) => void)[] = [];
  const pull = vi.fn((_: PullRequest) => new Promise<Batch>((done) => answers.push(done)));
  const session = new Session(fakeHost({ startup: () => Promise.resolve(startup), pull }));
  await session.start();
  answers.shift()!(opened('c'));
  await vi.waitFor(() => expect(session.pane?.loaded).toBe(true));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  return { session, answers };
}

it('leaves on the screen what is there until there is something of what is turned to', async () => {
  const { session, answers } = await showingOne();
  const left = session.pane!;
  session.show('d');
  expect([session.conversation?.id, session.pane?.id]).toEqual(['d', 'c']);
  expect(left.cell(0)).toBeDefined();
  answers.at(-1)!(opened('d'));
  await vi.waitFor(() => expect(session.pane?.id).toBe('d'));
  expect(session.pane?.loaded).toBe(true);
  expect(left.cell(0)).toBeUndefined();
  session.end();
});

it('leaves it there for a moment only, and not where a page lay over it', async () => {
  const { session } = await showingOne();
  vi.useFakeTimers();
  try {
    session.show('d');
    expect(session.pane?.id).toBe('c');
    vi.runAllTimers();
    expect([session.pane?.id, session.pane?.loaded]).toEqual(['d', false]);
    session.openPage('settings');
    session.show('e');
    expect(session.pane?.id).toBe('e');
  } finally {
    vi.useRealTimers();
    session.end();
  }
});

const refused = () => Promise.reject({ code: 'io', message: 'the disk is full' });

it('a setting that could not be saved is shown as it is, and not as it was wanted', async () => {
  const saves: (() => void)[] = [];
  const settings = { theme: 'light', textPercent: 100 } as Settings;
  const session = new Session(
    fakeHost({
      changeSettings: vi.fn((wanted: Settings) =>
        wanted.theme === 'dark'
          ? refused()
          : new Promise<Settings>((done) => saves.push(() => done(wanted))),
      ),
    }),
  );
  session.settings = settings;
  const dark = session.changeSettings({ theme: 'dark' });
  expect(session.settings.theme).toBe('dark');
  await dark;
  expect(session.settings.theme).toBe('light');
  expect(session.troubles[0]?.problem.message).toBe('the disk is full');

  // Pressed twice before the first was answered: no step is lost, nor taken back.
  const first = session.changeSettings({ textPercent: 110 });
  const second = session.changeSettings({ textPercent: 120 });
  saves[0]!();
  await first;
  expect(session.settings.textPercent).toBe(120);
  saves[1]!();
  await second;
  expect(session.settings.textPercent).toBe(120);
});

it('offers again what could not be brought back', async () => {
  const session = new Session(fakeHost({ restoreConversation: refused }));
  session.deleted = { id: 'c', title: 'Cache' };
  await session.undoDelete();
  expect(session.deleted).toEqual({ id: 'c', title: 'Cache' });
  session.end();
  session.forgetDeleted();
});
