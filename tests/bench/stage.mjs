// A window of the real app with the bench's own agent.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOP } from './place.mjs';
import { treeOf } from './machine.mjs';
import { World } from '../e2e/desktop/harness/world.mjs';
import { until } from '../e2e/desktop/harness/until.mjs';
import { ENTER } from '../e2e/desktop/harness/page.mjs';

/** A world whose app knows the bench's agent. `world.variables` are added to what the app is started with. */
async function stage(options = {}, variables = {}) {
  const world = await World.create({ width: 1400, height: 900, ...options });
  const usual = world.environment.bind(world);
  world.variables = variables;
  world.environment = () => ({ ...usual(), ...world.variables });
  world.notes = join(world.root, 'notes');
  await mkdir(world.data, { recursive: true });
  await chmod(world.data, 0o700);
  const agent = {
    id: 'bench', name: 'Bench', protocol: 'aionrs', command: process.execPath,
    args: [join(TOP, 'tests/bench/agent.mjs')],
    env: { BENCH_NOTES: world.notes }, settings: {}, origin: 'user',
  };
  await writeFile(join(world.data, 'profiles.json'), JSON.stringify([agent]), { mode: 0o600 });
  return world;
}

/** Runs with a world, and takes it down whatever happens. */
export async function withStage(options, variables, body) {
  const world = await stage(options, variables);
  try {
    return await body(world);
  } catch (error) {
    console.log(`     what it looked like: ${await world.keepEvidence('bench')}`);
    throw error;
  } finally {
    await world.end().catch((error) => console.error(`  (${error.message})`));
  }
}

/** A conversation with the bench's agent in the window the driver is at. */
export async function conversation(app, world) {
  if (!(await app.page.has('start-conversation'))) await app.page.click('new-conversation');
  const chosen = `() => document.querySelector('[data-profile="bench"] input').checked`;
  await until('the choice of the agent', async () => {
    await (await app.driver.find('[data-profile="bench"]')).click();
    return app.driver.run(chosen);
  });
  const folder = await app.page.see('folder-input');
  await folder.clear();
  await folder.type(world.workspace);
  if (!(await app.driver.run(chosen))) throw new Error('the agent is no longer the one that was chosen');
  await app.page.click('start-conversation');
  await app.page.gone('start-conversation');
  await app.page.see('composer-input');
}

export async function send(app, text) {
  await app.page.write(text);
  await app.driver.keys(ENTER);
}

/** Sends, and waits until the agent is at it. */
export async function begin(app, text) {
  await send(app, text);
  await until('the agent at work', async () => !['idle', undefined, null].includes(await activity(app)), {
    seen: () => activity(app),
  });
}

/** Waits until the agent of the window has begun to answer its last message. */
export function answering(app) {
  return until('an answer', () => app.driver.run(`() => {
    const rows = [...document.querySelectorAll('[data-testid^="row-"]')].map((row) => row.dataset.testid);
    return rows.lastIndexOf('row-text') > rows.lastIndexOf('row-user');
  }`), { within: 60_000 });
}

/** What the header says of the agent: `idle`, `streaming` … */
export function activity(app) {
  return app.driver.run(`() => document.querySelector('[data-testid="activity"]')?.dataset.activity ?? null`);
}

export function idle(app, within = 180_000) {
  return until('the end of the turn', async () => (await activity(app)) === 'idle', { within, seen: () => activity(app) });
}

/** The processes of the app: its own, those of its pages, all of the engine's, and those beside its agents. */
export async function processes(app) {
  const tree = await Promise.all(
    (await treeOf(app.pid)).map(async (pid) => ({ pid, name: (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() })),
  );
  const named = (start) => tree.filter(({ name }) => name.startsWith(start)).map(({ pid }) => pid);
  return { host: app.pid, pages: named('WebKitWebProc'), web: named('WebKit'), guardians: named('parley-guardian') };
}

/** When the second frame of the first window began, in milliseconds since 1970, of an app just started. */
export function drawn(app) {
  return new Promise((resolve, reject) => {
    let text = '';
    const late = setTimeout(() => reject(new Error(`nothing was drawn within 40 s; said: ${text}`)), 40_000);
    app.child.stdout.on('data', (piece) => {
      text += piece;
      const found = /perf: drawn (\d+)/.exec(text);
      if (!found) return;
      clearTimeout(late);
      resolve(Number(found[1]));
    });
    app.exited.then(() => reject(new Error('the app ended before it had drawn')), reject);
  });
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
