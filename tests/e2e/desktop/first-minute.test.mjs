// What a person meets first: the guide, one click away, and everything it can show.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

/** What must have been on the page at some time during the tour, by what draws it. */
const SIGHTS = {
  heading: '[data-testid="row-text"] h2',
  table: '[data-testid="row-text"] table td',
  'code with colours': '[data-testid="row-text"] pre code span[class]',
  mathematics: '[data-testid="row-text"] math',
  thinking: '[data-testid="row-thinking"]',
  picture: '[data-testid="row-tool"] img[src^="data:image/"]',
  error: '[data-testid="row-error"]',
};

inAWorld('the guide is one click away and shows everything', async (world) => {
  const { page, driver } = await world.start();
  await page.see('conversation-item');
  await page.click('try-guide');
  // In the page: what goes out of sight leaves it, perhaps before it is asked again.
  await driver.run(
    `(sights) => {
      const seen = (window.sights = new Set());
      const look = () => Object.keys(sights).forEach((name) => document.querySelector(sights[name]) && seen.add(name));
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    }`,
    SIGHTS,
  );
  await until('the suggestions', async () => {
    await (await page.all('suggestion')).at(-1).click();
    return true;
  });

  let allowed = 0;
  await until(
    'the end of the tour',
    async () => {
      if (await page.armed()) {
        await page.click('allow-once');
        allowed += 1;
      }
      return (await page.rows()).at(-1)?.kind === 'turn-end';
    },
    { within: 120_000, seen: () => page.rows() },
  );
  assert.ok(allowed >= 3, `${allowed} requests were allowed: a file, a change to it and a command need one each`);
  assert.deepEqual(await driver.run('() => [...window.sights].sort()'), Object.keys(SIGHTS).sort());
  await stat(join(world.data, 'playground', 'parley-tour.md'));
}, { fresh: true });

inAWorld('a mode that lets the agent edit unasked still asks for a command', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('hello');
  await page.turnEnded('hello');
  await page.click('mode-picker');
  await page.click('mode-auto_edit');
  await page.reads('mode-picker', /edits/i);

  await page.say('write unasked.txt with the text: quick');
  await page.turnEnded('write unasked.txt');
  assert.equal(await world.file('unasked.txt'), 'quick');

  await page.say('run touch asked.txt');
  await page.approval();
  assert.equal(await world.file('asked.txt'), undefined);
  await page.deny();
  await page.turnEnded('run touch asked.txt');
  assert.equal(await page.has('mode-banner'), false);

  // The mode that asks for nothing says so for as long as it lasts.
  await page.click('mode-picker');
  await page.click('mode-yolo');
  await page.see('mode-banner');
  await page.say('run touch yolo.txt');
  await page.turnEnded('run touch yolo.txt');
  assert.equal(await world.file('yolo.txt'), '');
  assert.equal(await page.has('mode-banner'), true);
});
