// Pictures of the replay page, to be looked at: `node scripts/shoot.js [name…]`.
// Wants `npm run build:replay` first, and Chromium (CHROMIUM, else /usr/bin/chromium).
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const root = new URL('../dist-replay/', import.meta.url).pathname;
const out = new URL('../shots/', import.meta.url).pathname;
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const server = createServer(async (request, response) => {
  const path = join(root, normalize(new URL(request.url, 'http://x').pathname));
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
  createReadStream(path).pipe(response);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}/replay.html`;

const wide = { width: 1360, height: 860 };
const narrow = { width: 720, height: 860 };
const armed = (page) =>
  page.waitForSelector('[data-testid=approval-card][data-phase=ready]', { timeout: 5000 });
const open = (testid) => (page) => page.getByTestId(testid).first().click();

/** name, query, size, what to do before the picture is taken */
const shots = [
  ['approval', '', wide, armed],
  ['approval-narrow', '', narrow, armed],
  ['rows-end', 'conversation=0193-login', wide],
  [
    'rows-start',
    'conversation=0193-login',
    wide,
    (page) => page.getByTestId('transcript').evaluate((element) => (element.scrollTop = 0)),
  ],
  [
    'rows-middle',
    'conversation=0193-login',
    wide,
    (page) => page.getByTestId('transcript').evaluate((element) => (element.scrollTop = 1000)),
  ],
  ['asks', 'conversation=0193-ask', wide],
  ['first', 'list=empty', wide],
  ['first-narrow', 'list=empty', narrow],
  ['guide', 'conversation=0193-guide', wide],
  ['unasked', 'conversation=0193-nib', wide],
  ['new', '', wide, open('new-conversation')],
  ['settings', '', wide, open('settings-open')],
  ['mode', '', wide, open('mode-picker')],
  ['deny', '', wide, open('deny-reason-open')],
  ['long', 'conversation=0193-long', wide],
  ['window', 'conversation=0193-login&window=conversation', { width: 860, height: 760 }],
  [
    'drawer',
    '',
    narrow,
    (page) => page.getByRole('button', { name: 'Show conversations' }).click(),
  ],
];

await mkdir(out, { recursive: true });
const wanted = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let failed = false;
for (const theme of ['light', 'dark']) {
  for (const [name, query, size, act] of shots) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage({
      viewport: size,
      locale: process.env.SHOOT_LOCALE ?? 'en-GB',
    });
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`${name}: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      failed = true;
      console.error(`${name}: ${error.stack}`);
    });
    await page.goto(`${base}?theme=${theme}&${query}`);
    await page.waitForTimeout(500);
    try {
      await act?.(page);
    } catch (error) {
      failed = true;
      console.error(`${name}: ${error.message}`);
    }
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(out, `${name}-${theme}.png`) });
    await page.close();
  }
}
await browser.close();
server.close();
process.exitCode = failed ? 1 : 0;
