// Several windows, one truth; what comes back; themes.
import { assert, inAWorld } from './harness/world.mjs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './harness/until.mjs';

inAWorld('a second window shows another conversation, live', async (world) => {
  const app = await world.start();
  const { page, driver } = app;
  await page.newConversation(world.workspace);
  await page.say('remember that this is the first');
  await page.turnEnded('this is the first');
  await page.newConversation(world.workspace);
  await page.say('remember that this is the second');
  await page.turnEnded('this is the second');

  const main = await driver.handle();
  await page.click('open-window');
  await until('two windows on the screen', async () => (await app.windows()).length === 2);
  const second = await app.nextPage();
  await app.focus(1);
  await until('the second conversation in it', async () => (await page.rows()).some((row) => row.text.includes('this is the second')));

  await driver.switchTo(main);
  await choose(driver, 'this is the first');
  await until('the first conversation in the main window', async () => (await page.rows()).some((row) => row.text.includes('this is the first')));

  await driver.switchTo(second);
  await page.say('who are you?');
  await page.turnEnded('who are you?');
  assert.match(await page.answer(), /language model/i);

  await driver.switchTo(main);
  assert.equal((await page.rows()).some((row) => row.text.includes('who are you?')), false);

  const [, window] = await app.windows();
  await world.display.askToClose(window);
  await until('one window', async () => (await app.windows()).length === 1);
  await app.focus(0);
  await page.say('hello');
  await page.turnEnded('hello');
});

inAWorld('opening a conversation in its own window twice raises the one there is', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace);
  await page.say('hello');
  await page.turnEnded('hello');
  await page.click('open-window');
  await until('two windows', async () => (await app.windows()).length === 2);
  await page.click('open-window');
  // What the shell was asked before it answers this one has been done.
  await page.say('thanks');
  await page.turnEnded('thanks');
  assert.equal((await app.windows()).length, 2);
});

/** How light the page is, 0 to 255. */
const lightness = `() => {
  const seen = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const parts = getComputedStyle(one).backgroundColor.match(/[\\d.]+/g)?.map(Number) ?? [];
      if (parts.length === 3 || parts[3] > 0) return parts.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const [r, g, b] = seen(document.querySelector('[data-testid="conversation-list"]') ?? document.body);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}`;

inAWorld('light and dark are chosen in the settings and kept', async (world) => {
  const first = await world.start();
  await first.page.chooseTheme('dark');
  await until('a dark page', async () => (await first.driver.run(lightness)) < 90);
  await first.page.chooseTheme('light');
  await until('a light page', async () => (await first.driver.run(lightness)) > 180);
  await first.page.chooseTheme('dark');
  await until('a dark page', async () => (await first.driver.run(lightness)) < 90);
  await first.closeWindows();

  const second = await world.start();
  await until('a dark page after a restart', async () => (await second.driver.run(lightness)) < 90);
});

inAWorld('C42 a request is marked in the list, and its card is there on return and after a reload', async (world) => {
  const app = await world.start();
  const { page, driver } = app;
  await page.newConversation(world.workspace);
  await page.say('write asked.txt with the text: yes');
  await page.approval();
  await page.newConversation(world.workspace);
  await until('the mark in the list', () =>
    driver.run(`() => document.querySelector('[data-testid="conversation-item"][data-state="waiting"]') !== null`),
  );
  await page.gone('approval-card');
  // The new one comes in above it: what is pressed now has its place.
  await until('both in the list', async () => (await page.all('conversation-item')).length === 2);
  await until('the one that is marked', async () => {
    await (await driver.find('[data-testid="conversation-item"][data-state="waiting"]')).click();
    return true;
  });
  await page.approval();

  await page.reload();
  await page.approval();
  await page.allow();
  await page.turnEnded('write asked.txt');
  assert.equal((await world.file('asked.txt'))?.trim(), 'yes');
});

inAWorld('C16 F116 a second start shows the window there is, minimised or not, and ends', async (world) => {
  const app = await world.start();
  for (let start = 0; start < 2; start++) {
    assert.deepEqual(await world.launch().ended(), { code: 0, signal: null });
    await until('one window', async () => (await app.windows()).length === 1);
  }
  const [window] = await app.windows();
  await world.display.xdotool('windowunmap', String(window));
  await until('no window to be seen', async () => (await app.windows()).length === 0);
  assert.deepEqual(await world.launch().ended(), { code: 0, signal: null });
  await until('the window again', async () => (await app.windows()).length === 1);
});

/** Shows the conversation of this name, wherever in the list it is. */
const choose = (driver, title) =>
  until(`the conversation “${title}”`, async () => {
    for (const item of await driver.findAll('[data-testid="conversation-item"]')) {
      if (!(await item.text()).includes(title)) continue;
      await item.click();
      return true;
    }
    return false;
  });

const ended = (page) =>
  until('the end of the answer', async () => {
    const rows = await page.rows();
    return rows.at(-1)?.kind === 'turn-end' && rows.findLast((row) => row.kind === 'text')?.text.split('\n').at(-1);
  }, { seen: () => page.rows() });

inAWorld('F060 a window closed in a stream loses nothing: the agent finishes, and all of it is kept', async (world) => {
  const app = await world.start();
  const { page, driver } = app;
  await page.newConversation(world.workspace);
  await page.say('long 30');
  await page.click('open-window');
  await until('two windows', async () => (await app.windows()).length === 2);
  await page.newConversation(world.workspace);
  await world.display.askToClose((await app.windows())[1]);
  await until('one window', async () => (await app.windows()).length === 1);
  await choose(driver, 'long 30');
  const last = await ended(page);
  await app.closeWindows();

  const second = await world.start();
  await choose(second.driver, 'long 30');
  assert.equal(await ended(second.page), last);
});

inAWorld('C68 the place of reading comes back after a restart', async (world) => {
  const first = await world.start();
  await first.page.newConversation(world.workspace);
  await first.page.say('long 30');
  await ended(first.page);
  const place = `() => Math.round(document.querySelector('[data-testid="transcript"]').scrollTop)`;
  await first.driver.run(`() => { const box = document.querySelector('[data-testid="transcript"]'); box.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 })); box.scrollTop = 400; }`);
  await until('the place to be kept', async () => {
    const kept = JSON.parse(await readFile(join(world.data, 'windows.json'), 'utf8'));
    return kept.scroll?.length === 1;
  });
  const before = await first.driver.run(place);
  await first.closeWindows();

  const second = await world.start();
  await second.page.see('to-end');
  await until('the place again', async () => Math.abs((await second.driver.run(place)) - before) < 60, {
    seen: () => second.driver.run(place),
  });
});
