// Rows 4 and 18: the archive, and what a kill leaves of it.
import { execFile } from 'node:child_process';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figure } from './figure.mjs';
import { example, TARGET } from './place.mjs';

const execute = promisify(execFile);

/** Kills of a host that streams; `make soak-archive` does 200. */
const KILLS = 15;

export async function archive() {
  const { stdout } = await execute(await program(), [], { maxBuffer: 1 << 24 });
  const entries = stdout.split('\n').filter((one) => one.startsWith('{')).map((one) => JSON.parse(one));
  for (const { name, value, unit, goal, baseline, measured, of } of entries) {
    if (goal === null) {
      console.log(`     ${name}: ${value} ${unit}`);
      continue;
    }
    const row = /^archive\.(writes|stream)/.test(name) ? 4 : 18;
    const operator = name.endsWith('.ratio') ? '≥' : '≤';
    figure(`${row} ${name}`, value, unit, `${operator} ${goal}`, {
      ...(baseline && { baseline, baselineUnit: of, ratio: value, note: `ours ${measured} ${of}` }),
    });
  }
  const { kills, acknowledged, lost, corrupt, oldestLostMs } = await killed();
  figure('4 a kill: age of the oldest word lost', oldestLostMs, 'ms', '≤ 100', { note: `${kills} kills` });
  figure('4 a kill: messages, and words shown a second, lost', lost + corrupt, 'of all', '= 0', { note: `of ${acknowledged}` });
}

/** What `cargo bench -p parley-archive --bench archive` built last. */
async function program() {
  const folder = join(TARGET, 'release/deps');
  const names = (await readdir(folder)).filter((name) => /^archive-[0-9a-f]+$/.test(name));
  const all = await Promise.all(names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })));
  const newest = all.sort((a, b) => b.at - a.at)[0];
  if (!newest) throw new Error('not built: cargo bench --no-run -p parley-archive --bench archive');
  return newest.path;
}

/** Runs the soak in short, and leaves the record of the long one as it was. */
async function killed() {
  const record = join(TARGET, 'soak/archive.json');
  const before = await readFile(record).catch(() => null);
  // It fails where something is lost; the figures say what.
  const { stdout } = await execute(example('soak-archive'), [], {
    env: { ...process.env, SOAK_KILLS: String(KILLS) },
    maxBuffer: 1 << 24,
  }).catch((error) => error);
  if (before) await writeFile(record, before);
  else await rm(record, { force: true });
  const last = String(stdout).trim().split('\n').at(-1);
  if (!last?.startsWith('{')) throw new Error(`soak-archive ended with “${last}”`);
  return JSON.parse(last);
}
