// Pictures of the replay page, to be looked at: `node scripts/shoot.js [name…]`.
// Wants `npm run build:replay` first, and Chromium (CHROMIUM, else /usr/bin/chromium).
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const root = new URL(
  process.env.REPLAY_DIST ? `file://${process.env.REPLAY_DIST}/` : '../dist-replay/',
  import.meta.url,
).pathname;
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

const openEntry = (place) => (page) =>
  page.getByTestId('ledger-entry').nth(place).getByRole('button').first().click();
const then = (first, second) => async (page) => {
  await first(page);
  await second(page);
};
/** A page about approvals, by the inbox and its tabs; the list may be a drawer. */
const openPage = (id) => async (page) => {
  const entry = page.getByTestId('entry-inbox');
  if (!(await entry.isVisible())) {
    await page.getByRole('button', { name: 'Show conversations' }).click();
  }
  await entry.click();
  if (id !== 'inbox') await page.getByTestId(`page-${id}`).click();
};

const openProviders = async (page) => {
  const settings = page.getByTestId('settings-open').first();
  if (!(await settings.isVisible())) {
    await page.getByRole('button', { name: 'Show conversations' }).click();
  }
  await settings.click();
  await page.getByTestId('open-providers').first().click();
  await page.getByTestId('provider-anthropic').waitFor();
};

const openEntryPage = (id) => async (page) => {
  const entry = page.getByTestId(id);
  if (!(await entry.isVisible())) {
    await page.getByRole('button', { name: 'Show conversations' }).click();
  }
  await entry.click();
};
const openOperations = (operation) => async (page) => {
  await page.getByTestId('open-operations').click();
  await page.getByTestId('nib-operation').waitFor();
  if (operation) await page.getByTestId('nib-operation').selectOption(operation);
  if (operation === 'continuity-index') {
    await page.getByTestId('nib-context').fill('Scene 1: Bo finds the letter.');
    await page.getByTestId('nib-schema').fill('{\n  "type": "object",\n  "properties": oops\n}');
  }
};
const openTerminal = async (page) => {
  await page.getByTestId('open-terminal').click();
  await page.getByTestId('terminal-screen').waitFor();
  await page.waitForTimeout(600);
};

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
  ['providers', 'conversation=0193-guide', { width: 1360, height: 1200 }, openProviders],
  ['providers-narrow', 'conversation=0193-guide', narrow, openProviders],
  ['key', 'conversation=0193-guide', wide, then(openProviders, open('key-add-anthropic'))],
  ['key-agents', 'conversation=0193-guide', wide, then(openProviders, open('key-agents'))],
  ['mode', '', wide, open('mode-picker')],
  ['deny', '', wide, open('deny-reason-open')],
  ['inbox', '', { width: 1360, height: 1900 }, open('entry-inbox')],
  ['inbox-narrow', '', narrow, openPage('inbox')],
  ['rules', '', wide, openPage('rules')],
  ['rules-form', '', wide, then(openPage('rules'), open('rule-new'))],
  ['ledger', '', wide, openPage('ledger')],
  ['ledger-open', '', wide, then(openPage('ledger'), openEntry(3))],
  ['ledger-narrow', '', narrow, openPage('ledger')],
  ['rule', '', wide, open('allow-by-rule')],
  ['deny-all', 'conversation=0193-ask', wide, open('deny-all')],
  ['long', 'conversation=0193-long', wide],
  ['list-many', 'list=many', wide],
  ['list-searching', 'list=many', wide, (page) => page.getByTestId('search').fill('cache')],
  ['list-nothing', '', wide, (page) => page.getByTestId('search').fill('zebra')],
  [
    'list-scrolled',
    'list=many',
    wide,
    (page) => page.getByTestId('conversation-tree').evaluate((e) => (e.scrollTop = 20000)),
  ],
  [
    'list-menu',
    '',
    wide,
    (page) => page.getByTestId('conversation-item').nth(1).click({ button: 'right' }),
  ],
  [
    'list-rename',
    '',
    wide,
    async (page) => {
      await page.getByTestId('conversation-tree').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('F2');
    },
  ],
  [
    'list-keyboard',
    '',
    wide,
    async (page) => {
      await page.getByTestId('search').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
    },
  ],
  ['tasks', '', wide, open('entry-tasks')],
  ['tasks-narrow', '', narrow, openEntryPage('entry-tasks')],
  ['tasks-panel', 'conversation=0193-login', wide, open('open-panel')],
  ['nib', 'conversation=0193-nib', { width: 1360, height: 1000 }, openOperations('')],
  ['nib-narrow', 'conversation=0193-nib', { width: 720, height: 1400 }, openOperations('')],
  [
    'nib-schema',
    'conversation=0193-nib',
    { width: 1360, height: 1000 },
    openOperations('continuity-index'),
  ],
  [
    'nib-talk',
    'conversation=0193-nib',
    { width: 1360, height: 1000 },
    openOperations('character-talk'),
  ],
  ['terminal', 'conversation=0193-nib', wide, openTerminal],
  ['terminal-narrow', 'conversation=0193-nib', narrow, openTerminal],
  ['safe', 'plain=0193-atlas', wide],
  ['safe-narrow', 'plain=0193-atlas', narrow],
  ['gone', 'gone=1&conversation=0193-login', wide],
  ['gone-narrow', 'gone=1&conversation=0193-login', narrow],
  ['closing', 'closing=2&tray=1', wide],
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
