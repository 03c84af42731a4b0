// Real keys and a real pointer against requests: none of them allows by accident.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const command = (text, more = {}) => ({ name: 'Bash', category: 'exec', args: { command: text }, ...more });

/** Opens the app with a conversation of the asking agent, and has it ask. */
async function asking(world, asks, options) {
  await world.addAskingAgent();
  await world.willAsk('them', asks, options);
  const app = await world.start();
  await app.page.newConversation(world.workspace, /aionrs/i);
  await app.page.say('ask them');
  return app;
}

/** What the first card asks; undefined where there is none. */
const asked = (page) =>
  page.driver.run(`() => document.querySelector('[data-testid="approval-command"]')?.textContent`);

const focused = (page) => page.driver.run('() => document.activeElement?.dataset.testid');

inAWorld('F065 a real click right after the card appeared does nothing, one after it armed allows', async (world) => {
  // More than one: on a slow machine the pointer may come when a card has armed, and allows it then.
  const count = 6;
  const { page, driver } = await asking(world, Array.from({ length: count }, (_, i) => command(`echo ${i}`)));
  await page.approval();
  await driver.run(`() => {
    window.presses = [];
    document.addEventListener('click', (event) => {
      const button = event.target.closest('[data-testid="allow-once"]');
      if (button) window.presses.push(button.getAttribute('aria-disabled') !== 'true' && !button.disabled);
    }, true);
  }`);
  const presses = (more) => until('the press', async () => {
    const all = await driver.run('() => window.presses');
    return all.length === more && all;
  });
  let early = 0;
  for (let n = 0; n < count; n++) {
    await until(`request ${n}`, async () => (await asked(page)) === `echo ${n}`);
    // As early as a real pointer can be.
    await page.press('allow-once');
    const armed = (await presses(n + early + 1)).at(-1);
    if (armed) continue;
    early += 1;
    assert.equal((await world.answers()).length, n);
    await until('the card to arm', () => page.armed());
    assert.equal((await world.answers()).length, n);
    await page.press('allow-once');
    await presses(n + early + 1);
  }
  assert.ok(early > 0, 'no click came early enough to show anything');
  await page.turnEnded('ask them');
  assert.deepEqual(await world.answers(), Array.from({ length: count }, (_, i) => `call-${i + 1} allow`));
});

inAWorld('F066 a hundred requests land under a clicking pointer and typing fingers: none is allowed', async (world) => {
  const rounds = 100;
  const asks = Array.from({ length: rounds }, (_, i) => command(`echo ${i}`));
  const { page } = await asking(world, asks);
  await page.approval();
  const { x, y } = await page.place('allow-once');
  for (let round = 0; round < rounds; round++) {
    await until(`request ${round}`, async () => (await asked(page)) === `echo ${round}`);
    if (round % 2) await page.driver.run(`() => document.querySelector('[data-testid="composer-input"]').focus()`);
    // The pointer rests where Allow is, and presses; Enter, Space and “y” go wherever the focus is.
    await world.display.xdotool(
      ...['mousemove', String(Math.round(x)), String(Math.round(y)), 'click', '1'],
      ...['key', '--delay', '5', 'Return', 'space', 'Return', 'y', 'BackSpace', 'BackSpace'],
      ...['click', '1'],
    );
    await page.click('deny');
  }
  // The message itself has long been out of the page.
  await page.see('row-turn-end');
  const answers = await world.answers();
  assert.deepEqual(
    answers.map((line) => line.split(' ')[1]),
    Array.from({ length: rounds }, () => 'deny'),
    'a stray press allowed something',
  );
}, { timeout: 600_000 });

inAWorld('F067 the second click of a double click does not reach the next request', async (world) => {
  const { page } = await asking(world, [command('echo one'), command('echo two')]);
  await page.approval();
  await until('the card to arm', () => page.armed());
  const { x, y } = await page.place('allow-once');
  await world.display.xdotool('mousemove', '--sync', String(Math.round(x)), String(Math.round(y)), 'click', '--repeat', '6', '--delay', '60', '1');
  await until('the second request', async () => (await asked(page)) === 'echo two');
  assert.deepEqual(await world.answers(), ['call-1 allow']);
  // It arms by itself, and then takes a click of its own.
  await until('the second card to arm', () => page.armed());
  assert.deepEqual(await world.answers(), ['call-1 allow']);
  await page.press('allow-once');
  await page.turnEnded('ask them');
  assert.deepEqual(await world.answers(), ['call-1 allow', 'call-2 allow']);
});

