import type {
  ApprovalAnswer,
  Batch,
  Closing,
  Block,
  ConversationId,
  ConversationSummary,
  Header,
  MoreOfRow,
  Problem,
  ProfileView,
  PullRequest,
  Row,
  RowBody,
  RowPatch,
  Settings,
  Startup,
  Theme,
} from '../generated';
import type { Host } from './types';

/** A whole row, as a recording holds it. */
export interface RecordedRow {
  row: Row;
  blocks?: Block[];
}

/** A moment of a recording: rows that come or change, a header that changes. */
export interface RecordedStep {
  /** After how many milliseconds. */
  after: number;
  conversation: ConversationId;
  header?: Partial<Header>;
  rows?: (RecordedRow & { place: number })[];
}

/** What `replay.html` plays. Times are milliseconds before the page was opened. */
export interface Recording {
  startup: Startup;
  profiles: ProfileView[];
  list: ConversationSummary[];
  runningAgents: number;
  conversations: Record<ConversationId, { header: Header; rows: RecordedRow[] }>;
  steps: RecordedStep[];
  /** What other commands answer, by name. */
  answers?: Record<string, unknown>;
  /** What is said to any message: HTML of paragraphs that arrive word by word. */
  reply: string[];
}

interface PlayedRow {
  row: Row;
  blocks: Block[];
  rev: number;
  /** When each block last changed; where none is told, with the row. */
  revs?: number[];
}

interface Played {
  header: Header;
  headerRev: number;
  rows: PlayedRow[];
  rev: number;
}

/** Rows of a snapshot; earlier ones are asked for. */
const SNAPSHOT_ROWS = 60;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays a recording to the window: everything it is asked is answered from there. */
export class ReplayHost implements Host {
  #recording: Recording;
  #wanted: URLSearchParams;
  #settings: Settings;
  #list: ConversationSummary[];
  #deleted: ConversationSummary[] = [];
  #listRev = 1;
  #played = new Map<ConversationId, Played>();
  #wake: (() => void)[] = [];
  #opened = new Set<ConversationId>();

  constructor(recording: Recording, wanted = new URLSearchParams()) {
    this.#recording = aged(recording);
    this.#wanted = wanted;
    const theme = (wanted.get('theme') ?? this.#recording.startup.settings.theme) as Theme;
    this.#settings = { ...this.#recording.startup.settings, theme };
    this.#list = wanted.get('list') === 'empty' ? [] : this.#recording.list;
    if (wanted.get('list') === 'many') this.#list = [...this.#list, ...many(4990)];
    for (const [id, { header, rows }] of Object.entries(this.#recording.conversations)) {
      this.#played.set(id, {
        header: wanted.has('gone') ? { ...header, workspaceGone: true } : header,
        headerRev: 1,
        rev: 1,
        rows: rows.map(({ row, blocks }) => ({ row, blocks: blocks ?? [], rev: 1 })),
      });
    }
  }

  async startup(): Promise<Startup> {
    const conversation = this.#wanted.get('conversation') ?? this.#recording.startup.conversation;
    return {
      ...this.#recording.startup,
      settings: this.#settings,
      window: this.#wanted.get('window') === 'conversation' ? 'conversation' : 'main',
      conversation: this.#wanted.get('list') === 'empty' ? null : conversation,
    };
  }

