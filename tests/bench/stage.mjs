// A window of the real app with the bench's own agent.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { World } from '../e2e/desktop/harness/world.mjs';
import { until } from '../e2e/desktop/harness/until.mjs';
import { ENTER } from '../e2e/desktop/harness/page.mjs';
import { TOP } from './place.mjs';

/** A world whose app knows the bench's agent, with more variables for the app. */
export async function stage(options = {}, variables = {}) {
  const world = await World.create({ width: 1400, height: 900, ...options });
  const usual = world.environment.bind(world);
  world.environment = () => ({ ...usual(), ...variables });
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
  } finally {
    await world.end().catch((error) => console.error(`  (${error.message})`));
  }
}

/** A conversation with the bench's agent in the window the driver is at. */
export async function conversation(app, world) {
  await app.page.newConversation(world.workspace, /bench/i);
}

export async function send(app, text) {
  await app.page.write(text);
  await app.driver.keys(ENTER);
}

/** Waits until the agent of the window has begun to answer. */
export function answering(app) {
  return until('an answer', async () => (await app.page.count('row-text')) > 0, { within: 60_000 });
}

export async function running(app) {
  return app.driver.run(`() => document.querySelector('[data-testid="activity"]')?.dataset.activity`);
}

export function idle(app, within = 180_000) {
  return until('the end of the turn', async () => (await running(app)) === 'idle', { within, seen: () => running(app) });
}

/** The processes of the app: its own, and those of its pages. */
export async function processes(world, app) {
  const all = await world.processes();
  return {
    host: app.pid,
    pages: all.filter(({ command }) => command.includes('WebKitWebProcess')).map(({ pid }) => pid),
    web: all.filter(({ command }) => command.includes('WebKit')).map(({ pid }) => pid),
  };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