inAWorld('C50 what is typed as a request lands stays in the composer and answers nothing', async (world) => {
  const { page } = await asking(world, [command('echo one')]);
  await until('the message to be out', async () => (await page.composed()) === '');
  // As the card comes, while it arms and after: letters, digits, Space.
  let armedFor = 0;
  await until('keys typed before, while and after the card arms', async () => {
    await world.display.type('1 y ');
    if (await page.armed()) armedFor += 1;
    return armedFor >= 2;
  });
  await until('the last key', async () => /^(1 y )+$/.test(await page.composed()), { seen: () => page.composed() });
  assert.equal(await focused(page), 'composer-input');
  assert.deepEqual(await world.answers(), []);
  await page.deny();
  await page.turnEnded('ask them');
  assert.match(await page.composed(), /^(1 y )+$/, 'what was typed is still there');
});

inAWorld('C50 the click that brings the window to the front allows nothing', async (world) => {
  const app = await asking(world, [command('echo one')]);
  const { page } = app;
  await page.approval();
  await until('the card to arm', () => page.armed());
  await world.display.focusAnother();
  await until('the window to have lost the keyboard', () => page.driver.run('() => !document.hasFocus()'));
  await page.press('allow-once');
  await app.focus(0);
  await until('the window to have the keyboard', () => page.driver.run('() => document.hasFocus()'));
  assert.deepEqual(await world.answers(), []);
  // It arms anew, and only then takes a click.
  await until('the card to arm again', () => page.armed());
  assert.deepEqual(await world.answers(), []);
  await page.press('allow-once');
  await page.turnEnded('ask them');
  assert.deepEqual(await world.answers(), ['call-1 allow']);
});

inAWorld('C51 three requests are answered by keys alone, and the focus comes back', async (world) => {
  const { page } = await asking(world, [command('echo one'), command('echo two'), command('echo three')]);
  const { display } = world;
  await page.approval();
  assert.equal(await focused(page), 'composer-input');

  await until('the first card to arm', () => page.armed());
  await display.key('ctrl+Return');
  await until('the second request', async () => (await asked(page)) === 'echo two');
  await until('the focus to be back', async () => (await focused(page)) === 'composer-input');

  await display.key('ctrl+shift+Return');
  await until('the card to have the focus', async () => (await focused(page)) === 'deny');
  await display.key('Return');
  await until('the third request', async () => (await asked(page)) === 'echo three');
  await until('the focus to be back', async () => (await focused(page)) === 'composer-input');

  await display.key('ctrl+shift+Return');
  await until('the card to have the focus', async () => (await focused(page)) === 'deny');
  await display.key('shift+Tab');
  await until('the button before', async () => (await focused(page)) === 'deny-reason-open');
  await display.key('space');
  await until('the box for the reason', async () => (await focused(page)) === 'deny-reason-text');
  await display.type('not');
  await display.key('Return');
  await display.type('now');
  await display.key('ctrl+Return');
  await page.turnEnded('ask them');
  assert.deepEqual(await world.answers(), ['call-1 allow', 'call-2 deny "The user refused this call."', 'call-3 deny "not\\nnow"']);
  await until('the focus to be back', async () => (await focused(page)) === 'composer-input');
});

inAWorld('C46 a click on a request the agent has taken back reaches nobody', async (world) => {
  const { page } = await asking(world, [command('echo one')]);
  await page.approval();
  await until('the card to arm', () => page.armed());
  const { x, y } = await page.place('allow-once');
  await world.put('cancel', '');
  await page.gone('approval-card');
  await world.display.click(x, y);
  const rows = await page.turnEnded('ask them');
  assert.match(rows.map((row) => row.text).join('\n'), /took the request back/);
  assert.deepEqual(await world.answers(), []);
});

inAWorld('C58 a call that waits says so, and nothing turns', async (world) => {
  const { page, driver } = await asking(world, [command('echo one')]);
  const card = await page.approval();
  assert.match(await card.text(), /Run a command\?/);
  const look = () => driver.run(`() => ({
    head: document.querySelector('main header').innerText,
    spinners: document.querySelectorAll('.spin').length,
    listed: document.querySelector('[data-testid="conversation-item"]')?.dataset.state ?? '',
  })`);
  const seen = await until('that it waits, in the head and in the list', async () => {
    const now = await look();
    return /waiting for you/i.test(now.head) && now.listed === 'waiting' && now;
  }, { seen: look });
  assert.equal(seen.spinners, 0);
  await page.deny();
  await page.turnEnded('ask them');
});