  call<T>(command: string, args: Record<string, unknown> = {}): Promise<T> {
    // A recording has no settings' file that could be damaged.
    if (command === 'settings_trouble') return Promise.resolve(null as T);
    if (command === 'more_of_row') return this.#moreOfRow(args) as Promise<T>;
    if (command === 'find_in_row' && !this.#recording.answers?.[command])
      return Promise.resolve(null as T);
    if (command === 'rows_at') return this.#rowsAt(args) as Promise<T>;
    if (command === 'place_of_item' || command === 'sent_messages') {
      const { rows } = this.#of(String(args['conversation']));
      if (command === 'place_of_item') {
        const place = rows.findIndex(({ row }) => row.id === args['item']);
        return Promise.resolve((place < 0 ? null : place) as T);
      }
      const sent = rows
        .slice(0, Number(args['before'] ?? rows.length))
        .flatMap(({ row: { body } }, place) =>
          body.kind === 'user' && !body.operation ? [{ place, text: body.text }] : [],
        );
      return Promise.resolve(sent.slice(-50) as T);
    }
    const answer = this.#recording.answers?.[command];
    if (answer === undefined) {
      const problem: Problem = { code: 'refused', message: `The recording has no ${command}.` };
      return Promise.reject(problem);
    }
    return Promise.resolve(structuredClone(answer) as T);
  }

  async pull(request: PullRequest): Promise<Batch> {
    for (;;) {
      const batch = this.#batch(request);
      // What the window has is its own, as it is where bytes come.
      if (batch.conversation || batch.list) return structuredClone(batch);
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  async olderRows(conversation: ConversationId, before: number, limit: number) {
    await sleep(120);
    const { rows } = this.#of(conversation);
    const start = Math.max(0, before - limit);
    return { rows: rows.slice(start, before).map((one, i) => patch(start + i, one)) };
  }

  async #rowsAt(args: Record<string, unknown>) {
    await sleep(60);
    const { rows } = this.#of(String(args['conversation']));
    const from = Number(args['from']);
    const some = rows.slice(from, from + Number(args['limit']));
    return { rows: some.map((one, i) => patch(from + i, one)) };
  }

  async #moreOfRow(args: Record<string, unknown>): Promise<MoreOfRow> {
    await sleep(20);
    const { blocks } = this.#of(String(args['conversation'])).rows[Number(args['place'])]!;
    const from = Number(args['from']);
    const most = Number(args['most'] ?? 100);
    return structuredClone({
      blocks: blocks.slice(from, from + most),
      blockCount: blocks.length,
    });
  }

  async profiles(): Promise<ProfileView[]> {
    return this.#recording.profiles;
  }

  async pickFolder(start: string): Promise<string | null> {
    return start || '/home/ada/code/atlas';
  }

  async createConversation(profile: string, workspace: string): Promise<ConversationId> {
    const id = crypto.randomUUID();
    const view = this.#recording.profiles.find((one) => one.id === profile);
    const model = Object.values(this.#recording.conversations)[0]!.header;
    const agent = view?.name ?? profile;
    this.#played.set(id, {
      header: {
        ...model,
        ...{ title: '', profile, agent, workspace, workspaceLabel: this.#label(workspace) },
        ...{
          activity: 'asleep',
          agentEnded: false,
          queue: [],
          pending: [],
          usage: null,
          draft: '',
          banner: null,
        },
        ...{ turnStartedAt: null, canForceStop: false, firstRow: 0, rowCount: 0, mode: 'default' },
      },
      headerRev: 1,
      rev: 1,
      rows: [],
    });
    this.#list.push({
      ...{ id, title: '', agent, workspace, workspaceLabel: this.#label(workspace) },
      ...{ updatedAt: Date.now(), activity: 'asleep', preview: '', unread: false },
      ...{ waiting: 0, queued: 0, tasks: 0, pinned: false, archived: false },
    });
    this.#listChanged();
    return id;
  }

  async prepare(): Promise<void> {}

