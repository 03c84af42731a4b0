// What runs and waits in the background is seen over all conversations, and leads to its place.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

/** The tasks on the page: [{ kind, state, text }]. */
const tasks = (page) =>
  page.driver.run(`() => [...document.querySelectorAll('[data-testid="task"]')].map((one) => ({
    kind: one.dataset.kind, state: one.dataset.state, text: one.innerText,
  }))`);

inAWorld('an alarm counts down, fires and stays as history; the page leads to it', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace, /background tasks/i);
  await page.say('remind me in 12 seconds to stretch');
  await page.turnEnded('remind me');

  await page.click('entry-tasks');
  const set = await until('the alarm', async () => (await tasks(page)).find((one) => one.kind === 'alarm'));
  assert.equal(set.state, 'pending');
  assert.match(set.text, /stretch/);
  assert.match(set.text, /in \d+ s/, 'it counts down');
  await page.reads('entry-tasks', /1/);
  const first = Number(/in (\d+) s/.exec(set.text)[1]);
  await until('the countdown to go on', async () => {
    const now = (await tasks(page)).find((one) => one.kind === 'alarm');
    return now === undefined || Number(/in (\d+) s/.exec(now.text)?.[1] ?? 0) < first;
  });

  await page.click('tasks-past');
  const fired = await until('the alarm to fire', async () => (await tasks(page)).find((one) => one.state === 'fired'), {
    within: 40_000,
    seen: () => tasks(page),
  });
  assert.match(fired.text, /stretch/);
  // The agent's own turn that the alarm began is remembered too.
  await until('its own turn', async () => (await tasks(page)).some((one) => one.kind === 'ownTurn' && one.state === 'done'));

  await page.click('task');
  await page.see('composer-input');
  await page.gone('tasks-page');

  await page.click('open-panel');
  await page.see('tasks-panel');
  await page.see('tasks-empty');
});
