// Rows 13 (script), 17 and 21: what is shipped, and what the core's tests cost.
import { execFile } from 'node:child_process';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figure, missing } from './figure.mjs';
import { OUT, PARLEY, TARGET, TOP } from './place.mjs';

const execute = promisify(execFile);

export async function size() {
  const page = await readFile(join(TOP, 'ui/dist/index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
  let bytes = 0;
  for (const script of scripts) bytes += (await stat(join(TOP, 'ui/dist', script))).size;
  figure('13 script on the way to the start', bytes / 1000, 'kB', '≤ 150');
  figure('17 the program', (await stat(PARLEY)).size / 1e6, 'MB', '≤ 15', { note: 'with the baselines in it' });
  const folder = join(TARGET, 'release/bundle/deb');
  const all = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.deb'));
  const debs = await Promise.all(all.map(async (name) => ({ name, ...(await stat(join(folder, name))) })));
  const newest = debs.sort((a, b) => b.mtimeMs - a.mtimeMs)[0];
  if (!newest) missing('17 the Debian package', 'MB', '≤ 8', 'not built yet: make deb');
  else {
    figure('17 the Debian package', newest.size / 1e6, 'MB', '≤ 8', { note: `${newest.name}, built ${newest.mtime.toISOString().slice(0, 16)}` });
  }
}

/** Processor seconds of a command and all it starts; what it says is its error's text where it fails. */
async function processor(command, environment) {
  const { stderr } = await execute('bash', ['-c', `TIMEFORMAT='%U %S'; time ${command}`], {
    cwd: TOP, maxBuffer: 1 << 26, env: { ...process.env, ...environment },
  });
  return stderr.trim().split('\n').at(-1).split(' ').map(Number).reduce((sum, one) => sum + one, 0);
}

/** Row 21: in a target folder of its own, so that from nothing is from nothing. */
export async function tests() {
  const crates = ['model', 'protocols', 'render', 'archive'];
  const command = `cargo nextest run --locked ${crates.map((crate) => `-p parley-${crate}`).join(' ')}`;
  const folder = join(OUT, 'tests');
  const environment = { CARGO_TARGET_DIR: folder };
  await rm(folder, { recursive: true, force: true });
  try {
    const cold = await processor(command, environment);
    const warm = await processor(command, environment);
    const note = crates.join(', ');
    figure('21 the core’s tests without Tauri, all built from nothing', cold, 's', '≤ 90', { note });
    figure('21 the same with nothing changed', warm, 's', '≤ 10', { note });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
