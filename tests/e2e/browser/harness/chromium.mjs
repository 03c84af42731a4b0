// Chromium on the pages that are never shipped, made the same on every machine: time stands still,
// the letters are those of DejaVu, nothing moves.
// Wants `npm run build:replay` in ui/ first, and Chromium (CHROMIUM, else /usr/bin/chromium).
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const UI = fileURLToPath(new URL('../../../../ui/', import.meta.url));
const ROOT = process.env.REPLAY_DIST ?? join(UI, 'dist-replay');
export const fromUi = createRequire(join(UI, 'package.json'));
const { chromium } = fromUi('playwright-core');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** A moment at which everything is looked at. */
const NOW = Date.UTC(2026, 2, 14, 15, 9, 26);

/** Added to the sheet, so that the letters are there from the first frame. */
const LETTERS = Buffer.from(":root { --font: 'DejaVu Sans'; --mono: 'DejaVu Sans Mono'; }");

async function serve() {
  const server = createServer(async (request, response) => {
    const path = join(ROOT, normalize(new URL(request.url, 'http://x').pathname));
    const found = await readFile(path).catch(() => null);
    // A browser asks for an icon, which these pages have not.
    if (found === null) return response.writeHead(path.endsWith('favicon.ico') ? 204 : 404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(path.endsWith('.css') ? Buffer.concat([found, LETTERS]) : found);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A browser and the server of its pages. `open` shows one, `close` ends both. */
export async function launch({ locale = 'en-GB' } = {}) {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
      ...['--force-color-profile=srgb', '--disable-font-subpixel-positioning', '--hide-scrollbars'],
    ],
  });
  const base = `http://127.0.0.1:${server.address().port}`;

  /** A page of the window's pages; `path` e.g. `gallery.html?theme=dark`. Throws what the page threw at its end.
   * `prepare` is called before anything is loaded. */
  async function open(path, { width = 1180, height = 800, prepare } = {}) {
    const context = await browser.newContext({
      ...{ viewport: { width, height }, locale, timezoneId: 'UTC', reducedMotion: 'reduce' },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(180_000);
    const fetching = new Set();
    underWay.set(page, fetching);
    page.on('request', (request) => fetching.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => fetching.delete(request));
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.stack));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.addInitScript((now) => {
      const Real = Date;
      globalThis.Date = class extends Real {
        constructor(...values) {
          if (values.length === 0) super(now);
          else super(...values);
        }
        static now() {
          return now;
        }
      };
    }, NOW);
    await prepare?.(page);
    await page.goto(`${base}/${path}`);
    return {
      page,
      async close() {
        await context.close();
        if (faults.length > 0) throw new Error([...new Set(faults)].slice(0, 3).join('\n'));
      },
    };
  }

  return {
    open,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** What pages are fetching: on a loaded machine a part may be long on its way while the page does not change. */
const underWay = new WeakMap();

/** Lets what an act set off come to rest: for a while the page has not changed, and nothing is fetched. */
export async function settle(page) {
  do await quiet(page);
  while (underWay.get(page).size > 0);
}

async function quiet(page) {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const rested = () => {
          watcher.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        };
        let timer = setTimeout(rested, 150);
        const again = () => {
          clearTimeout(timer);
          timer = setTimeout(rested, 150);
        };
        const watcher = new MutationObserver(again);
        watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        new PerformanceObserver(again).observe({ type: 'resource' });
      }),
  );
}

/** All of the gallery is in sight at once, so that nothing of it depends on where it is scrolled. */
const TALL = { width: 800, height: 24_000 };

/** The gallery, when all of it is there. */
export async function openGallery(browser, { theme, text = 100, split = false, width = TALL.width }) {
  const shown = await browser.open(`gallery.html?theme=${theme}&text=${text}${split ? '&split' : ''}`, { ...TALL, width });
  await shown.page.waitForSelector('[data-section=process] h2');
  // Requests arm once they are seen; one is never told that it was.
  await shown.page.waitForFunction(
    () => document.querySelectorAll('[data-testid=approval-card]:not([data-phase=armed], [data-phase=ready])').length === 1,
  );
  await settle(shown.page);
  return shown;
}

/** A page of the window on a recording, as `views.mjs` lists it. */
export async function openView(browser, view, { theme, size }) {
  const shown = await browser.open(`replay.html?theme=${theme}&speed=0&${view.query}`, size);
  // Whatever is shown has a heading, and says what it is.
  await shown.page.waitForSelector('main :is(h1, h2)');
  await settle(shown.page);
  await view.act?.(shown.page);
  await settle(shown.page);
  return shown;
}
