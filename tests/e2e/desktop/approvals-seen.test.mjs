// A request is seen: whole, as what it is, and wherever the user is.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const command = (text, more = {}) => ({ name: 'Bash', category: 'exec', args: { command: text }, ...more });

async function asking(world, asks, options) {
  await world.addAskingAgent();
  await world.willAsk('them', asks, options);
  const app = await world.start();
  await app.page.newConversation(world.workspace, /aionrs/i);
  await app.page.say('ask them');
  return app;
}

/** Where the first card's parts are, and what is in it. */
const looks = (page) =>
  page.driver.run(`() => {
    const at = (id) => {
      const element = document.querySelector('[data-testid="' + id + '"]');
      const box = element?.getBoundingClientRect();
      return box && { top: box.top, bottom: box.bottom };
    };
    const area = document.querySelector('[data-testid="approval-arguments"]');
    return {
      height: innerHeight,
      allow: at('allow-once'),
      deny: at('deny'),
      text: area?.textContent ?? '',
      rest: area ? area.scrollHeight - area.clientHeight - area.scrollTop : 0,
    };
  }`);

const onScreen = ({ allow, deny, height }) =>
  [allow, deny].every((box) => box && box.top >= 0 && box.bottom <= height);

/** A request whose arguments are long: inert with its buttons on screen, one press from its end. */
async function longOne(page, end) {
  await page.approval();
  const before = await until('the buttons on screen, and the arguments to their end', async () => {
    const now = await looks(page);
    return onScreen(now) && now.text.includes(end) && now;
  });
  assert.ok(before.rest > 2, 'there is more than fits');
  assert.equal(await page.armed(), false);
  await page.click('approval-to-end');
  await until('the end in sight', async () => (await looks(page)).rest <= 2);
  await until('the card to arm', () => page.armed());
  await until('the buttons still on screen', async () => onScreen(await looks(page)));
  return before;
}

inAWorld('C54 8 KB in one line and 2 MB in a file are whole, with the buttons on screen', async (world) => {
  const line = `echo ${'a'.repeat(8 * 1024)} && rm -rf END-OF-LINE`;
  const content = `${'0123456789 abcdefghijklmnopqrstuvwxyz\n'.repeat(56_000)}END-OF-FILE\n`;
  const { page } = await asking(world, [
    command(line),
    { name: 'Write', category: 'edit', args: { file_path: 'big.txt', content } },
  ]);
  await longOne(page, 'END-OF-LINE');
  await page.click('allow-once');
  await until('the second request', async () => (await looks(page)).text.includes('big.txt'));
  await longOne(page, 'END-OF-FILE');
  await page.deny();
  await page.turnEnded('ask them', { within: 90_000 });
  assert.deepEqual((await world.answers()).map((answer) => answer.split(' ')[1]), ['allow', 'deny']);
});

inAWorld('F061 what hides behind length, blank lines or blanks is reached before it can be allowed', async (world) => {
  const { page } = await asking(world, [
    command(`echo ${'x '.repeat(100_000)}; rm -rf HIDDEN-1`),
    command(`echo a${'\n'.repeat(5000)}rm -rf HIDDEN-2`),
    command(`echo a${' '.repeat(100_000)}; rm -rf HIDDEN-3`),
  ]);
  await longOne(page, 'HIDDEN-1');
  await page.deny();
  for (const [end, mark] of [['HIDDEN-2', /⟨␤ × [\d.,]+⟩/], ['HIDDEN-3', /⟨␠ × [\d.,]+⟩/]]) {
    const seen = await until(`${end}, with the buttons on screen`, async () => {
      const now = await looks(page);
      return now.text.includes(end) && onScreen(now) && now;
    });
    assert.match(seen.text, mark);
    assert.ok(await page.has('blank-runs'), 'the mark is explained');
    await page.deny();
  }
  await page.turnEnded('ask them', { within: 90_000 });
});

