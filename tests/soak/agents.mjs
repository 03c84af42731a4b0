// The agents of the soak: what each says in an hour, as scripts for the understudy, and what must be in the archive then.

/** Shifts an agent works; each begins with a message and is one turn. */
export const SHIFTS = 12;
/** Minutes of a shift; a minute has a heartbeat a second, one burst and one large result. */
const MINUTES = 5;
const SECONDS = 60;
/** A burst of an agent that streams: parts of a text, each of so many words that come at once. */
const PARTS = 40;
const WORDS = 50;
/** A burst of an agent that sends whole messages. */
const MESSAGES = 120;
/** A burst's speed, in lines a second. */
const RATE = 4000;
/** How often the list of tasks comes among the heartbeats. */
const SNAPSHOT = 10;

/** About 100 kB, as a build prints it. */
const OUTPUT = Array.from({ length: 1500 }, (_, n) => `   Compiling piece-${n} v0.${n % 10}.0 (/home/me/crates/piece-${n % 50})`).join('\n');

const step = (value) => JSON.stringify(value);

/** A heartbeat's pause, so that with its burst a minute takes `minute` milliseconds. */
function pause(minute, lines) {
  return Math.max(1, Math.round((minute - (1000 * lines) / RATE) / SECONDS));
}

const call = [
  { running: { tool: 'Bash', args: { command: 'make everything' } } },
  { result: OUTPUT },
];

function shift(minute) {
  return [
    { loop: { steps: [{ await: 'message', as: 'm' }, { start_turn: true }, { loop: { times: MINUTES, steps: minute } }, { end_turn: true }] } },
  ];
}

/** Text that grows word by word. */
function streaming(minute) {
  const delta = { type: 'text_delta', msg_id: '${m.msg_id}', text: 'w${n} ' };
  return [
    { protocol: 'aionrs' },
    { ready: true },
    ...shift([
      { loop: { times: SECONDS, steps: [{ text: '♥${i} ' }, { sleep_ms: pause(minute, PARTS * WORDS) }] } },
      { loop: { times: PARTS, steps: [{ text: '\n\n**Part ${i}** of `this minute`:\n\n' }, { burst: { line: delta, count: WORDS, per_second: RATE } }] } },
      ...call,
    ]),
  ];
}

/** Whole messages, and a list of tasks that changes. */
function telling(minute) {
  const tasks = {
    type: 'system', subtype: 'tasks', session_id: 'nuum_understudy',
    tasks: [
      { id: 'bg-1', type: 'research', description: 'Look at number ${i}', status: 'running', createdAt: '2026-01-01T00:00:00Z' },
      { id: 'al-1', type: 'alarm', description: 'Stand up', status: 'pending', firesAt: '2099-01-01T00:00:00Z' },
    ],
  };
  const message = {
    type: 'assistant', session_id: 'nuum_understudy',
    message: { role: 'assistant', model: 'understudy', content: [{ type: 'text', text: 'b${n} **done**: `piece-${n}` is as it was, and so is what lies beside it.' }] },
  };
  const beat = { sleep_ms: pause(minute, MESSAGES) };
  return [
    { protocol: 'nuum' },
    { ready: true },
    { background: [{ loop: { steps: [{ await: 'ping' }, { pong: true }] } }] },
    ...shift([
      { loop: { times: SECONDS / SNAPSHOT, steps: [
        { loop: { times: SNAPSHOT - 1, steps: [{ text: '♥${i}' }, beat] } },
        { emit: tasks }, beat,
      ] } },
      { burst: { line: message, count: MESSAGES, per_second: RATE } },
      ...call,
    ]),
  ];
}

/** What a streaming agent's text is, minute by minute. */
function streamed() {
  const beats = Array.from({ length: SECONDS }, (_, n) => `♥${n} `).join('');
  const words = Array.from({ length: WORDS }, (_, n) => `w${n} `).join('');
  const parts = Array.from({ length: PARTS }, (_, n) => `\n\n**Part ${n}** of \`this minute\`:\n\n${words}`).join('');
  return beats + parts;
}

function told() {
  const beats = Array.from({ length: SNAPSHOT - 1 }, (_, n) => `♥${n}`);
  const burst = Array.from({ length: MESSAGES }, (_, n) => `b${n} **done**: \`piece-${n}\` is as it was, and so is what lies beside it.`);
  return [...Array.from({ length: SECONDS / SNAPSHOT }, () => beats).flat(), ...burst];
}

/**
 * The four agents. `texts` are an agent's own texts in a minute, in order; `events`
 * what it says in an hour.
 * @param {number} minute how long a minute takes here, in milliseconds
 */
export function agents(minute) {
  const kinds = {
    streaming: { protocol: 'aionrs', steps: streaming(minute), texts: [streamed()], lines: SECONDS + PARTS * (WORDS + 1) + 2 },
    telling: { protocol: 'nuum', steps: telling(minute), texts: told(), lines: SECONDS + MESSAGES + 2 },
  };
  return ['streaming', 'telling', 'streaming', 'telling'].map((kind, n) => {
    const { protocol, steps, texts, lines } = kinds[kind];
    return {
      id: `soak-${n + 1}`,
      name: `Soak ${n + 1} ${kind}`,
      protocol,
      script: steps.map(step).join('\n'),
      texts,
      events: SHIFTS * (2 + MINUTES * lines),
    };
  });
}

/**
 * What an archive lacks of what an agent said, in words; nothing where all is there.
 * @param {{ texts: string[] }} agent
 * @param {{ kind: string, text: string, bytes: number }[]} items the conversation's, in order
 */
export function missing(agent, items) {
  const wrong = [];
  const counted = (name, have, want) => have === want || wrong.push(`${name}: ${have} instead of ${want}`);
  const of = (kind) => items.filter((item) => item.kind === kind);
  counted('messages', of('user').length, SHIFTS);
  counted('turns that completed', of('turnEnd').filter((item) => item.text === 'completed').length, SHIFTS);
  counted('results', of('tool').filter((item) => item.bytes === OUTPUT.length).length, SHIFTS * MINUTES);
  const want = Array.from({ length: SHIFTS * MINUTES }, () => agent.texts).flat();
  const have = of('text').map((item) => item.text);
  counted('texts', have.length, want.length);
  const differs = want.findIndex((text, n) => text !== have[n]);
  if (differs !== -1 && have.length === want.length) wrong.push(`text ${differs} is not what was said: ${have[differs].slice(0, 80)}`);
  const rest = items.filter((item) => !['user', 'turnEnd', 'tool', 'text', 'notice'].includes(item.kind));
  if (rest.length > 0) wrong.push(`${rest.length} rows nobody expects, the first: ${JSON.stringify(rest[0]).slice(0, 200)}`);
  return wrong;
}
