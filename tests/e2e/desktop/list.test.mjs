// The list of conversations, by keyboard and over a restart.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';

const titles = (driver) =>
  driver.run(`() => [...document.querySelectorAll('[data-testid="conversation-item"] .name')].map((one) => one.innerText)`);

async function talk(world, app, words) {
  await app.page.newConversation(world.workspace);
  await app.page.say(words);
  await app.page.turnEnded(words);
}

inAWorld('C67 viewing, renaming and pinning by keyboard, and viewing changes no order', async (world) => {
  const app = await world.start();
  const { page, driver } = app;
  await talk(world, app, 'remember the older');
  await talk(world, app, 'remember the younger');
  const before = await until('both titles', async () => {
    const all = await titles(driver);
    return all.length === 2 && all.every((one) => one.includes('remember')) && all;
  });
  assert.match(before[0], /younger/);
  const display = world.display;
  await driver.run(`() => document.querySelector('[data-testid="conversation-tree"]').focus()`);
  await display.key('End', 'Return');
  await until('the older one', async () => (await page.rows()).some((row) => row.text.includes('the older')));
  assert.deepEqual(await titles(driver), before);

  await display.key('F2');
  await page.see('rename-input');
  await display.type('Renamed by hand');
  await display.key('Return');
  await until('the new title', async () => (await titles(driver))[1] === 'Renamed by hand');
  await display.key('shift+F10');
  await page.see('conversation-menu');
  await display.key('Down', 'Return');
  await page.see('group-pinned');
  await until('it on top', async () => (await titles(driver))[0] === 'Renamed by hand');

  // A letter is a search; what is typed is all of it.
  await driver.run(`() => document.querySelector('[data-testid="conversation-tree"]').focus()`);
  await display.type('young');
  const typed = `() => document.querySelector('[data-testid="search"]').value`;
  await until('all that was typed', async () => (await driver.run(typed)) === 'young', { seen: () => driver.run(typed) });
  await until('the one that is searched', async () => (await titles(driver)).length === 1);
  await display.key('Escape');

  await driver.run(`() => document.querySelector('[data-testid="conversation-tree"]').focus()`);
  await display.key('End', 'Delete');
  await page.see('undo-bar');
  await until('one left', async () => (await titles(driver)).length === 1);
  await page.click('undo-delete');
  await until('both again', async () => (await titles(driver)).length === 2);
});

inAWorld('C68 draft, folds and page are there after settings and after a restart', async (world) => {
  const first = await world.start();
  await talk(world, first, 'remember the draft');
  await first.page.write('half a thought');
  await first.page.click('settings-open');
  await first.page.see('settings');
  await world.display.key('Escape');
  assert.equal(await first.page.composed(), 'half a thought');
  await first.page.click('group-workspace');
  await until('a folded group', async () => (await first.page.count('conversation-item')) === 0);
  await first.closeWindows();

  const { page } = await world.start();
  await page.see('composer-input');
  await until('the draft', async () => (await page.composed()) === 'half a thought', { seen: () => page.composed() });
  await page.see('group-workspace');
  assert.equal(await page.count('conversation-item'), 0, 'still folded');
  await page.click('group-workspace');
  await page.see('conversation-item');
});

inAWorld('a workspace whose folder is gone opens read-only and is located again', async (world) => {
  const first = await world.start();
  await talk(world, first, 'remember that it moves');
  await first.closeWindows();
  const moved = join(world.root, 'moved');
  await rename(world.workspace, moved);

  const { page } = await world.start();
  await page.see('workspace-gone');
  assert.equal(await page.has('composer-input'), false);
  await until('its rows', async () => (await page.rows()).some((row) => row.text.includes('that it moves')));
  const field = await page.see('locate-folder');
  await field.clear();
  await field.type(moved);
  await page.click('locate');
  await page.see('composer-input');
  await page.say('what did I say?');
  await page.turnEnded('what did I say?');
  assert.match(await page.answer(), /that it moves/);
});
