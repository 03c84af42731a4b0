// `make soak`: an hour of four agents in the real window, compressed. Each gives a sign of
// life every second and once a minute a burst and 100 kB of output; the window turns from
// one to the other, reads up, shows pages, is hidden and shown. Afterwards memory must lie
// within 10 % of where it was after the start, and everything said must be in the archive.
// SOAK_MINUTES: how long that hour takes (8).
import { spawn } from 'node:child_process';
import { access, chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PARLEY } from '../e2e/desktop/harness/app.mjs';
import { ENTER } from '../e2e/desktop/harness/page.mjs';
import { until } from '../e2e/desktop/harness/until.mjs';
import { World } from '../e2e/desktop/harness/world.mjs';
import { agents, missing, SHIFTS } from './agents.mjs';
import { judge, table, WITHIN } from './verdict.mjs';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 8);
/** How often is looked, in milliseconds: what a process comes back to lasts no longer than until the next words. */
const SAMPLE = 1000;
/** What the user does next, in milliseconds. */
const STEP = 2500;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const MB = 1e6;

if (!(MINUTES > 0)) throw new Error('SOAK_MINUTES is a number of minutes');
const four = agents((MINUTES * 60_000) / 60);
const hour = four.reduce((sum, agent) => sum + agent.events, 0);
const binary = await stat(PARLEY);
const kind = PARLEY.includes('/release/') ? 'a release build' : 'a debug build';
console.log(`An hour of four agents, ${hour.toLocaleString('en')} lines of theirs, in ${MINUTES} minutes.`);
console.log(`The app: ${PARLEY.replace(process.cwd(), '.')}, ${kind} of ${binary.mtime.toISOString().slice(0, 16)}.`);

const world = await World.create({ width: 1400, height: 900 });
let wrong;
try {
  await hire(world);
  wrong = await soak(world);
} catch (error) {
  await world.keepEvidence('soak');
  throw error;
} finally {
  await world.end();
}
if (wrong.length > 0) {
  console.error(`\nNot as it should be:\n${wrong.map((one) => `  ${one}`).join('\n')}`);
  process.exitCode = 1;
} else console.log('\nNothing grew, nothing is missing.');

/** Four profiles, each with a script of its own. */
async function hire({ root, data }) {
  await mkdir(data, { recursive: true });
  await chmod(data, 0o700);
  const understudy = join(dirname(PARLEY), 'understudy');
  await access(understudy);
  const profiles = [];
  for (const { id, name, protocol, script } of four) {
    const file = join(root, `${id}.script`);
    await writeFile(file, script);
    profiles.push({ id, name, protocol, command: understudy, args: ['play', file], env: {}, settings: {}, origin: 'user' });
  }
  await writeFile(join(data, 'profiles.json'), JSON.stringify(profiles), { mode: 0o600 });
}

async function soak(world) {
  const app = await world.start();
  for (const { name } of four) {
    await app.page.newConversation(world.workspace, new RegExp(name));
    await app.page.gone('start-conversation');
  }
  const [window] = await app.windows();
  const began = Date.now();
  const sent = four.map(() => 0);
  const samples = [];
  let hidden = false;
  const count = () => app.driver.run('() => document.getElementsByTagName("*").length');
  let nodes = await count();
  let over = false;
  const sampling = (async () => {
    for (; !over; await sleep(SAMPLE)) {
      const at = Date.now() - began;
      samples.push({ at, ...(await look(world, app)), nodes });
      if (process.env.SOAK_LOUD && samples.length % 40 === 0) console.log(JSON.stringify(samples.at(-1)), String(sent), hidden);
    }
  })();
  // What went wrong in it is told where it is waited for.
  sampling.catch(() => {});
  // Hidden for a twentieth of the hour each time, while all go on.
  const pauses = [0.3, 0.5, 0.7, 0.9].map((share) => share * MINUTES * 60_000);
  for (let step = 0; sent.some((count) => count < SHIFTS) || (await busy(app)) > 0; step++) {
    if (Date.now() - began > (3 * MINUTES + 2) * 60_000) throw new Error(`the agents are not through: ${sent}`);
    if (pauses.length > 0 && Date.now() - began > pauses[0]) {
      pauses.shift();
      await world.display.xdotool('windowunmap', String(window));
      hidden = true;
      await sleep(MINUTES * 3000);
      await world.display.xdotool('windowmap', '--sync', String(window));
      await app.focus(0);
      hidden = false;
    }
    await use(app, step, sent);
    nodes = await count();
    await sleep(STEP);
  }
  over = true;
  await sampling;
  const seconds = (Date.now() - began) / 1000;
  // A last look at rest, which is shown and not held against anything.
  await sleep(5000);
  const after = await look(world, app);
  await app.end('SIGTERM');
  const own = (of) => ({ of: `${of}, own`, by: 'lowest', within: WITHIN });
  const judged = judge(samples, {
    'app, MB of its own': own('app'),
    'page, MB of its own': own('page'),
    'all, MB of their own': own('all'),
    'all, the same at its highest': { of: 'all, own', by: 'highest', most: 2 },
    'all, MB PSS': { of: 'all, pss', by: 'middle' },
    'app, descriptors': { of: 'descriptors', by: 'middle', within: WITHIN },
    'app, threads': { of: 'threads', by: 'middle', within: WITHIN },
    'page, threads': { of: 'page threads', by: 'middle' },
    'page, nodes': { of: 'nodes', by: 'middle' },
  });
  console.log(`\nIn ${Math.round(seconds)} s, ${samples.length} samples; each column a ninth of the time, the first three are the start. Memory is what a process comes back to in it.\n`);
  console.log(table(judged));
  console.log(`\nFive seconds after the last word: the app has ${after['app, own'].toFixed(0)} MB of its own, the page ${after['page, own'].toFixed(0)} MB.`);
  return [...judged.wrong, ...(await lost(world))];
}

