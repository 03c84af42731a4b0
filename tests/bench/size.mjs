// Rows 13 (script), 17 and 21: what is shipped, and what the core's tests cost.
import { execFile } from 'node:child_process';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figure, missing } from './figure.mjs';
import { PARLEY, TARGET, TOP } from './place.mjs';

const execute = promisify(execFile);

export async function size() {
  const page = await readFile(join(TOP, 'ui/dist/index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
  let bytes = 0;
  for (const script of scripts) bytes += (await stat(join(TOP, 'ui/dist', script))).size;
  figure('13 script at the start', bytes / 1000, 'kB', '≤ 150');
  figure('17 the program', (await stat(PARLEY)).size / 1e6, 'MB', '≤ 15');
  const folder = join(TARGET, 'release/bundle/deb');
  const debs = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.deb'));
  if (debs.length === 0) missing('17 the Debian package', 'MB', '≤ 8', 'not built: make deb');
  else figure('17 the Debian package', (await stat(join(folder, debs.at(-1)))).size / 1e6, 'MB', '≤ 8');
}

/** Processor seconds of a command and all it starts. */
async function processor(command) {
  const { stdout } = await execute('bash', ['-c', `TIMEFORMAT='%U %S'; { time ${command} >/dev/null 2>&1; } 2>&1`], { cwd: TOP, maxBuffer: 1 << 20 });
  return stdout.trim().split(/\s+/).map(Number).reduce((sum, one) => sum + one, 0);
}

export async function tests() {
  const crates = '-p parley-model -p parley-protocols -p parley-archive -p parley-render';
  await processor(`cargo nextest run --locked ${crates}`);
  const warm = await processor(`cargo nextest run --locked ${crates}`);
  await processor(`cargo clean ${crates}`);
  const cold = await processor(`cargo nextest run --locked ${crates}`);
  figure('21 tests of the pure crates, all of them compiled anew', cold, 's', '≤ 90', { note: 'libraries of others kept' });
  figure('21 tests of the pure crates, nothing changed', warm, 's', '≤ 10');
}
