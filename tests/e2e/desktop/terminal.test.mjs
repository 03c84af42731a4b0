// A talk is a real terminal: colours, typing, sizes, links, and it outlives its window.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

/** What the terminal on screen shows, as text. */
const screen = (page) =>
  page.driver.run(
    `() => [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent.replace(/\\u00a0/g, ' ').trimEnd()).join('\\n')`,
  );
const shows = (page, pattern) =>
  until(`${pattern} in the terminal`, async () => pattern.test(await screen(page)) && screen(page), { seen: () => screen(page) });
const colourOf = (page, text) =>
  page.driver.run(
    `(text) => { const span = [...document.querySelectorAll('.xterm-rows span')].find((one) => one.textContent.replace(/\\u00a0/g, ' ').includes(text)); const look = span && getComputedStyle(span); return look && { color: look.color, weight: look.fontWeight }; }`,
    text,
  );

async function talk(world, page) {
  await page.newConversation(world.workspace, /nib-agent-claude/i);
  await page.say('scene-critique scenes/01.md');
  await page.see('terminal-screen');
  await shows(page, /you>/);
}

inAWorld('a talk has colours, takes what is typed, follows its size and ends', async (world) => {
  await world.addNibAgent();
  const app = await world.start();
  const { page } = app;
  await talk(world, page);
  assert.equal((await world.nibRequest()).operation, 'scene-critique');

  const red = await until('what is red', () => colourOf(page, 'red'));
  const role = await page.driver.run(
    `() => { const probe = document.createElement('i'); probe.style.color = 'var(--ansi-red)'; document.body.append(probe); const color = getComputedStyle(probe).color; probe.remove(); return color; }`,
  );
  assert.equal(red.color, role, 'a colour of the theme');
  const exact = await until('what has a colour of its own', () => colourOf(page, 'true colour'));
  assert.equal(exact.color, 'rgb(1, 90, 160)', 'a colour given by its parts, and dark enough to be left as it is');
  assert.ok(Number(exact.weight) >= 600, 'bold is bold');

  await world.display.type('hello there');
  await world.display.key('Return');
  await shows(page, /you said: hello there/);

  // Keys that are the window's elsewhere are the program's here.
  await world.display.key('ctrl+n');
  await world.display.key('Return');
  await shows(page, /you said: \^N/);
  assert.equal(await page.has('start-conversation'), false);

  // A program that asks for it is told where a paste begins and ends.
  await world.display.type('pastes');
  await world.display.key('Return');
  await until('the next prompt', async () => ((await screen(page)).match(/you>/g) ?? []).length === 4);
  await page.driver.run(`() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'one two');
    document.querySelector('.xterm-helper-textarea').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
  await world.display.key('Return');
  await shows(page, /you said: \^\[\[200~one two\^\[\[201~/);

  const before = await (await page.see('terminal-size')).text();
  const [window] = await app.windows();
  await world.display.resize(window, 1150, 620);
  await until('another size', async () => (await (await page.see('terminal-size')).text()) !== before);
  // The window settles in steps, and each size reaches the program a moment later: it is asked again.
  await until('the program to know the size', async () => {
    await world.display.type('size');
    await world.display.key('Return');
    const [columns, rows] = (await (await page.see('terminal-size')).text()).split(' × ');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return (await screen(page)).includes(`now ${columns} columns and ${rows} rows`);
  }, { seen: () => screen(page) });

  await world.display.type('bye');
  await world.display.key('Return');
  await shows(page, /good night/);
  await until('the session to be over', async () => (await (await page.see('terminal-panel')).attribute('data-live')) === 'false');
  await page.see('terminal-again');
});

inAWorld('what was shown is there again in a new window, 10,000 lines of it, and a link asks', async (world) => {
  await world.addNibAgent();
  const { page } = await world.start();
  await talk(world, page);
  const link = await until('the link', () =>
    page.driver.run(`() => {
      const row = [...document.querySelectorAll('.xterm-rows > div')].find((one) => one.textContent.includes('example.org'));
      if (!row) return null;
      const box = row.getBoundingClientRect();
      return { x: box.x + box.width * 0, y: box.y + box.height / 2, width: box.width };
    }`),
  );
  const [window] = await world.apps[0].windows();
  const frame = await world.display.geometry(window);
  await world.display.point(frame.x + link.x + 60, frame.y + link.y);
  await until('the link to be marked', () =>
    page.driver.run(`() => document.querySelector('.xterm-screen')?.classList.contains('xterm-cursor-pointer') || document.querySelector('.xterm.xterm-cursor-pointer') !== null`),
  );
  await world.display.click(frame.x + link.x + 60, frame.y + link.y);
  await page.reads('link-host', /example\.org/);
  await world.display.key('Escape');
  await page.gone('link-dialog');

  await page.press('terminal-screen');
  await world.display.type('many');
  await world.display.key('Return');
  await shows(page, /line 12000/);

  await page.reload();
  await page.see('terminal-screen');
  await shows(page, /line 12000/);
  await page.press('terminal-screen');
  await world.display.type('still here');
  await world.display.key('Return');
  await shows(page, /you said: still here/);
});
