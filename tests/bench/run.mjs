// All figures of the budgets, each beside its baseline in the same run:
//   node tests/bench/run.mjs [section…]
// Prints a table, writes target/bench/report.json, and fails only where a figure could not be taken.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { figures, missing, print } from './figure.mjs';
import { OUT } from './place.mjs';
import { archive } from './archive.mjs';
import { start, rest, ten } from './life.mjs';
import { size, tests } from './size.mjs';
import { stream, markdown } from './stream.mjs';
import { approvals, flood, four, latency, open } from './window.mjs';

/** Each with the rows of the budgets it measures, in their order. */
const sections = {
  stream: [stream, '1–3'],
  archive: [archive, '4 and 18'],
  flood: [flood, '5 and 6'],
  four: [four, '7–9'],
  markdown: [markdown, '10'],
  latency: [latency, '11'],
  open: [open, '12'],
  start: [start, '13'],
  rest: [rest, '14 and 16'],
  ten: [ten, '15 and 20'],
  size: [size, '13 and 17'],
  approvals: [approvals, '19'],
  tests: [tests, '21'],
};
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in sections));
if (unknown.length) {
  console.error(`no such part: ${unknown.join(', ')}; there are: ${Object.keys(sections).join(', ')}`);
  process.exit(64);
}

const load = () => loadavg().map((one) => one.toFixed(1)).join(' ');
const broken = [];
const began = performance.now();
await mkdir(OUT, { recursive: true });
console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}; load ${load()}`);
for (const [name, [section, rows]] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const from = performance.now();
  try {
    await section();
  } catch (error) {
    broken.push(name);
    missing(`${rows}: the rest of “${name}”`, '', 'measured', String(error.message).split('\n')[0]);
    console.log(`     ${error.stack ?? error}`);
  }
  console.log(`     (${name}: ${Math.round((performance.now() - from) / 1000)} s; load ${load()})`);
  await writeFile(join(OUT, 'report.json'), `${JSON.stringify(figures, null, 2)}\n`);
}

const byRow = [...figures].sort((a, b) => Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10));
await writeFile(join(OUT, 'report.json'), `${JSON.stringify(byRow, null, 2)}\n`);
console.log('\nAll of them, by the row of the budgets:');
for (const one of byRow) print(one);
const met = figures.filter((one) => one.pass).length;
console.log(
  `${met} of ${figures.length} goals met in ${Math.round((performance.now() - began) / 1000)} s${broken.length ? `; not measured whole: ${broken.join(', ')}` : ''}`,
);
process.exit(broken.length ? 1 : 0);
