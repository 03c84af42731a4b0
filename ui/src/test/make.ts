import type {
  ApprovalCard,
  Block,
  Capabilities,
  ConversationSummary,
  Header,
  NoticeLevel,
  Row,
  RowBody,
  RowPatch,
} from '../generated';

/** Values for tests: whole and valid, with what matters to the test put in. */

export function block(html: string, kind: Block['kind'] = 'prose'): Block {
  return { kind, html };
}

export function row(id: string, body: RowBody = { kind: 'text' }, open = false): Row {
  return { id, startedAt: 1, open, body };
}

export function notice(level: NoticeLevel): RowBody {
  return { kind: 'notice', level, text: level };
}

export function patchOf(place: number, blocks: string[], of: Row | null = null): RowPatch {
  return {
    place,
    row: of ?? row(`i${place}`),
    blocks: blocks.map((html, i) => [i, block(html)]),
    blockCount: blocks.length,
  };
}

export const capabilities: Capabilities = {
  stop: true,
  approvals: true,
  alwaysScope: null,
  modes: [],
  currentMode: null,
  ownQueue: false,
  resume: 'none',
  oneMemory: false,
  attachments: false,
  thinking: true,
  history: false,
  tasks: false,
  terminal: false,
  operations: false,
  setConfig: false,
  addMcpServer: false,
  probe: false,
  currentModel: null,
  models: [],
  effortLevels: [],
  currentEffort: null,
  contextLimit: null,
};

export function header(change: Partial<Header> = {}): Header {
  return {
    title: 'Test',
    profile: 'guide',
    agent: 'Guide',
    protocol: 'aionrs',
    workspace: '/tmp/w',
    workspaceLabel: '/tmp/w',
    workspaceGone: false,
    activity: 'idle',
    turnStartedAt: null,
    agentEnded: false,
    canForceStop: false,
    capabilities,
    mode: 'default',
    queue: [],
    queueHeld: false,
    forgets: null,
    resend: { means: 'branch' },
    pending: [],
    unasked: 0,
    usage: null,
    terminal: { shown: 0, live: false },
    draft: '',
    draftFiles: [],
    firstRow: 0,
    rowCount: 0,
    banner: null,
    ...change,
  };
}

export function card(change: Partial<ApprovalCard> = {}): ApprovalCard {
  return {
    key: { epoch: 1, callId: 'c1', request: 1 },
    state: { state: 'pending' },
    by: null,
    requestedAt: 0,
    argsSha256: 'a'.repeat(64),
    subject: { subject: 'command', command: 'rm -rf target', folder: '~/w' },
    rawArgs: '{\n  "command": "rm -rf target"\n}',
    argsBytes: 30,
    mustScroll: false,
    preview: [],
    expiresAt: null,
    inKnownTurn: true,
    hiddenCharacters: 0,
    blankRuns: 0,
    tree: null,
    onlyReads: false,
    previewNote: null,
    risk: {
      class: 'danger',
      reasons: [{ code: 'deletesFiles', values: {}, text: 'deletes files' }],
      mismatch: null,
    },
    description: 'Tidy up',
    category: 'execute',
    ...change,
  };
}

export function summary(
  id: string,
  change: Partial<ConversationSummary> = {},
): ConversationSummary {
  return {
    id,
    title: id,
    agent: 'Guide',
    workspace: '/w',
    workspaceLabel: '~/w',
    updatedAt: 0,
    activity: 'idle',
    preview: '',
    unread: false,
    waiting: 0,
    queued: 0,
    tasks: 0,
    pinned: false,
    archived: false,
    ...change,
  };
}
