// Talking to an agent: typing, streaming, stopping, queueing, errors.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';
import { ENTER } from './harness/page.mjs';

inAWorld('an answer streams into the transcript while it is written', async (world) => {
  const { page, driver } = await world.start();
  await page.newConversation(world.workspace);
  // In the page: a slow driver would ask too rarely.
  await driver.run(`() => {
    const lengths = (window.lengths = new Set());
    const watcher = new MutationObserver(() => {
      if (document.querySelector('[data-testid="row-turn-end"]')) watcher.disconnect();
      else lengths.add(document.querySelector('[data-testid="row-text"]')?.textContent.length ?? 0);
    });
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  await page.say('long 6');

  const rows = await page.turnEnded('long 6');
  assert.equal(rows[0].text.includes('long 6'), true);
  const lengths = await driver.run('() => window.lengths.size');
  assert.ok(lengths >= 4, `the answer came in ${lengths} sizes, not bit by bit`);
  assert.match(await page.answer(), /A long answer of 6 parts/);
  assert.match(await page.answer(), /That was all of it\./);
});

inAWorld('Shift+Enter breaks the line, Enter sends, with real keys', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace);
  await page.click('composer-input');
  await world.display.type('write poem.txt with the text:');
  await world.display.key('shift+Return');
  await world.display.type('one');
  await world.display.key('shift+Return');
  await world.display.type('two');
  const typed = 'write poem.txt with the text:\none\ntwo';
  await until('the last key to arrive', async () => (await page.composed()) === typed);
  assert.equal(await page.count('row-user'), 0);

  await world.display.key('Return');
  await page.allow();
  await page.turnEnded('write poem.txt');
  assert.equal(await world.file('poem.txt'), 'one\ntwo');
  assert.equal(await page.composed(), '');
});

inAWorld('a long answer is stopped, and the conversation goes on', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('long');
  await until('some of the answer', async () => (await page.answer()).length > 200);
  await page.click('stop');
  const rows = await page.turnEnded('long');
  assert.match(rows.at(-1).text, /stop/i);

  await page.say('who are you?');
  await page.turnEnded('who are you?');
  assert.match(await page.answer(), /language model/i);
});

inAWorld('what is sent while the agent is busy waits, and is answered next', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('long 12');
  await until('some of the answer', async () => (await page.answer()).length > 100);
  await page.write('what did I say?');
  await page.driver.keys(ENTER);
  await page.reads('queue-item', /what did I say\?/);
  await until('an empty box', async () => (await page.composed()) === '');

  await page.turnEnded('what did I say?', { within: 90_000 });
  assert.match(await page.answer(), /long 12/);
  await page.gone('queue-item');
});

inAWorld('an error of the agent is shown as one, and the conversation goes on', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('error');
  const rows = await page.turnEnded('error');
  const errors = rows.filter((row) => row.kind === 'error');
  assert.equal(errors.length, 1, JSON.stringify(rows));
  assert.match(errors[0].text, /asked for and nothing is broken/);

  await page.say('hello');
  await page.turnEnded('hello');
});

inAWorld('thinking is a row of its own, folded', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('think');
  const rows = await page.turnEnded('think');
  assert.equal(rows.filter((row) => row.kind === 'thinking').length, 1, JSON.stringify(rows));
  assert.match(await page.answer(), /25 primes below one hundred/);
  const thinking = rows.find((row) => row.kind === 'thinking');
  assert.doesNotMatch(thinking.text, /97/, 'the end of the thinking is shown although it is folded');
});
