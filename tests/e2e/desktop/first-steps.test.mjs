// The first start: a conversation with the guide is ready, and three steps that can each be skipped.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const outcomes = (page) =>
  page.driver.run(`() => [...document.querySelectorAll('[data-step]')].map((step) => [
    step.dataset.step, step.dataset.outcome, step.querySelector('.head').getAttribute('aria-expanded') === 'true',
  ])`);

const stands = (page, wanted) =>
  until(`the steps to stand as ${JSON.stringify(wanted)}`, async () => JSON.stringify(await outcomes(page)) === JSON.stringify(wanted), {
    seen: () => outcomes(page),
  });

/** A start of Parley on a machine that has never seen it. */
const FRESH = { fresh: true };

const listed = (page) =>
  page.driver.run(`() => [...document.querySelectorAll('[data-testid="conversation-item"] .name')].map((one) => one.innerText)`);

const lists = (page, wanted) =>
  until(`the list ${JSON.stringify(wanted)}`, async () => JSON.stringify(await listed(page)) === JSON.stringify(wanted), {
    seen: () => listed(page),
  });

/** Whether an agent runs. */
const agents = async (world) => (await world.processes()).filter(({ command }) => command.includes('understudy'));

inAWorld('a conversation with the guide is ready at the first start, and is made once', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.see('first-steps');
  await lists(page, ['Meet the guide']);
  assert.deepEqual(await agents(world), [], 'no agent runs before somebody turns to it');
  await until('the folder to play in', async () => /playground$/.test(await (await page.see('guide-folder')).property('value')));
  await app.closeWindows();

  // Nothing was begun: the next start is as the first.
  const second = await world.start();
  await second.page.see('first-steps');
  await lists(second.page, ['Meet the guide']);
  await second.page.click('try-guide');
  await second.page.see('suggestion');
  await lists(second.page, ['Meet the guide']);
  await until('the cursor in the message box', () => second.driver.run(`() => document.activeElement?.dataset.testid === 'composer-input'`));
  await second.page.say('read README.md');
  await second.page.allow();
  await second.page.turnEnded('read README.md');
  await until('what the file says', async () => (await second.page.rows()).some((row) => row.text.includes('Playground')), {
    seen: () => second.page.rows(),
  });
  await lists(second.page, ['Meet the guide']);
  await second.driver.run(`() => document.querySelector('[data-testid="conversation-tree"]').focus()`);
  await world.display.key('End', 'Delete');
  await second.page.see('undo-bar');
  await lists(second.page, []);
  await second.closeWindows();

  const third = await world.start();
  await third.page.see('first-start');
  await lists(third.page, []);
}, FRESH);

inAWorld('what is ready at the first start speaks the language that was chosen', async (world) => {
  await mkdir(world.data, { mode: 0o700 });
  await writeFile(join(world.data, 'settings.json'), JSON.stringify({ language: 'de' }));
  const { page } = await world.start();
  await page.see('first-steps');
  await lists(page, ['Den Guide kennenlernen']);
}, FRESH);

inAWorld('a fresh start offers three steps, each can be skipped, and none comes back', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.see('first-steps');
  await stands(page, [['guide', 'open', true], ['agents', 'open', false], ['asking', 'open', false]]);
  // Said plainly, and nothing is in the way of the rest of the window.
  const plain = await (await page.see('first-plain')).text();
  assert.match(plain, /No account/);
  assert.match(plain, /telemetry/);
  assert.match(plain, /connects to nothing/);
  await page.click('entry-tasks');
  await page.see('tasks-page');
  await page.click('page-close');

  await page.see('first-steps');
  await page.click('step-skip');
  await stands(page, [['guide', 'skipped', false], ['agents', 'open', true], ['asking', 'open', false]]);
  // What is found is what the page of agents says.
  const found = async () => Promise.all((await page.all('agent-found')).map((one) => one.text()));
  await until('the guide to be ready', async () => (await found()).some((text) => /Guide/.test(text) && /ready/.test(text)), { seen: found });
  await page.click('step-skip');
  await stands(page, [['guide', 'skipped', false], ['agents', 'skipped', false], ['asking', 'open', true]]);
  await page.click('step-skip');
  await page.gone('first-steps');
  await page.see('first-start');
  await app.closeWindows();

  const again = await world.start();
  await again.page.see('first-start');
  assert.equal(await again.page.has('first-steps'), false, 'it was skipped');
  // It can be called again.
  await world.display.key('ctrl+k');
  await (await again.page.see('palette-input')).type('first steps');
  await world.display.key('Return');
  await again.page.see('first-steps-page');
  await stands(again.page, [['guide', 'skipped', true], ['agents', 'skipped', false], ['asking', 'skipped', false]]);
}, FRESH);

inAWorld('the guide is tried in another folder; what is left of the steps can be taken later', async (world) => {
  const app = await world.start();
  const { page } = app;
  const folder = await page.see('guide-folder');
  await until('the folder to play in', async () => /playground$/.test(await folder.property('value')));
  await folder.clear();
  await folder.type(world.workspace);
  await page.click('try-guide');
  await page.see('composer-input');
  await until('one more conversation', async () => (await listed(page)).length === 2, { seen: () => listed(page) });
  await page.say('write here.txt with the text: yes');
  await page.allow();
  await page.turnEnded('write here.txt');
  assert.equal(await world.file('here.txt'), 'yes');
  await app.closeWindows();

  const again = await world.start();
  await again.page.see('composer-input');
  assert.equal(await again.page.has('first-steps'), false, 'it asks for nothing');
  await world.display.key('ctrl+k');
  await (await again.page.see('palette-input')).type('first steps');
  await world.display.key('Return');
  await stands(again.page, [['guide', 'done', false], ['agents', 'open', true], ['asking', 'open', false]]);
  await again.page.click('step-next');
  await stands(again.page, [['guide', 'done', false], ['agents', 'done', false], ['asking', 'open', true]]);
  await again.page.click('step-next');
  await again.page.gone('first-steps-page');
  await again.page.see('composer-input');
}, FRESH);

inAWorld('agents, tasks and manuscripts are reached from the side, by pointer and keyboard', async (world) => {
  const { page } = await world.start();
  await page.click('entry-agents');
  await page.see('agents-page');
  await until('its entry to be marked', async () => (await (await page.see('entry-agents')).attribute('aria-current')) === 'page');
  await world.display.key('Down');
  await world.display.key('Return');
  await page.see('nib-page');
  await world.display.key('Up', 'Up');
  await world.display.key('Return');
  await page.see('tasks-page');
});
