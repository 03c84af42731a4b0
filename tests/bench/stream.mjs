// Rows 1–3 and 10: what a line of an agent and an update of its Markdown cost, without a window.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figure, median, missing } from './figure.mjs';
import { example, OUT, TOP } from './place.mjs';

const execute = promisify(execFile);
const STREAM = example('bench-stream');

async function numbers(program, args) {
  const { stdout } = await execute(program, args, { maxBuffer: 1 << 20 });
  return stdout.trim().split(/\s+/).map(Number);
}

/**
 * Pipes the producer into a reader, and returns the number it prints. The shell joins them: what
 * this runtime gives a child as its streams are sockets, which take each write for itself.
 */
async function piped(count, how, reader) {
  const line = '"$1" produce "$2" "$3" | { shift 3; exec "$@"; }';
  const { stdout } = await execute('sh', ['-c', line, 'sh', STREAM, String(count), how, ...reader]);
  return Number(stdout);
}

/** Instructions of a run of the program itself, not of what it starts. */
async function instructions(args) {
  const out = join(OUT, `callgrind.${args[0]}.${args[1]}`);
  await execute('valgrind', ['--tool=callgrind', `--callgrind-out-file=${out}`, STREAM, ...args], { maxBuffer: 1 << 24 });
  return Number(/^(?:summary|totals): (\d+)/m.exec(await readFile(out, 'utf8'))[1]);
}

/** Instructions for one line more: the difference of two runs, so that the start does not count. */
async function instructionsOfALine(mode, few, many) {
  return ((await instructions([mode, String(many)])) - (await instructions([mode, String(few)]))) / (many - few);
}

async function counted(name, goal, take, note) {
  try {
    figure(name, await take(), 'instructions', goal, { note });
  } catch (error) {
    missing(name, 'instructions', goal, `callgrind could not run: ${error.message.split('\n')[0]}`);
  }
}

export async function stream() {
  for (const [how, count, goal] of [
    ['chunks', 1_000_000, 3.3],
    ['lines', 300_000, 4],
  ]) {
    const ours = [];
    const node = [];
    for (let round = 0; round < 5; round++) {
      ours.push(await piped(count, how, [STREAM, 'ingest']));
      node.push(await piped(count, how, ['node', join(TOP, 'tests/bench/readline.mjs')]));
    }
    const [mine, theirs] = [median(ours), median(node)];
    figure(`1 ingest, ${how}: Node's processor time over ours`, theirs / mine, '×', `≥ ${goal}`, {
      baseline: theirs, baselineUnit: 'ns a line', ratio: theirs / mine, note: `ours ${mine.toFixed(0)} ns a line`,
    });
  }
  await counted('1 ingest, instructions a line', '≤ 3000', () => instructionsOfALine('decode', 6400, 64_000));
  const [five, ten, cap] = await numbers(STREAM, ['long']);
  figure('2 one line of 5 MB', five, 'ms', '≤ 8');
  figure('2 a line of 10 MB over one of 5 MB', ten / five, '×', '≤ 2.3', { baseline: five, baselineUnit: 'ms', ratio: ten / five });
  figure('2 the longest line that is kept, an event tells of a longer one', cap / (1 << 20), 'MiB', '= 8');
  let whole = 'not counted';
  try {
    whole = Math.round(await instructionsOfALine('whole', 8000, 24_000)).toLocaleString('en');
  } catch (error) {
    console.log(`     the whole host could not be counted: ${error.message.split('\n')[0]}`);
  }
  await counted('3 parse, normalise, merge, serialise, instructions a line', '≤ 3300', () => instructionsOfALine('chain', 6600, 66_000), `with the process, its tasks and the archive: ${whole}`);
  const [time, bytes, calls] = await numbers(STREAM, ['host', '40000']);
  figure('3 bytes to the window over bytes from the agent', bytes, '×', '≤ 0.35', {
    note: `${calls} answers in 10 s; the whole host took ${time.toFixed(0)} ns a line`,
  });
}

/** Row 10. */
export async function markdown() {
  const [early, late, parsedEarly, parsedLate, changed] = await numbers(example('bench-markdown'), []);
  figure('10 Markdown: cost of an update at 100 KB over 8 KB', late / early, '×', '≤ 1.2', {
    baseline: early, baselineUnit: 'ns', ratio: late / early, note: `${late.toFixed(0)} ns at 100 KB`,
  });
  figure('10 Markdown: bytes parsed an update, 100 KB over 8 KB', parsedLate / parsedEarly, '×', '≤ 1.2', {
    baseline: parsedEarly, baselineUnit: 'bytes', ratio: parsedLate / parsedEarly,
  });
  figure('10 Markdown: blocks that changed and were neither open nor new', changed, 'blocks', '= 0');
}
