import type { ProcessView, TasksPage, TrafficPage } from '../generated';

/** What the panels of the gallery ask for, at one moment. */
export function answers(now: number): Record<string, unknown> {
  return { traffic: traffic(now), processes: processes(now), tasks: tasks(now) };
}

function traffic(now: number): TrafficPage {
  const line = (
    row: number,
    direction: TrafficPage['lines'][number]['direction'],
    text: string,
    doubt: string | null = null,
  ) => ({ row, at: now - 9000 + row * 500, epoch: 1, direction, text, bytes: text.length, doubt });
  return {
    earlier: 12,
    lines: [
      line(1, 'host', 'The agent was started: aionrs --json-stream'),
      line(2, 'fromAgent', '{"type":"ready","version":"0.2.4","session_id":null}'),
      line(3, 'toAgent', '{"type":"message","text":"Why does login fail on Safari?"}'),
      line(4, 'stderr', 'warning: the cache at /home/ada/.cache/aionrs is older than this program'),
      line(5, 'fromAgent', '{"type":"text_delta","delta":42}', '“delta” must be a text'),
      line(6, 'fromAgent', '{"type":"telemetry","rss":1}', 'unknown message “telemetry”'),
      line(7, 'fromAgent', `{"type":"text_delta","delta":"${'a long answer and '.repeat(30)}"}`),
    ],
  };
}

function processes(now: number): ProcessView {
  const process = (pid: number, depth: number, name: string, command: string[], mb: number) => ({
    ...{ pid, parent: depth === 0 ? 1 : 4100, depth, name, command, threads: 4 + depth },
    ...{ rssBytes: mb * 1_000_000, processorPercent: 3.4 * (depth + 1), startedAt: now - 754_000 },
  });
  return {
    ...{ conversation: '0193-login', title: 'Why does login fail on Safari?', agent: 'aionrs' },
    ...{ running: true, starting: false, rssBytes: 402_000_000, processorPercent: 10.2 },
    processes: [
      process(4100, 0, 'aionrs', ['/home/ada/.local/bin/aionrs', '--json-stream'], 92),
      process(4102, 1, 'node', ['node', 'server.js', '--project', '/home/ada/code/atlas'], 280),
      process(4107, 1, 'rg', ['rg', '--json', 'SameSite', 'src/'], 30),
    ],
    overCeiling: false,
    lastEnd: {
      ...{ at: now - 800_000, how: 'exit code 3', code: 3, signal: null },
      ...{ survivorsKilled: 2, wanted: false },
    },
    stderr: ['thread ‘main’ panicked at src/session.rs:212:9:', 'index out of bounds'],
    startAgain: { kind: 'stopped', crashes: 3 },
  };
}

function tasks(now: number): TasksPage {
  const task = (
    id: string,
    kind: TasksPage['rows'][number]['kind'],
    state: TasksPage['rows'][number]['state'],
    about: string,
    more: Partial<TasksPage['rows'][number]> = {},
  ) => ({
    ...{ id, kind, state, about, word: kind, conversation: '0193-login', progress: '', item: null },
    ...{ title: 'Why does login fail on Safari?', agent: 'nuum', workspaceLabel: '~/code/atlas' },
    ...{ begunAt: now - 95_000, firesAt: null, endedAt: null },
    ...more,
  });
  return {
    ...{ from: 0, live: 5, past: 3, now },
    rows: [
      task('t1', 'research', 'running', 'Read the changelogs of the identity provider'),
      task('t2', 'alarm', 'pending', 'Look at the nightly build', { firesAt: now + 4_200_000 }),
      task('t3', 'operation', 'running', 'Continuity', { word: '', progress: 'Chapter 3 of 9' }),
      task('t4', 'turn', 'waiting', 'Write the lookup table, and fetch the seed'),
      task('t5', 'ownTurn', 'asleep', 'Sum up the week'),
    ],
  };
}
