// A window whose archive does not open, and settings that were damaged.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Page } from './harness/page.mjs';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

/** Starts the app where its archive does not open. */
async function startInTrouble(world) {
  const app = await world.start([], { ready: false });
  await until('the window', async () => (await app.windows()).length > 0);
  app.page = new Page(app.driver, app);
  await app.page.see('archive-trouble');
  return app;
}

const textOf = (driver, id) => driver.run(`(id) => document.querySelector('[data-testid="' + id + '"]')?.textContent.trim()`, id);
const codeOf = (driver) => driver.run(`() => document.querySelector('[data-testid="archive-trouble"]')?.dataset.code`);
const rowSays = (page, words) => until(`“${words}” in the conversation`, async () => (await page.rows()).some((row) => row.text.includes(words)));

/** A conversation that is kept, and no app. */
async function haveAConversation(world, words) {
  const { page, closeWindows } = await world.start().then((app) => ({ page: app.page, closeWindows: () => app.closeWindows() }));
  await page.newConversation(world.workspace);
  await page.say(words);
  await page.turnEnded(words);
  await closeWindows();
  await world.assertNobodyLeft();
}

inAWorld('F115 C59 a damaged archive is told, left alone, repaired in the window, and its conversation is there again', async (world) => {
  await haveAConversation(world, 'remember the lighthouse');
  const path = join(world.data, 'archive.db');
  // The first page of the table of tables.
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(400, 0xa5), 0, 400, 100);
  await file.close();
  const damaged = await readFile(path);

  const { page, driver } = await startInTrouble(world);
  assert.equal(await codeOf(driver), 'archive.damaged');
  assert.equal(await until('the path', () => textOf(driver, 'archive-path')), path);
  await page.click('archive-retry');
  await until('that it was tried', async () => (await textOf(driver, 'archive-told')) === 'It still can’t be opened.');
  assert.deepEqual(await readFile(path), damaged, 'nothing was changed');

  await page.click('archive-repair');
  await page.reads('repair-report', /^Saved: 1 conversation with \d+ events\./);
  const kept = await until('where the old one is', () => textOf(driver, 'old-archive'));
  assert.deepEqual(await readFile(join(kept, 'archive.db')), damaged, 'the old one is kept as it was');

  await page.click('archive-go');
  await page.ready();
  await page.click('conversation-item');
  await rowSays(page, 'remember the lighthouse');
  await page.say('and the harbour');
  await page.turnEnded('and the harbour');
});

inAWorld('C59 an archive that is in use is told, and opens in the same window once it is free', async (world) => {
  await haveAConversation(world, 'remember the mill');
  const before = await stat(join(world.data, 'archive.db'));
  const holder = spawn('flock', ['--no-fork', join(world.data, 'archive.lock'), 'sh', '-c', 'echo held; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(holder.stdout, 'data');
    const { page, driver } = await startInTrouble(world);
    assert.equal(await codeOf(driver), 'archive.locked');
    assert.equal(await page.has('archive-repair'), false, 'there is nothing to repair');
    await page.click('archive-retry');
    await until('that it was tried', async () => (await textOf(driver, 'archive-told')) === 'It still can’t be opened.');
    const after = await stat(join(world.data, 'archive.db'));
    assert.deepEqual([after.size, after.mtimeMs], [before.size, before.mtimeMs]);

    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    // The lock goes with the last process that has it.
    await until('the archive to open', async () => {
      if (await page.has('archive-retry')) await page.click('archive-retry').catch(() => {});
      return (await page.has('conversation-item')) || undefined;
    });
    await page.click('conversation-item');
    await rowSays(page, 'remember the mill');
  } finally {
    holder.kill('SIGKILL');
  }
});

inAWorld('F120 settings that were damaged are put aside, the last good ones used, and it is told', async (world) => {
  await mkdir(world.data, { recursive: true, mode: 0o700 });
  await writeFile(join(world.data, 'settings.json.last-good'), '{ "theme": "dark" }\n');
  await writeFile(join(world.data, 'settings.json'), '{ "theme": "da');
  const { page, driver } = await world.start();
  const told = await until('what is told', () => driver.run(`() => document.querySelector('[data-testid="problem"][data-code="settings"]')?.textContent.trim()`));
  assert.match(told, /settings\.json was damaged\. The last good copy of it is used\./);
  await until('the dark theme', () => driver.run(`() => document.documentElement.dataset.theme === 'dark'`));

  // F111: somebody else writes into it while Parley runs.
  await copyFile(join(world.data, 'settings.json'), join(world.data, 'settings.json.mine'));
  await writeFile(join(world.data, 'settings.json'), '{ "theme": "light", "mine": true }\n');
  await page.click('settings-open');
  await page.click('open-settings');
  await page.click('section-storage');
  await page.choose('setting-trafficDays', '2');
  await until('that it is told', async () => {
    const all = await driver.run(`() => [...document.querySelectorAll('[data-testid="problem"][data-code="settings"]')].map((one) => one.textContent)`);
    return all.some((one) => one.includes('Another program changed'));
  });
  const saved = JSON.parse(await readFile(join(world.data, 'settings.json'), 'utf8'));
  assert.deepEqual([saved.theme, saved.trafficDays, saved.mine], ['dark', 30, undefined]);
});