  async sendMessage(id: ConversationId, text: string) {
    const played = this.#of(id);
    if (played.header.activity === 'running' || played.header.activity === 'waiting') {
      const waiting = { id: crypto.randomUUID(), text, attachments: [], operation: false };
      const queue = [...played.header.queue, waiting];
      this.#setHeader(id, { queue });
      return 'queued' as const;
    }
    this.#add(id, { kind: 'user', text, attachments: [], operation: false, delivery: 'sent' });
    this.#setHeader(id, {
      activity: 'running',
      turnStartedAt: Date.now(),
      title: played.header.title || text.slice(0, 60),
    });
    void this.#reply(id);
    return 'sent' as const;
  }

  async stop(id: ConversationId): Promise<void> {
    this.#setHeader(id, { activity: 'stopping' });
    await sleep(1500);
    if (this.#of(id).header.activity === 'stopping') this.#setHeader(id, { canForceStop: true });
  }

  async forceStop(id: ConversationId): Promise<void> {
    this.#setHeader(id, { activity: 'idle', canForceStop: false, turnStartedAt: null });
    this.#add(id, { kind: 'turnEnd', outcome: { kind: 'stopped' }, durationMs: 4200 });
  }

  async restart(id: ConversationId): Promise<void> {
    this.#setHeader(id, { activity: 'starting' });
    await sleep(800);
    this.#setHeader(id, { activity: 'idle' });
  }

  async setMode(id: ConversationId, mode: string): Promise<void> {
    this.#setHeader(id, { mode });
  }

  async approvalShown(): Promise<void> {}

  async answerApproval({ conversation, key, decision }: ApprovalAnswer): Promise<void> {
    const { rows, header } = this.#of(conversation);
    const place = rows.findIndex(
      ({ row }) => row.body.kind === 'tool' && row.body.approval?.key.callId === key.callId,
    );
    const found = rows[place];
    if (found?.row.body.kind !== 'tool' || !found.row.body.approval) {
      throw { code: 'expired', message: 'This request has expired.' } satisfies Problem;
    }
    const approval = {
      ...found.row.body.approval,
      state: { state: 'confirmed' as const, decision },
      by: { by: 'you' as const },
    };
    const body: RowBody = {
      ...found.row.body,
      approval,
      ...(decision.decision === 'allow'
        ? { state: { state: 'succeeded' }, allowedBy: { by: 'you' }, durationMs: 1240 }
        : { state: { state: 'denied', reason: decision.reason } }),
    };
    this.#setRow(conversation, place, { ...found.row, open: false, body }, found.blocks);
    const pending = header.pending.filter((item) => item !== found.row.id);
    this.#setHeader(conversation, {
      pending,
      activity: pending.length > 0 ? 'waiting' : 'running',
    });
  }

  async editQueued(id: ConversationId, message: string, text: string): Promise<void> {
    const queue = this.#of(id).header.queue.map((one) =>
      one.id === message ? { ...one, text } : one,
    );
    this.#setHeader(id, { queue });
  }

  async removeQueued(id: ConversationId, message: string): Promise<void> {
    this.#setHeader(id, { queue: this.#of(id).header.queue.filter((one) => one.id !== message) });
  }

  async setDraft(id: ConversationId, text: string): Promise<void> {
    this.#of(id).header.draft = text;
  }

  async renameConversation(id: ConversationId, title: string): Promise<void> {
    this.#setHeader(id, { title });
  }

  async setPinned(id: ConversationId, pinned: boolean): Promise<void> {
    this.#setSummary(id, { pinned });
  }

  async setArchived(id: ConversationId, archived: boolean): Promise<void> {
    this.#setSummary(id, { archived });
  }

  async deleteConversation(id: ConversationId): Promise<void> {
    this.#deleted.push(...this.#list.filter((one) => one.id === id));
    this.#list = this.#list.filter((one) => one.id !== id);
    this.#listChanged();
  }

  async restoreConversation(id: ConversationId): Promise<void> {
    this.#list.push(...this.#deleted.filter((one) => one.id === id));
    this.#deleted = this.#deleted.filter((one) => one.id !== id);
    this.#listChanged();
  }

  async openWindow(id: ConversationId): Promise<void> {
    const next = new URLSearchParams(this.#wanted);
    next.set('window', 'conversation');
    next.set('conversation', id);
    window.open(`?${next}`, '_blank', 'width=860,height=760');
  }

  async openLink(): Promise<void> {}

  async changeSettings(settings: Settings): Promise<Settings> {
    this.#settings = settings;
    return settings;
  }

  onSettings(): () => void {
    return () => {};
  }

  onClosing(listener: (closing: Closing) => void): () => void {
    const busy = Number(this.#wanted.get('closing') ?? 0);
    if (busy > 0) setTimeout(() => listener({ busy, tray: this.#wanted.has('tray') }), 100);
    return () => {};
  }

  onDrag(): () => void {
    return () => {};
  }

  onShowConversation(): () => void {
    return () => {};
  }

  #of(id: ConversationId): Played {
    const played = this.#played.get(id);
    if (!played) {
      throw {
        code: 'unknownConversation',
        message: `There is no conversation ${id}.`,
      } satisfies Problem;
    }
    return played;
  }

  #batch(request: PullRequest): Batch {
    const batch: Batch = {};
    const { conversation: id, after } = request;
    if (id && this.#wanted.get('plain') === id) {
      if (after === 0) batch.plain = id;
    } else if (id && this.#played.has(id)) {
      const played = this.#of(id);
      const reset = after === 0 || after > played.rev;
      if (reset || played.rev > after) {
        const first = Math.max(0, played.rows.length - SNAPSHOT_ROWS);
        const rows = played.rows.flatMap((one, place) =>
          (reset ? place >= first : one.rev > after) ? [patch(place, one, reset ? 0 : after)] : [],
        );
        const header = reset || played.headerRev > after ? played.header : null;
        batch.conversation = { id, rev: played.rev, reset, header, rows };
      }
      this.#open(id);
    }
    if (request.list && request.listAfter < this.#listRev) {
      batch.list = {
        rev: this.#listRev,
        reset: true,
        changed: this.#list,
        removed: [],
        runningAgents: this.#list.length > 0 ? this.#recording.runningAgents : 0,
      };
    }
    return batch;
  }

  /** The first look at a conversation starts what was recorded for it. */
  #open(id: ConversationId): void {
    if (this.#opened.has(id)) return;
    this.#opened.add(id);
    const speed = Number(this.#wanted.get('speed') ?? 1);
    void (async () => {
      for (const step of this.#recording.steps.filter((one) => one.conversation === id)) {
        if (speed > 0) await sleep(step.after / speed);
        for (const { place, row, blocks } of step.rows ?? []) {
          this.#setRow(id, place, row, blocks ?? []);
        }
        if (step.header) this.#setHeader(id, step.header);
      }
    })();
  }

  async #reply(id: ConversationId): Promise<void> {
    const place = this.#add(id, { kind: 'text' }, true);
    const { row } = this.#of(id).rows[place]!;
    const blocks: Block[] = [];
    for (const paragraph of this.#recording.reply) {
      const words = paragraph.split(' ');
      for (let i = 1; i <= words.length; i++) {
        if (this.#of(id).header.activity !== 'running') break;
        blocks[blocks.length - (i === 1 ? 0 : 1)] = {
          kind: 'prose',
          html: `<p>${words.slice(0, i).join(' ')}</p>`,
        };
        this.#setRow(id, place, row, [...blocks]);
        await sleep(24);
      }
    }
    this.#setRow(id, place, { ...row, open: false }, blocks);
    if (this.#of(id).header.activity !== 'running') return;
    this.#setHeader(id, { activity: 'idle', turnStartedAt: null });
    this.#add(id, { kind: 'turnEnd', outcome: { kind: 'completed' }, durationMs: 2100 });
  }

  #add(id: ConversationId, body: RowBody, open = false): number {
    const place = this.#of(id).rows.length;
    const item = `replay/${place}`;
    this.#setRow(id, place, { id: item, startedAt: Date.now(), open, body }, []);
    return place;
  }

  #setRow(id: ConversationId, place: number, row: Row, blocks: Block[]): void {
    const played = this.#of(id);
    const rev = ++played.rev;
    const before = played.rows[place];
    const revs = blocks.map((block, i) =>
      before?.blocks[i]?.html === block.html ? (before.revs?.[i] ?? before.rev) : rev,
    );
    played.rows[place] = { row, blocks, rev, revs };
    this.#changed();
  }

  #setHeader(id: ConversationId, change: Partial<Header>): void {
    const played = this.#of(id);
    played.rev++;
    played.headerRev = played.rev;
    played.header = { ...played.header, ...change };
    const { title, activity, queue, pending } = played.header;
    this.#setSummary(id, { title, activity, queued: queue.length, waiting: pending.length });
    this.#changed();
  }

  #setSummary(id: ConversationId, change: Partial<ConversationSummary>): void {
    this.#list = this.#list.map((one) => (one.id === id ? { ...one, ...change } : one));
    this.#listChanged();
  }

  #listChanged(): void {
    this.#listRev++;
    this.#changed();
  }

  #changed(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }

  #label(workspace: string): string {
    const { home } = this.#recording.startup;
    return workspace.startsWith(home) ? `~${workspace.slice(home.length)}` : workspace;
  }
}

