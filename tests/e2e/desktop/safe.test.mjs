// A conversation during whose loading the window dies.
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const marks = async (world) => JSON.parse(await readFile(join(world.data, 'loading.json'), 'utf8').catch(() => '{}'));

/** Kills the web process whenever it is about to show this conversation, until that has happened twice. */
function killer(world, id) {
  let deaths = 0;
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    const now = await marks(world).catch(() => ({}));
    deaths = Math.max(deaths, now.deaths?.[id] ?? 0);
    if (deaths < 2 && Object.values(now.loading ?? {}).includes(id)) {
      for (const one of await world.processes()) {
        if (one.command.includes('WebKitWebProcess')) process.kill(one.pid, 'SIGKILL');
      }
    }
    busy = false;
  };
  const watcher = watch(world.data, () => void look());
  return { deaths: () => deaths, look, end: () => watcher.close() };
}

inAWorld('C73 a conversation the window died of twice opens as plain text at the third launch', async (world) => {
  const first = await world.start();
  await first.page.newConversation(world.workspace);
  await first.page.say('remember the heavy one');
  await first.page.turnEnded('the heavy one');
  const id = await (await first.page.see('conversation-item')).attribute('data-id');
  await first.closeWindows();
  await world.assertNobodyLeft();

  // Each launch loads it at once. The driver does not outlive the page, so it is not used.
  const kill = killer(world, id);
  try {
    for (let launch = 0; launch < 6 && kill.deaths() < 2; launch++) {
      const app = world.launch();
      await until('the death of its window, or that it was quick enough', async () => {
        await kill.look();
        // A page's process killed before it has told who it is takes WebKit, and so the app, with it.
        if (!app.running) return true;
        const now = await marks(world);
        const shown = !Object.values(now.loading ?? {}).includes(id);
        return kill.deaths() >= 2 || (shown && (await app.hasDrawn()));
      });
      await app.end('SIGKILL');
      await world.assertNobodyLeft();
    }
  } finally {
    kill.end();
  }
  assert.ok(kill.deaths() >= 2, 'it died of it twice');

  const { page, driver } = await world.start();
  await page.see('safe-view');
  assert.equal(await page.has('row-user'), false, 'nothing of it is rendered');
  const text = await until('its text', () => driver.run(`() => document.querySelector('[data-testid="safe-row"] pre')?.textContent`));
  assert.equal(text, 'remember the heavy one');
  assert.ok((await driver.run(`() => document.querySelectorAll('[data-testid="safe-view"] *').length`)) < 200);

  await page.click('safe-full');
  await page.see('composer-input');
  await until('the row', async () => (await page.rows()).some((row) => row.text.includes('the heavy one')));
  await until('the marks to be gone', async () => Object.keys((await marks(world)).deaths ?? {}).length === 0);
});
