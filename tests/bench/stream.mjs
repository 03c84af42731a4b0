// Rows 1–4, 10 and 18: what needs no window.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { figure, median, missing, taken } from './figure.mjs';
import { TARGET, TOP } from './place.mjs';

const execute = promisify(execFile);
const example = (name) => join(TARGET, 'release/examples', name);
const STREAM = example('bench-stream');

async function numbers(program, args) {
  const { stdout } = await execute(program, args, { maxBuffer: 1 << 20 });
  return stdout.trim().split(/\s+/).map(Number);
}

/** Pipes the producer into a reader, and returns the number it prints. */
async function piped(count, how, reader) {
  const producer = spawn(STREAM, ['produce', String(count), how], { stdio: ['ignore', 'pipe', 'inherit'] });
  const consumer = spawn(reader[0], reader.slice(1), { stdio: [producer.stdout, 'pipe', 'inherit'] });
  // Only the reader may hold the pipe, or it never ends.
  producer.stdout.destroy();
  const [answer, [code]] = await Promise.all([text(consumer.stdout), once(consumer, 'exit')]);
  if (code !== 0) throw new Error(`${reader[0]} ended with ${code}`);
  return Number(answer);
}

async function instructions(args) {
  const out = join(TARGET, 'bench/callgrind.out');
  const { stderr } = await execute('valgrind', ['--tool=callgrind', `--callgrind-out-file=${out}`, STREAM, ...args], { maxBuffer: 1 << 24 });
  return Number(/Collected : (\d+)/.exec(stderr)[1]);
}

export async function stream() {
  for (const [how, count, goal] of [
    ['chunks', 1_000_000, 3.3],
    ['lines', 300_000, 4],
  ]) {
    const ours = [];
    const node = [];
    for (let round = 0; round < 3; round++) {
      ours.push(await piped(count, how, [STREAM, 'ingest']));
      node.push(await piped(count, how, ['node', join(TOP, 'tests/bench/readline.mjs')]));
    }
    const [mine, theirs] = [median(ours), median(node)];
    figure(`1 ingest, ${how}: Node's time over ours`, theirs / mine, '×', `≥ ${goal}`, {
      baseline: theirs, ratio: theirs / mine, note: `ours ${mine.toFixed(0)} ns a line; the baseline in ns`,
    });
  }
  try {
    const [few, many] = [await instructions(['decode', '6400']), await instructions(['decode', '64000'])];
    figure('1 ingest, instructions a line', (many - few) / 57_600, 'instructions', '≤ 3000');
  } catch (error) {
    missing('1 ingest, instructions a line', 'instructions', '≤ 3000', `callgrind could not run: ${error.message.split('\n')[0]}`);
  }
  const [five, ten] = await numbers(STREAM, ['long']);
  figure('2 one line of 5 MB', five, 'ms', '≤ 8');
  figure('2 a line of 10 MB (over the cap) over one of 5 MB', ten / five, '×', '≤ 2.3');
  const [time, bytes, calls] = await numbers(STREAM, ['host', '40000']);
  figure('3 bytes to the window over bytes from the agent', bytes, '×', '≤ 0.35', { note: `${calls} answers in 10 s; the whole host took ${time.toFixed(0)} ns a line` });
}

export async function markdown() {
  const [early, late, parsedEarly, parsedLate] = await numbers(example('bench-markdown'), []);
  figure('10 Markdown: cost of an update at 100 KB over 8 KB', late / early, '×', '≤ 1.2', { note: `${early.toFixed(0)} and ${late.toFixed(0)} ns` });
  figure('10 Markdown: bytes parsed an update, 100 KB over 8 KB', parsedLate / parsedEarly, '×', '≤ 1.2');
}

export async function archive() {
  const run = spawn('cargo', ['bench', '--locked', '-q', '-p', 'parley-archive', '--bench', 'archive'], { cwd: TOP, stdio: ['ignore', 'pipe', 'inherit'] });
  const [lines, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
  if (code !== 0) throw new Error(`the archive's bench ended with ${code}`);
  for (const line of lines.split('\n').filter((one) => one.startsWith('{'))) {
    const entry = JSON.parse(line);
    const number = entry.name.startsWith('archive.write') ? 4 : 18;
    taken({ ...entry, name: `${number} ${entry.name}`, goal: entry.goal ?? '–', pass: entry.pass ?? true });
  }
}
