// What one test has to itself: a home, a data folder, a workspace and a display.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App, PARLEY } from './app.mjs';
import { Display } from './display.mjs';
import { processesOf } from './processes.mjs';
import { until } from './until.mjs';

const ASKING_AGENT = fileURLToPath(new URL('asking-agent.mjs', import.meta.url));
const NIB_AGENT = fileURLToPath(new URL('nib-agent.sh', import.meta.url));
const EVIDENCE = fileURLToPath(new URL('../../../../target/test-reports/e2e/', import.meta.url));

export class World {
  /**
   * @param {{ width?: number, height?: number, root?: string, fresh?: boolean }} [options]
   * `root`: an empty folder, instead of a new one. `fresh`: Parley was never started here; else it
   * was, and left an archive without conversations, as most tests want it.
   */
  static async create({ root, fresh = false, ...screen } = {}) {
    const world = new World();
    world.root = root ?? (await mkdtemp(join(tmpdir(), 'parley-e2e-')));
    world.home = join(world.root, 'home');
    world.data = join(world.root, 'data');
    world.workspace = join(world.root, 'workspace');
    world.runtime = join(world.root, 'runtime');
    world.bin = join(world.root, 'bin');
    for (const folder of [world.home, world.workspace, world.runtime, world.bin]) await mkdir(folder);
    await chmod(world.runtime, 0o700);
    if (!fresh) {
      await mkdir(world.data, { mode: 0o700 });
      await writeFile(join(world.data, 'archive.db'), await emptyArchive(), { mode: 0o600 });
    }
    world.display = await Display.open(screen);
    world.apps = [];
    world.mayFail = /^$/;
    return world;
  }

  log(name) {
    return join(this.root, `${name}.log`);
  }

  /** Nothing of the caller's own environment but the search path reaches the app. */
  environment() {
    return {
      PATH: `${this.bin}:${process.env.PATH}`,
      LANG: 'C.UTF-8',
      // As from a terminal: the login shell of whoever runs the tests is not asked.
      TERM: 'xterm-256color',
      TZ: 'UTC',
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      XDG_DATA_HOME: join(this.home, '.local/share'),
      XDG_CACHE_HOME: join(this.home, '.cache'),
      XDG_STATE_HOME: join(this.home, '.local/state'),
      XDG_RUNTIME_DIR: this.runtime,
      DISPLAY: this.display.name,
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      // A desktop portal that cannot start delays GTK by 25 s: no bus, unless a test opens one without.
      DBUS_SESSION_BUS_ADDRESS: this.bus ?? 'disabled:',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    };
  }

  /** Starts the app; with the world's data folder, so a second start finds what the first left. */
  start(args, options) {
    return App.start(this, args, options);
  }

  /** The same with no driver: for windows that die. */
  launch(args) {
    return App.run(this, args);
  }

  /** A file of the workspace, or undefined. */
  file(name) {
    return readFile(join(this.workspace, name), 'utf8').catch(() => undefined);
  }

  put(name, text) {
    return writeFile(join(this.workspace, name), text);
  }

  /** Puts an agent on the search path that asks what a test tells it to; its profile is “aionrs”. */
  async addAskingAgent() {
    const program = join(this.bin, 'aionrs');
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${ASKING_AGENT}' "$@"\n`);
    await chmod(program, 0o755);
  }

  /** Puts a nib backend on the search path, with the script it plays for each operation. */
  async addNibAgent(scripts = {}) {
    const program = join(this.bin, 'nib-agent-claude');
    const folder = join(this.root, 'scripts');
    await mkdir(folder, { recursive: true });
    for (const [operation, steps] of Object.entries(scripts)) {
      await writeFile(join(folder, `${operation}.in`), steps.map((step) => JSON.stringify(step)).join('\n'));
    }
    const understudy = join(dirname(PARLEY), 'understudy');
    await writeFile(program, `#!/bin/sh\nUNDERSTUDY='${understudy}' SCRIPTS='${folder}' exec '${NIB_AGENT}' "$@"\n`);
    await chmod(program, 0o755);
  }

  /** Puts a program on the search path that plays these steps, once per start. */
  async addPlayedAgent(name, steps) {
    const program = join(this.bin, name);
    const script = join(this.root, `${name}.in`);
    await writeFile(script, steps.map((step) => JSON.stringify(step)).join('\n'));
    await writeFile(program, `#!/bin/sh\nexec '${join(dirname(PARLEY), 'understudy')}' play '${script}'\n`);
    await chmod(program, 0o755);
  }

