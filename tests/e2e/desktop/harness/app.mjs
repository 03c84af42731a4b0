// One run of the real binary, watched by a WebDriver from outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { until } from './until.mjs';
import { WebDriver } from './webdriver.mjs';
import { Page } from './page.mjs';

export const PARLEY = process.env.PARLEY_BINARY ?? fileURLToPath(new URL('../../../../target/debug/parley', import.meta.url));

export class App {
  /**
   * @param {import('./world.mjs').World} world @param {string[]} args further arguments
   * @param {{ ready?: boolean }} [options] `ready: false`: do not wait for Parley's own page
   */
  static async start(world, args = [], { ready = true } = {}) {
    const [inspector, port] = await freePorts(2);
    const app = App.run(world, args, { TAURI_WEBVIEW_AUTOMATION: 'true', WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${inspector}` });
    app.driverProcess = spawn('WebKitWebDriver', [`--port=${port}`, `--target=127.0.0.1:${inspector}`], {
      env: { PATH: process.env.PATH, HOME: '/nonexistent', LANG: 'C.UTF-8' },
      stdio: 'ignore',
    });
    await app.attach(`http://127.0.0.1:${port}`, ready);
    return app;
  }

  /** Runs it with nobody watching from inside. */
  static run(world, args = [], environment = {}) {
    const log = createWriteStream(world.log('app'), { flags: 'a' });
    const child = spawn(PARLEY, ['--data-dir', world.data, ...args], {
      cwd: world.home,
      env: { ...world.environment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    const app = new App(world, child);
    world.apps.push(app);
    return app;
  }

  constructor(world, child) {
    this.world = world;
    this.child = child;
    this.pid = child.pid;
    /** Resolves to { code, signal } when the process is gone. */
    this.exited = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    this.exited.catch(() => {});
  }

  async attach(server, ready) {
    const gone = this.exited.then((how) => {
      throw Object.assign(new Error(`the app ended at its start: ${JSON.stringify(how)}`), { final: true });
    });
    // The driver waits long for an inspector that is not there yet, and for one that never comes.
    this.driver = await until('a session with the window', () => Promise.race([WebDriver.connect(server), gone]));
    gone.catch(() => {});
    if (!ready) return;
    await until('the window', async () => (await this.windows()).length > 0);
    await this.focus(0);
    this.page = new Page(this.driver, this);
    await this.page.ready();
  }

  get running() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Whether one of its windows shows more than a few colours. */
  async hasDrawn() {
    const [window] = await this.windows();
    return window !== undefined && (await this.world.display.colours(window)) > 8;
  }

  /** The X windows of the app. */
  windows() {
    return this.world.display.windows(this.pid);
  }

  /** Gives one of the app's windows the keyboard. */
  async focus(index) {
    // A window that is just being named is missing from the list for a moment.
    const window = await until('the window to focus', async () => (await this.windows())[index]);
    await this.world.display.focus(window);
  }

  /** Does what asks for a file, and names this one in the desktop's dialog. */
  async nameFile(asking, path) {
    const known = new Set(await this.windows());
    await asking();
    const dialog = await until('the file dialog', async () => (await this.windows()).find((one) => !known.has(one)));
    await this.world.display.focus(dialog);
    // Its line for a path may not be there yet, so it is asked for again until the answer is taken.
    await until('the dialog to take the path', async () => {
      for (const key of ['ctrl+l', 'ctrl+a']) await this.world.display.key(key);
      await this.world.display.type(path);
      await this.world.display.key('Return');
      const gone = async () => !(await this.windows()).includes(dialog);
      return until('its end', gone, { within: 3_000 }).catch(() => false);
    });
    await this.focus(0);
  }

  /** A page for a window that is not yet known to the test. */
  async nextPage() {
    const known = new Set([await this.driver.handle()]);
    const handle = await until('a second window', async () => (await this.driver.handles()).find((one) => !known.has(one)));
    await this.driver.switchTo(handle);
    await this.page.ready();
    return handle;
  }

  /** Asks all windows to close, as their close buttons do, and returns how the process ended. */
  async closeWindows() {
    for (const window of await this.windows()) await this.world.display.askToClose(window);
    return this.ended();
  }

  /** Sends a signal and returns how the process ended. */
  async end(signal) {
    if (this.running) this.child.kill(signal);
    return this.ended();
  }

  async ended() {
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error('the app did not end within 20 s')), 20_000).unref();
    });
    const how = await Promise.race([this.exited, late]);
    await this.release();
    return how;
  }

  /** Lets go of the driver; whatever is left of the app is killed. */
  async release() {
    if (this.running) {
      this.child.kill('SIGKILL');
      await this.exited;
    }
    const driver = this.driverProcess;
    if (driver && driver.exitCode === null && driver.signalCode === null) {
      const ended = once(driver, 'exit');
      driver.kill('SIGKILL');
      await ended;
    }
  }
}

/** Ports that are free now; asked for together, so that they differ. */
async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
