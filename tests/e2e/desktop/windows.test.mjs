// Several windows, one truth; themes.
import { assert, inAWorld } from './harness/world.mjs';
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
  const items = await page.all('conversation-item');
  for (const item of items) {
    await item.click();
    const rows = await until('the conversation', async () => {
      const there = await page.rows();
      return there.length > 0 && there;
    });
    if (rows.some((row) => row.text.includes('this is the first'))) break;
  }
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
