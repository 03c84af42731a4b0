// Pages of the kind users have today, in the same engine or in Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { until } from '../e2e/desktop/harness/until.mjs';
import { memoryOf, treeOf } from './machine.mjs';
import { TOP } from './place.mjs';
import { sleep, withStage } from './stage.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** Serves files on this machine: `find` gives the path for an address. `heard` is told of what it finds nothing for. */
async function serve(find, heard = () => {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const found = find(pathname);
    if (typeof found === 'object' && found) {
      response.writeHead(200, { 'content-type': found.type });
      return response.end(found.content);
    }
    const there = found && (await stat(found).catch(() => null))?.isFile();
    if (!there) {
      heard(pathname);
      return response.writeHead(404).end();
    }
    response.writeHead(200, { 'content-type': TYPES[extname(found)] ?? 'application/octet-stream' });
    createReadStream(found).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => (server.closeAllConnections(), server.close()) };
}

/**
 * Row 7's baseline: four panes that parse all of their Markdown for every update,
 * in a window of the same binary on the same engine. Frames a second while they grow from nothing.
 */
export async function reparse() {
  const files = { '/': 'tests/bench/reparse.html', '/marked.js': 'ui/node_modules/marked/lib/marked.umd.js' };
  const server = await serve((path) => files[path] && (path === '/' ? { type: 'text/html', content: html } : join(TOP, files[path])));
  const html = await readFile(join(TOP, files['/']), 'utf8');
  const prose = /const PROSE = `([^]*?)`;\n/.exec(await readFile(join(TOP, 'tests/bench/agent.mjs'), 'utf8'))[1].replaceAll('\\`', '`');
  try {
    return await withStage({ width: 1360, height: 860 }, { PARLEY_PERF: 'page', PARLEY_PERF_PAGE: `${server.address}/` }, async (world) => {
      const app = await world.start([], { ready: false });
      await until('the page', () => app.driver.run('() => typeof window.benchRun === "function" && typeof marked === "object"'));
      // The page is busy while it is measured: nothing is asked of it until it is through.
      const rate = async (seconds) => {
        await app.driver.run('(prose, seconds) => window.benchRun(prose, seconds)', prose, seconds);
        await sleep(seconds * 1000);
        return until('the end of the page’s work', () => app.driver.run('() => window.benchRate'), { within: 120_000, every: 500 });
      };
      return rate(12);
    });
  } finally {
    server.close();
  }
}

/** The window's page with a recording, as a server for Chromium; `drawn` is told when its second frame began. */
function uiServer(drawn = () => {}) {
  const folder = join(TOP, 'ui/dist-replay');
  const script = "requestAnimationFrame(() => requestAnimationFrame(() => void fetch(`drawn-${performance.timeOrigin + performance.now()}`)));";
  return serve(
    (path) => {
      if (path === '/bench-drawn.js') return { type: 'text/javascript', content: script };
      if (path === '/replay.html') return { type: 'text/html', content: replay };
      return join(folder, normalize(path));
    },
    (path) => {
      const at = /^\/drawn-([\d.]+)$/.exec(path)?.[1];
      if (at) drawn(Number(at));
    },
  );
}
let replay = '';

/** Opens Chromium as an app window; returns how to end it. */
async function chromium(world, address) {
  replay = (await readFile(join(TOP, 'ui/dist-replay/replay.html'), 'utf8')).replace('</body>', '<script src="bench-drawn.js" type="module"></script></body>');
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const flags = ['--no-sandbox', '--no-first-run', '--no-default-browser-check', '--disable-extensions', '--window-size=1180,800'];
  const browser = spawn(program, [`--app=${address}/replay.html`, `--user-data-dir=${join(world.root, 'chromium')}`, ...flags], {
    env: world.environment(),
    stdio: 'ignore',
  });
  const gone = once(browser, 'exit');
  return {
    pid: browser.pid,
    async end() {
      for (const pid of await treeOf(browser.pid)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It went with its parent.
        }
      }
      await gone;
    },
  };
}

/** Row 13's baseline. Calls `body` with a function that starts Chromium and says how long its second frame took. */
export async function chromiumStarts(world, body) {
  let told;
  const server = await uiServer((at) => told?.(at));
  try {
    return await body(async () => {
      const drawn = new Promise((resolve, reject) => {
        told = resolve;
        setTimeout(() => reject(new Error('Chromium drew nothing within 40 s')), 40_000).unref();
      });
      const began = Date.now();
      const browser = await chromium(world, server.address);
      try {
        return (await drawn) - began;
      } finally {
        await browser.end();
      }
    });
  } finally {
    server.close();
  }
}

/** Row 14's baseline: memory of Chromium as an app window on this very UI with a recording. */
export function chromiumMemory() {
  return withStage({}, {}, async (world) => {
    let shown;
    const drawn = new Promise((resolve) => (shown = resolve));
    const server = await uiServer(() => shown());
    const browser = await chromium(world, server.address);
    try {
      await Promise.race([drawn, sleep(40_000).then(() => Promise.reject(new Error('Chromium drew nothing within 40 s')))]);
      await sleep(6000);
      return await memoryOf(await treeOf(browser.pid));
    } finally {
      await browser.end();
      server.close();
    }
  });
}