inAWorld('F062 what the agent calls it is quoted below what Parley sees, and the difference is told', async (world) => {
  const { page, driver } = await asking(world, [command('rm -rf ~', { category: 'info', description: 'Read README' })]);
  await page.approval();
  const seen = await driver.run(`() => {
    const card = document.querySelector('[data-testid="approval-card"]');
    const text = (css) => card.querySelector(css)?.innerText ?? '';
    return {
      risk: card.querySelector('[data-testid="risk"]').dataset.class,
      mismatch: text('[data-testid="mismatch"]'),
      quote: text('q'),
      first: card.innerText.indexOf('rm -rf ~') < card.innerText.indexOf('Read README'),
    };
  }`);
  assert.equal(seen.risk, 'danger');
  assert.match(seen.mismatch, /Does not match/);
  assert.equal(seen.quote, 'Read README');
  assert.equal(seen.first, true, 'the arguments come before the agent’s words');
  await page.deny();
  await page.turnEnded('ask them');
});

inAWorld('F063 no invisible or direction-changing character is invisible on a card', async (world) => {
  const hidden = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x061c]
    .concat([0x200b, 0x2060, 0xfeff, 0xe0041, 0x00ad]);
  const text = `echo ${hidden.map((code) => String.fromCodePoint(code)).join('x')}`;
  const { page, driver } = await asking(world, [
    { name: `Ba\u202esh`, category: 'exec', args: { command: text }, description: 'a\u2067b' },
  ]);
  await page.approval();
  const shown = await driver.run(`() => document.querySelector('[data-testid="approval-card"]').textContent`);
  assert.doesNotMatch(shown, /[\p{Cf}]/u);
  for (const code of hidden) {
    assert.ok(shown.includes(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`), code.toString(16));
  }
  assert.ok(await page.has('hidden-characters'));
  await page.deny();
  await page.turnEnded('ask them');
});

inAWorld('C42 a request of a conversation that is not on screen is counted, marked and still there after a reload', async (world) => {
  const app = await asking(world, [command('echo one')]);
  const { page } = app;
  await page.approval();
  await page.newConversation(world.workspace);
  await until('the count beside the inbox', async () => /1/.test(await (await page.see('entry-inbox')).text()));
  const [window] = await app.windows();
  await until('the mark in the title', async () => /^\(1\) /.test(await world.display.title(window)));

  await page.reload();
  await page.click('entry-inbox');
  const card = await page.approval();
  assert.match(await card.text(), /echo one/);
  await until('the card to arm', () => page.armed());
  await page.click('allow-once');
  await until('the answer', async () => (await world.answers()).length === 1);
  assert.deepEqual(await world.answers(), ['call-1 allow']);
  await page.gone('approval-card');
  await until('the mark to go', async () => !/^\(/.test(await world.display.title((await app.windows())[0])));
});

inAWorld('C53 where nothing can notify, a request behind other windows is counted and marked all the same', async (world) => {
  await world.addAskingAgent();
  await world.willAsk('them', [command('echo one')]);
  const app = await world.start();
  await app.page.newConversation(world.workspace, /aionrs/i);
  await app.page.write('ask them');
  await app.page.click('send');
  await world.display.focusAnother();
  await until('the mark in the title', async () => /^\(1\) /.test(await world.display.title((await app.windows())[0])));
  await app.page.reads('entry-inbox', /1/);
  assert.deepEqual(await world.answers(), []);
  await app.page.deny();
  await app.page.turnEnded('ask them');
  await until('the mark to go', async () => !/^\(/.test(await world.display.title((await app.windows())[0])));
});

/** How late the page is for its own timers meanwhile, in ms, at p95: what a key or a click would wait. */
async function lateness(page, meanwhile) {
  await page.driver.run(`() => {
    window.late = [];
    let due = performance.now() + 10;
    window.watching = setInterval(() => {
      window.late.push(performance.now() - due);
      due = performance.now() + 10;
    }, 10);
  }`);
  await meanwhile();
  const late = await page.driver.run(`() => { clearInterval(window.watching); return window.late.sort((a, b) => a - b); }`);
  return late[Math.floor(late.length * 0.95)] ?? 0;
}

inAWorld('F085 a thousand requests are a count and one “deny all”, and the window stays quick', async (world) => {
  const asks = Array.from({ length: 1000 }, (_, i) => command(`echo ${i}`));
  await world.addAskingAgent();
  await world.willAsk('them', asks, { together: true });
  const { page, driver } = await world.start();
  await page.newConversation(world.workspace, /aionrs/i);
  const calm = await lateness(page, async () => {
    for (let i = 0; i < 20; i++) await driver.run('() => document.activeElement?.tagName');
  });
  await page.say('ask them');
  await until('the count', async () => /1,000/.test(await (await page.see('pending-bar')).text()), { within: 90_000 });
  assert.equal(await driver.run(`() => [...document.querySelectorAll('button')].some((one) => /(allow|approve) all/i.test(one.textContent))`), false);
  const log = await page.see('transcript');
  const p95 = await lateness(page, async () => {
    for (let i = 0; i < 20; i++) await driver.run(`(log) => log.scrollBy(0, -700)`, log);
    await page.click('deny-all');
    await page.see('deny-all-dialog');
  });
  console.log(`F085: p95 ${Math.round(p95)} ms late, ${Math.round(calm)} ms before`);
  await (await page.see('deny-all-reason')).type('none of these');
  await page.click('deny-all-send');
  await until('a thousand answers', async () => (await world.answers()).length === 1000, { within: 120_000 });
  const answers = await world.answers();
  assert.ok(answers.every((answer) => answer.endsWith('deny "none of these"')));
  // The goal is 100 ms on a machine that does nothing else; the figure above tells. Here only: it does not hang.
  assert.ok(p95 < 2000, `the page was ${Math.round(p95)} ms late, ${Math.round(calm)} ms before`);
});

inAWorld('F086 a window can neither answer nor look into another conversation', async (world) => {
  const app = await asking(world, [command('echo one')]);
  const { page, driver } = app;
  await page.approval();
  await until('the card to arm', () => page.armed());
  const asked = await driver.run(`() => document.querySelector('[data-testid="conversation-item"]')?.closest('[data-id]')?.dataset.id ?? null`);
  const invoke = (name, args) =>
    driver.command('POST', 'execute/async', {
      script: `const [name, args, done] = arguments;
        window.__TAURI_INTERNALS__.invoke(name, args).then((value) => done({ value }), (error) => done({ error: String(error?.code ?? error) }));`,
      args: [name, args],
    });
  const inbox = (await invoke('inbox', {})).value;
  const [entry] = inbox.waiting;
  assert.ok(asked === null || asked === entry.conversation);

  await page.newConversation(world.workspace);
  await page.say('hello');
  await page.click('open-window');
  await until('two windows', async () => (await app.windows()).length === 2);
  await app.nextPage();
  const { conversation } = entry;
  const { key, argsSha256 } = entry.card;
  const answer = { conversation, key, argsSha256, decision: { decision: 'allow', scope: 'once' } };
  const tried = {
    answer_approval: { answer },
    approval_shown: { conversation, key, argsSha256 },
    approval_seen: { conversation, key, argsSha256 },
    allow_together: { conversation, keys: [key], argsSha256 },
    deny_all: { conversation: null, reason: '' },
    rule_proposals: { conversation, key },
    inbox: {},
    rules: {},
    export_ledger: { query: {}, format: 'csv' },
    'plugin:event|emit': { event: 'show-conversation', payload: conversation },
    'plugin:event|emit_to': { target: { kind: 'AnyLabel', label: 'main' }, event: 'show-conversation', payload: conversation },
  };
  for (const [name, args] of Object.entries(tried)) {
    assert.ok((await invoke(name, args)).error, `${name} was carried out`);
  }
  assert.deepEqual(await world.answers(), []);
});
