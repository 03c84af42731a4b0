// Nothing runs that the user did not allow, and no stray key or click allows it.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';
import { ENTER } from './harness/page.mjs';

inAWorld('a file is written after it was allowed, not before', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('write hello.txt with the text: hi from the guide');

  const card = await page.approval();
  const shown = await card.text();
  assert.match(shown, /hello\.txt/);
  assert.match(shown, /hi from the guide/, 'the arguments are shown whole');
  await until('the card to arm', () => page.armed());
  assert.equal(await world.file('hello.txt'), undefined);

  await page.allow();
  await page.turnEnded('write hello.txt');
  assert.equal(await world.file('hello.txt'), 'hi from the guide');
  assert.equal(await page.has('allow-once'), false);
});

inAWorld('an edit shows what changed', async (world) => {
  await world.put('notes.md', 'milk\nbread\neggs\n');
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('edit notes.md: replace bread with rye bread');
  await page.allow();
  await page.turnEnded('edit notes.md');
  assert.equal(await world.file('notes.md'), 'milk\nrye bread\neggs\n');
  await page.reads('row-tool', /notes\.md[\s\S]*rye bread/);
});

inAWorld('a denied command does not run, and the agent gets the reason', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('run touch ran.txt');
  await page.deny('not in this folder, please');
  await page.turnEnded('run touch ran.txt');
  // These are the agent's own words: it quotes what reached it.
  assert.match(await page.answer(), /You denied it: not in this folder, please/);
  assert.equal(await world.file('ran.txt'), undefined);
});

inAWorld('a denial without a reason is one click', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('run touch ran.txt');
  await page.deny();
  await page.turnEnded('run touch ran.txt');
  assert.match(await page.answer(), /You denied it/);
  assert.equal(await world.file('ran.txt'), undefined);
});

inAWorld('several requests are answered in any order', async (world) => {
  await world.put('a.txt', 'alpha');
  await world.put('b.txt', 'beta');
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('read a.txt and b.txt');
  await until('two cards', async () => (await page.count('approval-card')) === 2);
  const cards = await page.all('approval-card');
  const texts = await Promise.all(cards.map((card) => card.text()));
  assert.deepEqual(
    texts.map((text) => /[ab]\.txt/.exec(text)?.[0]).sort(),
    ['a.txt', 'b.txt'],
  );
  // Whichever card is armed, both get their answers: one allowed, one denied.
  await page.allow();
  await until('one card to be answered', async () => (await page.count('allow-once')) < 2);
  await page.deny();
  await page.turnEnded('read a.txt and b.txt');
  const answer = await page.answer();
  assert.match(answer, /You denied it/);
  assert.equal([/alpha/, /beta/].filter((word) => word.test(answer)).length, 1, answer);
});

inAWorld('a click that was on its way when the card appeared allows nothing', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  // Presses the button in the very frame in which it appears, and once more in the next.
  await page.driver.run(`() => {
    window.earlyClicks = 0;
    new MutationObserver((_, observer) => {
      const button = document.querySelector('[data-testid="allow-once"]');
      if (!button) return;
      observer.disconnect();
      const press = () => { window.earlyClicks += 1; button.click(); };
      press();
      requestAnimationFrame(press);
    }).observe(document.body, { childList: true, subtree: true });
  }`);
  await page.say('write early.txt with the text: too early');
  await page.approval();
  await until('the early clicks', () => page.driver.run('() => window.earlyClicks === 2'));
  await until('the card to arm', () => page.armed());
  assert.equal(await world.file('early.txt'), undefined);

  await page.allow();
  await page.turnEnded('write early.txt');
  assert.equal(await world.file('early.txt'), 'too early');
});

inAWorld('Enter and Space in the composer answer nothing as a request lands', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace);
  await page.say('write keys.txt with the text: by a key');
  // A person goes on typing: real keys, before the card is there and after it has armed.
  let armedFor = 0;
  await until('keys pressed before, while and after the card arms', async () => {
    await world.display.key('Return', 'space', 'Return');
    if (await page.armed()) armedFor += 1;
    return armedFor >= 3;
  });
  assert.equal(await page.count('allow-once'), 1);
  assert.equal(await world.file('keys.txt'), undefined);
  assert.equal(
    await page.driver.run(`() => document.activeElement?.dataset.testid`),
    'composer-input',
    'the card took the focus from the composer',
  );

  // Typed text stays in the composer, and what is sent there waits.
  await page.write('what did I say?');
  await until('the typed text', async () => /what did I say\?/.test(await page.composed()));
  await page.driver.keys(ENTER);
  await page.see('queue-item');
  assert.equal(await world.file('keys.txt'), undefined);

  await page.deny();
  await page.turnEnded('what did I say?');
  assert.equal(await world.file('keys.txt'), undefined);
});

inAWorld('stopping a turn takes its open request back', async (world) => {
  const { page } = await world.start();
  await page.newConversation(world.workspace);
  await page.say('write stopped.txt with the text: never');
  await page.approval();
  await page.click('stop');
  await page.turnEnded('write stopped.txt');
  await page.gone('allow-once');
  assert.equal(await world.file('stopped.txt'), undefined);
});