  /** The last request the nib backend got. */
  async nibRequest() {
    return JSON.parse(await readFile(join(this.root, 'scripts', 'request.json'), 'utf8'));
  }

  /** What the asking agent asks for “ask NAME”. */
  willAsk(name, asks, { together = false } = {}) {
    return this.put(`${name}.json`, JSON.stringify({ together, asks }));
  }

  /** What the asking agent was answered: `call-1 allow`, `call-2 deny "why"`. */
  async answers() {
    return ((await this.file('answers.log')) ?? '').split('\n').filter(Boolean);
  }

  /** All processes that belong to this test, the app's own included. */
  processes() {
    return processesOf(this.root);
  }

  /** Asserts that nothing the app started is left. Web processes may need a moment to notice. */
  async assertNobodyLeft() {
    let left = [];
    await until('the last process to end', async () => (left = await this.processes()).length === 0, {
      within: 10_000,
      seen: () => left,
    });
  }

  /** What Parley's own log says went wrong: a line each. */
  async complaints() {
    const folder = join(this.data, 'logs');
    const names = await readdir(folder).catch(() => []);
    const logs = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return logs.join('').split('\n').filter((line) => / ERROR /.test(line));
  }

  /**
   * Asserts that nothing failed in a window which nobody caught: what was clicked then may have
   * done nothing, and a test that looks elsewhere does not notice. What a test brings about itself
   * it names in `mayFail`.
   */
  async assertNothingFailed() {
    const failed = (await this.complaints()).filter((line) => line.includes('something in a window failed'));
    assert.deepEqual(failed.filter((line) => !this.mayFail.test(line)), []);
  }

  /** Keeps what helps to understand a failure. */
  async keepEvidence(name) {
    const folder = join(EVIDENCE, name.replace(/[^a-z0-9]+/gi, '-').slice(0, 80));
    await mkdir(folder, { recursive: true });
    const keep = async (file, content) => {
      const bytes = await Promise.resolve(content()).catch(() => null);
      if (bytes) await writeFile(join(folder, file), bytes);
    };
    await keep('screen.png', () => this.display.picture());
    await keep('processes.json', async () => JSON.stringify(await this.processes(), null, 2));
    const app = this.apps.at(-1);
    if (app?.running && app.driver) await keep('page.html', () => app.driver.source());
    await copyFile(this.log('app'), join(folder, 'app.log')).catch(() => {});
    return folder;
  }

  async end() {
    for (const app of this.apps) await app.release();
    await this.desktop?.close();
    try {
      await this.assertNobodyLeft();
    } finally {
      for (const { pid } of await this.processes()) process.kill(pid, 'SIGKILL');
      await this.display.close();
      await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

let made;
/** An archive that Parley itself made, by taking in an export of nothing. */
async function emptyArchive() {
  if (made) return made;
  const folder = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  try {
    execFileSync(PARLEY, ['--data-dir', folder, 'import', '-'], {
      env: { PATH: process.env.PATH, HOME: folder },
      input: '{"parley":"export","version":1}\n',
      stdio: 'pipe',
    });
    made = await readFile(join(folder, 'archive.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return made;
}

/** How long the end of a world may take after a test's time is up, in milliseconds. */
const TIDYING = 60_000;

/** Rejects when a test's time is up: what it started must end with it, or its file never does. */
function upAfter(timeout) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`it was not done within ${timeout} ms`)), timeout).unref();
  });
}

// What a test waits for in vain may keep its file from ending, and all files after it from beginning.
after(() => {
  setTimeout(() => process.exit(), TIDYING).unref();
});

/**
 * A test in a world of its own. Whatever it did, no process of it may be left, and nothing may have
 * failed in a window but what `world.mayFail` names.
 * @param {string} name
 * @param {(world: World) => Promise<void>} body
 * @param {{ timeout?: number, fresh?: boolean }} [options] in milliseconds; `fresh`: as for a world
 */
export function inAWorld(name, body, { timeout = 240_000, fresh = false } = {}) {
  test(name, { timeout: timeout + TIDYING }, async () => {
    const world = await World.create({ fresh });
    try {
      await Promise.race([body(world), upAfter(timeout)]);
      await world.assertNothingFailed();
    } catch (error) {
      const folder = await world.keepEvidence(name);
      console.error(`evidence: ${folder.slice(folder.indexOf('target/'))}`);
      await world.end().catch((also) => console.error(String(also)));
      throw error;
    }
    await world.end();
  });
}

export { assert };
