// An aionrs agent that says as much, and as fast, as a message asks for:
//   flood RATE COUNT          COUNT words, RATE a second
//   prose RATE SECONDS [KB]   Markdown at RATE pieces a second; before that KB of it at once
//   stamp COUNT MS            a piece with the time of writing, every MS milliseconds
//   ask COUNT MS              requests for approval, MS between them; answers are noted
// What it hears of answers is appended to the file named by BENCH_NOTES, with the time.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const now = () => performance.timeOrigin + performance.now();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const PROSE = `## Where the tiles come from

The cache keeps a tile under the hash of **its own inputs**, so a deploy leaves it warm. What a
build changes is listed in \`src/cache/key.rs\`, and nothing else is part of the name.

- the layer and its *revision*
- the bounds, rounded to the grid
- the palette, as [the style guide](https://example.com/style) has it

\`\`\`rust
pub fn tile_key(tile: &Tile) -> Key {
    let mut hash = Hasher::new();
    tile.inputs().for_each(|input| hash.update(input));
    Key::from(hash.finish())
}
\`\`\`

| layer | tiles | warm |
|---|---:|---:|
| streets | 48,112 | 99 % |
| water | 9,023 | 97 % |

> A tile that is asked for while it is made waits for the first maker.

`;
const PIECES = PROSE.match(/\s*\S{1,6}\s*/g);

/** Calls `emit(n)` `rate` times a second until `count` are through. */
async function paced(rate, count, emit) {
  const began = performance.now();
  let done = 0;
  while (done < count) {
    const due = Math.min(count, Math.floor(((performance.now() - began) * rate) / 1000));
    while (done < due) emit(done++);
    await sleep(4);
  }
}

const words = {
  // Paragraphs of twenty pieces: nobody writes megabytes without one.
  flood: (id, rate, count) =>
    paced(rate, count, (n) => say({ type: 'text_delta', msg_id: id, text: n % 20 === 19 ? '.\n\nAnd so on' : ' and then the tile is' })),
  async prose(id, rate, seconds, kilobytes = 0) {
    for (let sent = 0; sent < kilobytes * 1024; sent += PROSE.length) say({ type: 'text_delta', msg_id: id, text: PROSE });
    await paced(rate, rate * seconds, (n) => say({ type: 'text_delta', msg_id: id, text: PIECES[n % PIECES.length] }));
  },
  async stamp(id, count, every) {
    for (let n = 0; n < count; n++) {
      say({ type: 'text_delta', msg_id: id, text: `⟦${now().toFixed(2)}⟧ ` });
      await sleep(every);
    }
  },
  async ask(id, count, every) {
    for (let n = 0; n < count; n++) {
      const call = `${id}-${n}`;
      say({
        type: 'tool_request',
        msg_id: id,
        call_id: call,
        tool: { name: 'Bash', category: 'exec', args: { command: `echo ${n}` }, description: 'Say a number' },
      });
      await new Promise((resolve) => (answered = resolve));
      say({ type: 'tool_running', msg_id: id, call_id: call, tool_name: 'Bash' });
      say({ type: 'tool_result', msg_id: id, call_id: call, tool_name: 'Bash', status: 'success', output: String(n) });
      await sleep(every);
    }
  },
};
let answered = () => {};

say({ type: 'ready', version: '0.2.0', session_id: 'bench', capabilities: { tool_approval: true, thinking: true, mcp: false } });
for await (const line of createInterface({ input: process.stdin })) {
  const heard = JSON.parse(line);
  if (heard.type === 'tool_approve' || heard.type === 'tool_deny') {
    if (process.env.BENCH_NOTES) appendFileSync(process.env.BENCH_NOTES, `${now()} ${heard.call_id}\n`);
    answered();
  }
  if (heard.type !== 'message') continue;
  const [word, ...numbers] = (heard.content ?? heard.input).trim().split(/\s+/);
  say({ type: 'stream_start', msg_id: heard.msg_id });
  Promise.resolve(words[word]?.(heard.msg_id, ...numbers.map(Number))).then(() => say({ type: 'stream_end', msg_id: heard.msg_id }));
}
