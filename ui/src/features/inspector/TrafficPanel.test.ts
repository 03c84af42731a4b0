import { fireEvent, render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { Startup, TrafficEntry, TrafficQuery } from '../../generated';
import { sessionKey } from '../../state/context';
import { ConversationStore } from '../../state/conversation.svelte';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import TrafficPanel from './TrafficPanel.svelte';

const line = (row: number): TrafficEntry => ({
  ...{ row, epoch: 1, direction: 'fromAgent', at: 1, bytes: 9, doubt: null },
  text: `{"line":${row}}`,
});

interface Args {
  query: TrafficQuery;
  asProfile: boolean;
}

const answers: Record<string, (args: Args) => unknown> = {
  traffic: ({ query }) => ({
    lines: query.before === null ? [line(7), line(8)] : [line(5), line(6)],
    earlier: query.before === null ? 7 : null,
  }),
  traffic_line: () => ({ raw: '{"whole":8}', pretty: [], events: [], lossy: false }),
  save_script: ({ asProfile }) => ({
    lines: 8,
    profile: asProfile ? 'script-1' : null,
    path: '/w/script.jsonl',
  }),
  diagnostics: () => 'Parley 1.0 on Linux',
  save_diagnostics: () => '/w/report.txt',
};

async function panel() {
  const call = vi.fn((command: string, args: Args) =>
    Promise.resolve(structuredClone(answers[command]?.(args))),
  );
  const host = fakeHost({ call: call as never });
  const session = new Session(host);
  session.startup = { window: 'main' } as Startup;
  const screen = render(TrafficPanel, {
    props: { store: new ConversationStore('c') },
    context: new Map([[sessionKey, session]]),
  });
  await screen.findByText('{"line":8}');
  const asked = (command: string) =>
    call.mock.calls.filter(([name]) => name === command).map(([, args]) => args);
  return { host, session, screen, asked, get: (id: string) => screen.getByTestId(id) };
}

const shown = (screen: Awaited<ReturnType<typeof panel>>['screen']) =>
  screen.getAllByTestId('traffic-line').map((one) => one.querySelector('.text')?.textContent);

it('goes back once, however often it is pressed', async () => {
  const { screen } = await panel();
  const earlier = screen.getByRole('button', { name: 'Show earlier lines' });
  await Promise.all([fireEvent.click(earlier), fireEvent.click(earlier)]);
  await screen.findByText('{"line":5}');
  expect(shown(screen)).toEqual([5, 6, 7, 8].map((row) => `{"line":${row}}`));
});

it('asks for the direction and the words that are chosen', async () => {
  const { asked, get } = await panel();
  for (const ways of ['fromAgent', 'toAgent', 'stderr', 'host', 'doubtful', 'all']) {
    await fireEvent.click(get(`ways-${ways}`));
    expect(get(`ways-${ways}`).getAttribute('aria-pressed')).toBe('true');
    expect(asked('traffic').at(-1)).toMatchObject({
      query: {
        directions: ways === 'all' || ways === 'doubtful' ? [] : [ways],
        doubtful: ways === 'doubtful',
      },
    });
  }
  await fireEvent.input(get('traffic-search'), { target: { value: ' call ' } });
  await vi.waitFor(() =>
    expect(asked('traffic').at(-1)).toMatchObject({ query: { text: 'call' } }),
  );
});

it('opens a line, and copies all of it', async () => {
  const { screen, asked, get } = await panel();
  const written = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
  await fireEvent.click(screen.getAllByTestId('traffic-line')[1]!.querySelector('button')!);
  expect(asked('traffic_line')).toEqual([{ conversation: 'c', row: 8 }]);
  await screen.findByText('{"whole":8}');
  await fireEvent.click(get('traffic-copy'));
  expect(written).toHaveBeenCalledExactlyOnceWith('{"whole":8}');
  await vi.waitFor(() => expect(get('traffic-copy').textContent).toContain('Copied'));
  vi.unstubAllGlobals();
});

it('does what every entry of its menu says, and shows what came of it', async () => {
  const { screen, session, asked, get } = await panel();
  const choose = async (id: string) => {
    await fireEvent.click(get('traffic-more'));
    await fireEvent.click(get(id));
    // What is told stands where the menu lay.
    expect(screen.queryByTestId(id)).toBeNull();
  };
  await choose('script-profile');
  expect(asked('save_script')).toEqual([{ conversation: 'c', asProfile: true }]);
  await screen.findByText(/8/, { selector: '.said' });
  await choose('script-file');
  expect(asked('save_script')[1]).toEqual({ conversation: 'c', asProfile: false });
  await screen.findByText(/\/w\/script\.jsonl/);
  await choose('diagnostics-open');
  await vi.waitFor(() => expect(get('diagnostics-text').textContent).toBe('Parley 1.0 on Linux'));
  await fireEvent.click(get('diagnostics-save'));
  expect(asked('save_diagnostics')).toEqual([{ text: 'Parley 1.0 on Linux' }]);
  await screen.findByText(/\/w\/report\.txt/);
  expect(session.troubles).toEqual([]);
});
