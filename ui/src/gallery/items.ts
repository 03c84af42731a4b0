import type { Block, Delivery, RowBody, RowPatch, ToolState, TurnOutcome } from '../generated';
import type { RecordedRow } from '../host/replay';
import rowsRecording from '../host/recordings/rows.json';
import tourRecording from '../host/recordings/tour.json';

/** Rows of the transcript for the gallery: as recorded, and the same in every other state. */

type Tool = Extract<RowBody, { kind: 'tool' }>;

const rows = rowsRecording.conversations['0193-rows'].rows as unknown as RecordedRow[];
const login = tourRecording.conversations['0193-login'].rows as unknown as RecordedRow[];
const atlas = tourRecording.conversations['0193-atlas'].rows as unknown as RecordedRow[];

function patch(of: RecordedRow, place: number, open = of.row.open): RowPatch {
  const blocks = of.blocks ?? [];
  return {
    place,
    row: { ...of.row, id: `gallery/${place}`, open },
    blocks: blocks.map((block, i) => [i, block]),
    blockCount: blocks.length,
  };
}

const made = (body: RowBody, blocks: Block[] = []): RecordedRow => ({
  row: { id: '', turn: 't1', startedAt: Date.now() - 60_000, open: false, body },
  blocks,
});

export const inOrder = (list: RecordedRow[]): RowPatch[] => list.map((one, i) => patch(one, i));

/** Recorded rows of a kind, in the order of the recordings. */
const recorded = (...kinds: RowBody['kind'][]) =>
  [...rows, ...login].filter(({ row }) => kinds.includes(row.body.kind));

const deliveries: Delivery[] = [
  ...(['sent', 'seen', 'waiting', 'queuedByAgent'] as const),
  ...(['injected', 'undelivered', 'unknown'] as const),
];

export const messages: RecordedRow[] = [
  ...deliveries.map((delivery) =>
    made({
      ...{ kind: 'user' as const, text: `Why does login fail on Safari? (${delivery})` },
      ...{ attachments: [], operation: false, delivery },
    }),
  ),
  login[0]!,
  made({
    ...{ kind: 'user', attachments: [], operation: false, delivery: 'sent' },
    text: `Aufgabenverwaltungsoberflächengestaltungsrichtlinien ${'und noch ein langer Satz '.repeat(12)}\n\nhttps://example.org/${'a'.repeat(120)}`,
  }),
  made({
    ...{ kind: 'user', text: 'scene-proof scenes/the-harbour.md effort="low"', attachments: [] },
    ...{ operation: true, delivery: 'sent' },
    asked: {
      en: 'Proofread scene “The harbour”',
      de: 'Szene „The harbour“ Korrektur lesen',
    },
  }),
  made({
    kind: 'user',
    text: `continuity-index context="${'It rained in the harbour all night. '.repeat(6)}" schema={"type":"object","properties":{"places":{"type":"array"}}}`,
    ...{ attachments: [], operation: true, delivery: 'undelivered' },
    asked: { en: 'Draw data out of a scene', de: 'Daten aus einer Szene ziehen' },
  }),
];

export const answersOfAgents: RecordedRow[] = [
  login[4]!,
  { ...login[4]!, row: { ...login[4]!.row, open: true, body: { kind: 'thinking' } } },
  login[5]!,
  made({ kind: 'text' }, [{ kind: 'prose', html: '<p>A word</p>' }]),
];

export const results: RecordedRow[] = recorded('result', 'media', 'progress');
export const notices: RecordedRow[] = recorded('notice');
export const faults: RecordedRow[] = [
  ...recorded('error', 'raw'),
  made({
    kind: 'error',
    fault: {
      ...{ code: 'config', message: 'There is no such model.', retryable: false, detail: null },
    },
  }),
  made({ kind: 'raw', reason: 'a very long line', malformed: true, line: 'x'.repeat(900) }),
];

const outcomes: TurnOutcome[] = [
  ...([{ kind: 'completed' }, { kind: 'stopped' }, { kind: 'interrupted' }] as const),
  ...([
    { kind: 'failed', message: 'the provider is overloaded' },
    { kind: 'timedOut', limitSecs: 600 },
    { kind: 'agentExited', how: 'killed by SIGSEGV' },
    { kind: 'unfinished' },
  ] as const),
];
const usage = {
  ...{ inputTokens: 38_200, outputTokens: 1204, cacheReadTokens: 30_100, cacheWriteTokens: 0 },
};
export const turnEnds: RecordedRow[] = outcomes.map((outcome, i) =>
  made({ kind: 'turnEnd', outcome, durationMs: 63_000, usage: i < 3 ? usage : null }),
);

const ran = login.find(({ row }) => row.body.kind === 'tool' && row.body.tool === 'execute')!;
const inState = (state: ToolState, change: Partial<Tool> = {}, blocks: Block[] = []) =>
  made({ ...(ran.row.body as Tool), state, allowedBy: null, durationMs: null, ...change }, blocks);

export const tools: RecordedRow[] = [
  ...[...login, ...rows].filter(({ row }) => row.body.kind === 'tool'),
  inState({ state: 'allowed' }, { allowedBy: { by: 'you' } }),
  inState({ state: 'running', unasked: false }),
  inState({ state: 'succeeded' }, { allowedBy: { by: 'commandLine' }, durationMs: 61_000 }),
  inState(
    { state: 'succeeded' },
    {
      allowedBy: {
        by: 'rule',
        id: 'r1',
        words: { code: '', values: {}, text: 'allow cargo test in ~/code/atlas' },
      },
    },
  ),
  inState({ state: 'succeeded' }, { unasked: true, durationMs: 900 }),
  inState({ state: 'denied', reason: '' }),
  inState({
    ...{ state: 'denied', reason: 'Das soll bitte in den Ordner für Dokumente, ' },
    ...{ reason: 'Das soll bitte in den Ordner für Dokumente und höchstens eine Seite lang sein' },
  }),
  inState({ state: 'cancelled', reason: 'the turn was stopped' }),
  inState(
    { state: 'succeeded' },
    { subject: `find . -name '*.rs' ${'-o -name "*.toml" '.repeat(20)}` },
  ),
];

/** A failed call with thousands of lines: its head is shown, more on demand. */
export const huge: RecordedRow[] = [
  inState({ state: 'failed' }, { output: 'text', durationMs: 90_000 }, [
    {
      kind: 'terminal',
      html: `<pre class="ansi">${Array.from({ length: 400 }, (_, i) => `line ${i + 1}: <span class="ansi-fg-${i % 16}">${'output '.repeat(4)}</span>`).join('\n')}</pre>`,
    },
    { kind: 'omitted', html: '<p class="omitted">9.8 MB more, 199,600 lines</p>' },
  ]),
];

export const diffs: RecordedRow[] = [...rows, ...atlas].filter(({ blocks }) =>
  blocks?.some((block) => block.kind === 'diff'),
);
