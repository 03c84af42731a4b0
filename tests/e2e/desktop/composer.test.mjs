// The message box in the real window: files, drafts, names of files, long texts.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { assert, inAWorld } from './harness/world.mjs';
import { ENTER } from './harness/page.mjs';
import { until } from './harness/until.mjs';

const OFFER = fileURLToPath(new URL('harness/offer.py', import.meta.url));

/** The names on the chips. */
const chips = (page) =>
  page.driver.run(`() => [...document.querySelectorAll('[data-testid="draft-file"] .name')].map((name) => name.textContent)`);

const shows = (page, names) =>
  until(`the files ${names}`, async () => JSON.stringify(await chips(page)) === JSON.stringify(names), { seen: () => chips(page) });

/** A text in the clipboard's or a drag's own form, as a file. */
async function offered(world, name, content) {
  const path = join(world.root, name);
  await writeFile(path, content);
  return path;
}

/** Another application that holds the clipboard until it is ended. */
async function copied(world, ...kinds) {
  const holder = spawn('python3', [OFFER, 'clipboard', ...kinds], {
    env: { PATH: process.env.PATH, DISPLAY: world.display.name },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return () => holder.kill();
}

/** Drags files over the message box and drops them there, as a file manager does. */
async function dropped(app, list) {
  const [window] = await app.windows();
  const { x, y } = await app.page.place('composer-input');
  await app.world.display.tool('python3', OFFER, 'drop', String(window), String(Math.round(x)), String(Math.round(y)), 'text/uri-list', list);
}

/** The last file out by keyboard, from the empty box; these are left. */
async function out(page, left) {
  await page.click('composer-input');
  await page.app.world.display.key('BackSpace');
  await page.app.world.display.key('Delete');
  await shows(page, left);
}

/** A picture of so many random pixels a side, which can't be packed. */
function png(side) {
  const rows = Buffer.concat(Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), randomBytes(side * 3)])));
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 0 })), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

inAWorld('C68 a draft with its file is there after a visit to the settings and after a restart', async (world) => {
  await world.put('notes.txt', 'hello');
  let app = await world.start();
  let { page } = app;
  await page.newConversation(world.workspace);
  await page.write('half a thought');
  const list = await offered(world, 'list', `${pathToFileURL(join(world.workspace, 'notes.txt'))}\r\n`);
  const forget = await copied(world, 'text/uri-list', list);
  await world.display.key('ctrl+v');
  await shows(page, ['notes.txt']);
  forget();
  await page.click('settings-open');
  await page.click('open-providers');
  await page.gone('composer-input');
  await page.click('page-close');
  await until('the draft', async () => (await page.composed()) === 'half a thought');
  await shows(page, ['notes.txt']);
  await app.closeWindows();

  app = await world.start();
  page = app.page;
  await until('the draft', async () => (await page.composed()) === 'half a thought');
  await shows(page, ['notes.txt']);
  await page.click('composer-input');
  await page.driver.keys(ENTER);
  await page.turnEnded('half a thought');
  await shows(page, []);
  const [mine] = (await page.rows()).filter((row) => row.kind === 'user');
  assert.match(mine.text, /notes\.txt/);
  await app.closeWindows();
});

