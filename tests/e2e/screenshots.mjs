// The pictures of the README, from the real window: node tests/e2e/screenshots.mjs
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { World } from './desktop/harness/world.mjs';
import { until } from './desktop/harness/until.mjs';

const FOLDER = fileURLToPath(new URL('screenshots/', import.meta.url));
const WIDTH = 1360;
const HEIGHT = 860;
const MOST_BYTES = 200_000;

const NOTES = `# Shopping

- milk
- bread
- eggs
- tea
`;

/** Takes the window as it is now; few colours are enough for flat areas and text. */
async function take(world, app, name) {
  await world.display.xdotool('mousemove', String(WIDTH + 30), String(HEIGHT + 30));
  // Two frames after the last change everything is painted.
  await app.driver.command('POST', 'execute/async', {
    script: 'const [done] = arguments; document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));',
    args: [],
  });
  const file = join(FOLDER, `${name}.png`);
  const [window] = await app.windows();
  await writeFile(file, await world.display.picture(window));
  await promisify(execFile)('convert', [
    file, '-strip', '+dither', '-colors', '256', '-define', 'png:compression-level=9', '-define', 'png:exclude-chunk=all', `png8:${file}`,
  ]);
  const { size } = await stat(file);
  if (size > MOST_BYTES) throw new Error(`${name}.png has ${size} bytes, more than ${MOST_BYTES}`);
  console.log(`${name}.png: ${Math.round(size / 1024)} KiB`);
}

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