/** One thing a user does: turns to the next conversation, gives work to who is idle, looks around. */
async function use(app, step, sent) {
  const n = step % four.length;
  await app.page.turnTo(four[n].name);
  await until('the conversation', () => app.page.has('composer-input'));
  if (sent[n] < SHIFTS && !(await working(app))) {
    await app.page.write(`work of ${n + 1}, shift ${sent[n] + 1}`);
    await app.driver.keys(ENTER);
    sent[n]++;
    return;
  }
  if (step % 7 === 3) {
    // Reads up a little, and comes back to the end.
    await app.driver.run(`() => { document.querySelector('[data-testid="transcript"]')?.scrollTo(0, 0); }`);
    await sleep(400);
    if (await app.page.has('to-end')) await app.page.click('to-end');
  }
  if (step % 11 === 5 && (await app.page.has('entry-tasks'))) {
    await app.page.click('entry-tasks');
    await sleep(600);
  }
}

/** Whether the agent of the conversation on screen has something to do. */
async function working(app) {
  const activity = await app.driver.run(`() => document.querySelector('[data-testid="activity"]')?.dataset.activity`);
  return !['idle', 'asleep', undefined, null].includes(activity);
}

/** How many conversations of the list are at work. */
function busy(app) {
  return app.driver.run(`() => document.querySelectorAll('[data-testid="conversation-item"]:is([data-state="running"], [data-state="starting"], [data-state="stopping"])').length`);
}

async function look(world, app) {
  const all = await world.processes();
  const page = all.find(({ command }) => command.includes('WebKitWebProcess'))?.pid;
  const web = all.filter(({ command }) => command.includes('WebKit') && !command.includes('WebKitWebDriver')).map(({ pid }) => pid);
  const [host, shown, ...rest] = await Promise.all([app.pid, page, ...web].map(memory));
  const count = async (path) => (await readdir(path).catch(() => [])).length;
  const sum = (what) => host[what] + rest.reduce((total, one) => total + one[what], 0);
  return {
    'app, own': host.own / MB,
    'page, own': shown.own / MB,
    'all, own': sum('own') / MB,
    'all, pss': sum('pss') / MB,
    descriptors: await count(`/proc/${app.pid}/fd`),
    threads: await count(`/proc/${app.pid}/task`),
    'page threads': await count(`/proc/${page}/task`),
  };
}

/**
 * What a process has in memory, in bytes. `own` is what it has asked for; of `pss` a part are
 * pages of libraries, which count less when another program on the machine uses them too.
 */
async function memory(pid) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const bytes = (name) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { own: bytes('Anonymous'), pss: bytes('Pss') };
}

/** What was said and is not in the archive. */
async function lost(world) {
  const reader = spawn(join(dirname(PARLEY), 'examples/soak-items'), [world.data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const items = new Map(four.map(({ id }) => [id, []]));
  let bytes = 0;
  for await (const line of createInterface({ input: reader.stdout })) {
    const item = JSON.parse(line);
    bytes += item.bytes ?? Buffer.byteLength(item.text);
    items.get(item.profile).push(item);
  }
  const rows = [...items.values()].reduce((sum, one) => sum + one.length, 0);
  console.log(`In the archive: ${rows.toLocaleString('en')} rows, ${(bytes / MB).toFixed(0)} MB of text.`);
  const log = await readFile(world.log('app'), 'utf8').catch(() => '');
  const complaints = [...log.split('\n').filter((line) => /\bpanicked\b/.test(line)), ...(await world.complaints())];
  return [
    ...four.flatMap((agent) => missing(agent, items.get(agent.id)).map((what) => `${agent.name}: ${what}`)),
    ...complaints.slice(0, 3).map((line) => `the app's log: ${line.slice(0, 200)}`),
  ];
}
