// Pages of the kind users have today, in the same engine or in Chromium.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../e2e/desktop/harness/until.mjs';
import { WebDriver } from '../e2e/desktop/harness/webdriver.mjs';
import { memoryOf, treeOf } from './machine.mjs';
import * as page from './in-page.mjs';
import { TOP } from './place.mjs';
import { sleep, withStage } from './stage.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** Serves files: a map of addresses to paths, or a folder. */
async function serve(find) {
  const server = createServer(async (request, response) => {
    const path = find(new URL(request.url, 'http://x').pathname);
    const there = path && (await stat(path).catch(() => null))?.isFile();
    if (!there) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Row 7's baseline: four panes that parse all of their Markdown for every update, in WebKitGTK's own browser. */
export function reparse() {
  return withStage({ width: 1360, height: 860 }, {}, async (world) => {
    const files = { '/': 'tests/bench/reparse.html', '/marked.js': 'ui/node_modules/marked/lib/marked.umd.js' };
    const server = await serve((path) => files[path] && join(TOP, files[path]));
    const prose = /const PROSE = `([^]*?)`;/.exec(await readFile(join(TOP, 'tests/bench/agent.mjs'), 'utf8'))[1].replaceAll('\\`', '`');
    const port = 20_000 + (process.pid % 20_000);
    const driverProcess = spawn('WebKitWebDriver', [`--port=${port}`], { env: world.environment(), stdio: 'ignore' });
    try {
      const driver = await until('a browser', () => WebDriver.connect(`http://127.0.0.1:${port}`));
      await driver.command('POST', 'url', { url: `${server.address}/` });
      const rate = async (kilobytes) => {
        await driver.run('(prose, kilobytes) => window.benchPrefill(prose, kilobytes)', prose, kilobytes);
        await driver.run('() => window.benchStream(1000, 14)');
        await sleep(3000);
        await driver.run(page.watchFrames);
        await sleep(10_000);
        const intervals = await driver.run(page.frameIntervals);
        return intervals.length / 10;
      };
      const early = await rate(8);
      const late = await rate(500);
      await driver.end().catch(() => {});
      return { early, late };
    } finally {
      driverProcess.kill('SIGKILL');
      server.close();
    }
  });
}

/** Row 14's baseline: Chromium as an app window on this very UI with a recording. */
export function chromium() {
  return withStage({}, {}, async (world) => {
    const folder = join(TOP, 'ui/dist-replay');
    await promisify(execFile)('npm', ['--prefix', join(TOP, 'ui'), 'run', 'build:replay']);
    const server = await serve((path) => join(folder, normalize(path)));
    const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
    const browser = spawn(
      program,
      [`--app=${server.address}/replay.html`, '--no-sandbox', '--no-first-run', '--disable-extensions', `--user-data-dir=${join(world.root, 'chromium')}`, '--window-size=1180,800'],
      { env: world.environment(), stdio: 'ignore' },
    );
    try {
      await until('its window', async () => (await world.display.xdotool('search', '--onlyvisible', '--name', '.').catch(() => '')) !== '');
      await sleep(6000);
      return await memoryOf(await treeOf(browser.pid));
    } finally {
      for (const pid of await treeOf(browser.pid)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It went with its parent.
        }
      }
      server.close();
    }
  });
}