/** Conversations to fill a list with, older ones last. */
function many(count: number): ConversationSummary[] {
  const things = ['cache', 'login', 'release', 'parser', 'export', 'index', 'backup', 'theme'];
  const deeds = ['Speed up the', 'Why fails the', 'Notes on the', 'Tests for the', 'Move the'];
  const folders = ['atlas', 'borealis', 'elko', 'harbour', 'lantern', 'mosaic', 'quarry', 'tidal'];
  return Array.from({ length: count }, (_, n) => {
    const folder = folders[n % folders.length]!;
    return {
      id: `many-${n}`,
      title: `${deeds[n % deeds.length]} ${things[n % things.length]} ${n}`,
      agent: 'Guide',
      workspace: `/home/ada/code/${folder}`,
      workspaceLabel: `~/code/${folder}`,
      updatedAt: Date.now() - (n + 1) * 3_600_000,
      activity: 'asleep',
      preview: 'done',
      unread: n % 37 === 0,
      waiting: 0,
      queued: n % 53 === 0 ? 2 : 0,
      tasks: 0,
      pinned: false,
      archived: n % 5 === 4,
    };
  });
}

function patch(place: number, { row, blocks, rev, revs }: PlayedRow, after = 0): RowPatch {
  const all = blocks.map((block, i): [number, Block] => [i, block]);
  return {
    place,
    row,
    blocks: all.filter(([i]) => (revs?.[i] ?? rev) > after),
    blockCount: blocks.length,
  };
}

/** A recording's times are relative to its end: this makes them times of day. */
/** A time nearer than this is counted from now: ten years. */
const FAR = 10 * 365 * 86_400_000;

function aged(recording: Recording): Recording {
  const now = Date.now();
  const times = new Set([
    ...['startedAt', 'updatedAt', 'requestedAt', 'turnStartedAt'],
    'at',
    ...['createdAt', 'lastMatched', 'decidedAt', 'begunAt', 'endedAt', 'firesAt'],
  ]);
  return JSON.parse(JSON.stringify(recording), (key: string, value: unknown) =>
    times.has(key) && typeof value === 'number' && value < FAR ? now + value : value,
  ) as Recording;
}
