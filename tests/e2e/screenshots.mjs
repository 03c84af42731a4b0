// The pictures of the README, from the real window: node tests/e2e/screenshots.mjs
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './desktop/harness/until.mjs';
import { inAPictureWorld, sized, take } from './picture.mjs';

/** As Parley is met. */
const first = (look) =>
  inAPictureWorld(
    `first ${look}`,
    async (world) => {
      // Where it is for users.
      world.data = join(world.home, '.local/share/parley');
      const app = await world.start();
      await sized(app);
      await app.page.see('first-steps');
      await app.page.chooseTheme(look);
      await app.driver.run('() => document.activeElement.blur()');
      await take(world, app, `start-${look}`);
    },
    { fresh: true },
  );

const pictures = (look) =>
  inAPictureWorld(look, async (world) => {
    const garden = join(world.home, 'garden');
    await mkdir(garden);
    await world.put('ideas.md', '# Ideas\n\nA kite that writes its name.\n');
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.chooseTheme(look);
    await page.newConversation(garden);
    await page.say('write beds.md with the text: Beans by the fence, roses at the gate.');
    await page.allow();
    await page.turnEnded('write beds.md');

    await page.newConversation(world.workspace);
    await page.say('who are you?');
    await page.turnEnded('who are you?');
    await page.say('read shopping.md');
    await page.allow();
    await page.turnEnded('read shopping.md');
    await take(world, app, `conversation-${look}`);

    await page.say('run wc -l *.md | sort -n');
    await page.approval();
    await until('the card to arm', () => page.armed());
    await take(world, app, `approval-${look}`);
    await page.allow();
    await page.turnEnded('run wc -l');

    await page.say('edit shopping.md: replace bread with rye bread and butter');
    await page.allow();
    await page.turnEnded('edit shopping.md');
    await take(world, app, `diff-${look}`);
  });

for (const look of ['light', 'dark']) {
  await first(look);
  await pictures(look);
}
