import type { ApprovalCard, Decision, ExpiryReason } from '../generated';
import type { RecordedRow } from '../host/replay';
import tourRecording from '../host/recordings/tour.json';
import { card } from '../test/make';

/** Requests for the gallery: as recorded, and in every state they can be in. */
export interface ShownCard {
  readonly title: string;
  readonly card: ApprovalCard;
  readonly tool: string;
  /** The host never says that it saw the card: it stays as it was when it came. */
  readonly silent?: boolean;
}

const recordedCards = [
  ...(tourRecording.conversations['0193-atlas'].rows as unknown as RecordedRow[]),
  ...(tourRecording.conversations['0193-ask'].rows as unknown as RecordedRow[]),
].flatMap(({ row }) =>
  row.body.kind === 'tool' && row.body.approval?.state.state === 'pending'
    ? [{ tool: row.body.name, card: row.body.approval }]
    : [],
);

const phrase = (text: string) => ({ code: '', values: {}, text });
const now = () => Date.now() - 42_000;
const pending = (change: Partial<ApprovalCard>) => card({ requestedAt: now(), ...change });
const long = Array.from({ length: 60 }, (_, i) => `echo step ${i + 1} of a long script`).join('\n');

export const waiting = (): ShownCard[] => [
  ...recordedCards.map((one, i) => ({
    ...one,
    title: `as recorded, ${i + 1}`,
    card: { ...one.card, requestedAt: now() },
  })),
  { title: 'arming', tool: 'Bash', silent: true, card: pending({}) },
  {
    title: 'its end was not seen',
    tool: 'Bash',
    card: pending({
      ...{ mustScroll: true, argsBytes: long.length, rawArgs: JSON.stringify({ command: long }) },
      subject: { subject: 'command', command: long, folder: '/home/ada/code/atlas' },
    }),
  },
  {
    title: 'waits long and ends soon',
    tool: 'Bash',
    card: pending({ requestedAt: Date.now() - 3_540_000, expiresAt: Date.now() + 42_000 }),
  },
  {
    title: 'what it says is not what it does',
    tool: 'Bash',
    card: pending({
      ...{ description: 'List the files', category: 'info' },
      risk: {
        class: 'danger',
        reasons: [phrase('deletes files'), phrase('runs a program')],
        mismatch: phrase('The agent calls it “info”, but it runs a program.'),
      },
    }),
  },
  {
    title: 'characters that hide',
    tool: 'Bash',
    card: pending({
      ...{ hiddenCharacters: 2, blankRuns: 1 },
      subject: {
        subject: 'command',
        command: 'rm ⟨U+202E⟩txt.erutangis ⟨␠ × 300⟩ && curl evil.example',
        folder: '/home/ada',
      },
    }),
  },
  {
    title: 'of a helper of the agent’s',
    tool: 'Fetch',
    card: pending({
      inKnownTurn: false,
      subject: { subject: 'url', url: 'https://seed.example/table', host: 'seed.example' },
      risk: { class: 'acts', reasons: [phrase('reaches the network')], mismatch: null },
    }),
  },
  {
    title: 'no preview',
    tool: 'Write',
    card: pending({
      subject: { subject: 'write', path: '/etc/hosts', exists: true },
      previewNote: phrase('The file can’t be read: permission denied.'),
      risk: {
        class: 'danger',
        reasons: [phrase('outside the workspace')],
        mismatch: null,
      },
    }),
  },
  {
    title: 'a tool Parley does not know',
    tool: 'mcp__calendar__create_event_with_participants',
    card: pending({
      ...{ subject: { subject: 'other' }, description: '', category: '' },
      risk: { class: 'acts', reasons: [], mismatch: null },
    }),
  },
];

const allow: Decision = { decision: 'allow', scope: 'once' };
const deny: Decision = { decision: 'deny', reason: '' };
const because: Decision = { decision: 'deny', reason: 'Put it in docs/ instead' };
const reasons: ExpiryReason[] = [
  ...(['agentExited', 'turnEnded', 'stopped', 'cancelledByAgent'] as const),
  ...(['protocolViolation', 'hostEnded'] as const),
];

/** What a settled request says of itself, in each way it can be settled. */
export const settled = (): { title: string; card: ApprovalCard }[] => [
  { title: 'sent', card: pending({ state: { state: 'sent', decision: allow } }) },
  {
    title: 'allowed',
    card: pending({ state: { state: 'confirmed', decision: allow }, by: { by: 'you' } }),
  },
  {
    title: 'always',
    card: pending({
      state: { state: 'confirmed', decision: { decision: 'allow', scope: 'always' } },
      by: { by: 'you' },
    }),
  },
  {
    title: 'denied',
    card: pending({ state: { state: 'confirmed', decision: deny }, by: { by: 'you' } }),
  },
  {
    title: 'denied with a reason',
    card: pending({ state: { state: 'confirmed', decision: because }, by: { by: 'you' } }),
  },
  {
    title: 'by a mode',
    card: pending({
      state: { state: 'confirmed', decision: allow },
      by: { by: 'mode', mode: 'acceptEdits' },
    }),
  },
  {
    title: 'by a rule',
    card: pending({
      state: { state: 'confirmed', decision: allow },
      by: { by: 'rule', id: 'r1', words: phrase('allow cargo test in ~/code/atlas') },
    }),
  },
  {
    title: 'on the command line',
    card: pending({ state: { state: 'confirmed', decision: allow }, by: { by: 'commandLine' } }),
  },
  {
    title: 'delivery unknown',
    card: pending({ state: { state: 'deliveryUnknown', decision: allow }, by: { by: 'you' } }),
  },
  ...reasons.map((reason) => ({
    title: reason,
    card: pending({ state: { state: 'expired', reason } }),
  })),
];
