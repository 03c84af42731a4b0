// All figures of the budgets, each beside its baseline in the same run:
//   node tests/bench/run.mjs [section…]
// Prints a table, writes target/bench/report.json, and fails only where a figure could not be taken.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { figures } from './figure.mjs';
import { PARLEY, TARGET } from './place.mjs';

process.env.PARLEY_BINARY ??= PARLEY;
const { stream, markdown, archive } = await import('./stream.mjs');
const { flood, four, latency, open, approvals } = await import('./window.mjs');
const { start, rest, ten } = await import('./life.mjs');
const { size, tests } = await import('./size.mjs');

const sections = { stream, markdown, archive, flood, four, latency, open, approvals, start, rest, ten, size, tests };
const asked = process.argv.slice(2);
const broken = [];
await mkdir(join(TARGET, 'bench'), { recursive: true });
console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`);
for (const [name, section] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const began = performance.now();
  try {
    await section();
  } catch (error) {
    broken.push(name);
    console.log(`     ${name} could not be measured: ${error.stack ?? error}`);
  }
  console.log(`     (${name}: ${Math.round((performance.now() - began) / 1000)} s)`);
  await writeFile(join(TARGET, 'bench/report.json'), `${JSON.stringify(figures, null, 2)}\n`);
}
const met = figures.filter((one) => one.pass).length;
console.log(`${met} of ${figures.length} goals met${broken.length ? `; not measured: ${broken.join(', ')}` : ''}`);
process.exit(broken.length ? 1 : 0);
