// The pictures of the README, from the real window: node tests/e2e/screenshots.mjs
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { World } from './desktop/harness/world.mjs';
import { until } from './desktop/harness/until.mjs';
import { FOLDER, HEIGHT, WIDTH, take } from './picture.mjs';

const NOTES = `# Shopping

- milk
- bread
- eggs
- tea
`;

async function pictures(look) {
  // The same folder each time: its path is in the pictures.
  const root = join(tmpdir(), 'parley-pictures');
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { mode: 0o700 });
  const world = await World.create({ root, width: WIDTH + 60, height: HEIGHT + 60 });
  const garden = join(world.home, 'garden');
  world.workspace = join(world.home, 'notes');
  for (const folder of [garden, world.workspace]) await mkdir(folder);
  await world.put('shopping.md', NOTES);
  await world.put('ideas.md', '# Ideas\n\nA kite that writes its name.\n');
  try {
    const app = await world.start();
    const { page } = app;
    const [window] = await app.windows();
    await world.display.resize(window, WIDTH, HEIGHT);
    await until('the size of the pictures', () => app.driver.run(`() => innerWidth === ${WIDTH} && innerHeight === ${HEIGHT}`));
    await page.chooseTheme(look);
    await app.driver.run('() => document.activeElement.blur()');
    await take(world, app, `start-${look}`);

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
    await app.closeWindows();
  } catch (error) {
    await world.keepEvidence(`screenshots ${look}`);
    throw error;
  } finally {
    await world.end();
  }
}

await mkdir(FOLDER, { recursive: true });
for (const look of ['light', 'dark']) await pictures(look);