inAWorld('C87 5 MB are pasted within 200 ms, become a file, and a large picture does not hold the window up', async (world) => {
  const app = await world.start();
  const { page, driver } = app;
  await page.newConversation(world.workspace);
  await page.click('composer-input');
  // The desktop's own clipboard would measure the test: the page is handed the text.
  const paste = () => driver.run(`() => {
    const text = 'a line of a long log file\\n'.repeat(200_000);
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const box = document.querySelector('[data-testid="composer-input"]');
    window.pasted = null;
    const begun = performance.now();
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    requestAnimationFrame(() => setTimeout(() => (window.pasted = performance.now() - begun), 0));
  }`);
  let took = Infinity;
  const names = [];
  // A machine that is busy with something else gets a second and a third try.
  while (took >= 200 && names.length < 3) {
    await paste();
    names.push('Pasted text');
    await shows(page, names);
    took = await until('a frame after the paste', () => driver.run('() => window.pasted'));
  }
  console.log(`a paste of 5.2 MB: ${took.toFixed(0)} ms to the next frame`);
  assert.ok(took < 200, `${took} ms`);
  assert.equal(await page.composed(), '');

  const picture = await offered(world, 'clip.png', png(200));
  const forget = await copied(world, 'image/png', picture);
  await world.display.key('ctrl+v');
  await shows(page, [...names, 'Pasted picture']);
  forget();
  const shown = await until('its small picture', () => driver.run(`() => document.querySelector('[data-testid="draft-file"] img')?.src`));
  assert.match(shown, /^data:image\/png;base64,/);

  // 12 MB of picture, dropped as a file: the window draws on while it is made small.
  const large = await offered(world, 'large.png', png(2000));
  const list = await offered(world, 'list', `${pathToFileURL(large)}\r\n`);
  let longest = Infinity;
  for (let tries = 0; longest >= 200 && tries < 3; tries++) {
    if (tries > 0) await out(page, [...names, 'Pasted picture']);
    await driver.run(`() => {
      window.longest = 0;
      let last = performance.now();
      const frame = (now) => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(frame); };
      requestAnimationFrame(frame);
    }`);
    await dropped(app, list);
    await shows(page, [...names, 'Pasted picture', 'large.png']);
    await until('its small picture', () => driver.run(`() => document.querySelectorAll('[data-testid="draft-file"] img').length === 2`));
    longest = await driver.run('() => window.longest');
  }
  console.log(`a picture of 12 MB: the longest frame took ${longest.toFixed(0)} ms`);
  assert.ok(longest < 200, `${longest} ms`);
  assert.ok((await driver.run(`() => document.body.innerHTML.length`)) < 1_000_000, 'the picture itself is not in the page');

  await out(page, [...names, 'Pasted picture']);
  await app.closeWindows();
});

inAWorld('F094 what is dropped on the window is attached, or refused with its reason', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace);
  await world.put('notes.txt', 'hello');
  const pipe = join(world.workspace, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await mkdir(join(world.workspace, 'folder'));
  const all = ['notes.txt', 'pipe', 'folder'].map((name) => pathToFileURL(join(world.workspace, name)));
  const list = await offered(world, 'list', [...all, 'file:///dev/zero', ''].join('\r\n'));
  await dropped(app, list);
  await shows(page, ['notes.txt']);
  const said = await until('the reasons', async () => {
    const found = await page.all('not-attached');
    return found.length === 3 && Promise.all(found.map((one) => one.text()));
  });
  assert.match(said[0], /“pipe” is a pipe/);
  assert.match(said[1], /“folder” is a folder/);
  assert.match(said[2], /“zero” is a device/);
  await page.click('name-path');
  await until('the path', async () => (await page.composed()) === `${join(world.workspace, 'folder')} `);
  await app.closeWindows();
});

inAWorld('a file of the folder is named by @, a command chosen by /', async (world) => {
  await world.put('shopping.md', '- milk');
  await world.put('.gitignore', 'secret*');
  await world.put('secret-shopping.md', '- no');
  const app = await world.start();
  const { page, driver } = app;
  await page.newConversation(world.workspace);
  await page.write('read @shop');
  // One letter less may have offered more.
  const options = () => driver.run(`() => [...document.querySelectorAll('[role=option]')].map((one) => one.innerText.trim())`);
  await until('the file alone', async () => JSON.stringify(await options()) === '["shopping.md"]', { seen: options });
  await world.display.key('Return');
  await until('its name', async () => (await page.composed()) === 'read shopping.md ');
  await driver.keys(ENTER);
  await page.allow();
  await page.turnEnded('read shopping.md');
  // What was said comes back by an arrow key.
  await world.display.key('Up');
  await until('the message', async () => (await page.composed()) === 'read shopping.md');
  await (await page.see('composer-input')).clear();
  await page.write('/rest');
  await until('the command', async () => (await driver.findAll('[role=option]')).length === 1);
  await world.display.key('Return');
  await until('an empty box', async () => (await page.composed()) === '');
  assert.equal(await page.count('row-user'), 1);
  await app.closeWindows();
});
