// Pictures of the real window, small enough to be kept in the repository.
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { until } from './desktop/harness/until.mjs';
import { World } from './desktop/harness/world.mjs';

const FOLDER = fileURLToPath(new URL('screenshots/', import.meta.url));
/** Where those go that are looked at and not kept. */
const SCRATCH = fileURLToPath(new URL('../../target/test-reports/pictures/', import.meta.url));
export const WIDTH = 1360;
export const HEIGHT = 860;
const MOST_BYTES = 200_000;

const NOTES = `# Shopping

- milk
- bread
- eggs
- tea
`;

/**
 * A world whose folder has the same name each time, since its path is in the pictures.
 * @param {string} name
 * @param {(world: World) => Promise<void>} body
 * @param {{ fresh?: boolean }} [options] `fresh`: Parley was never started there
 */
export async function inAPictureWorld(name, body, { fresh = false } = {}) {
  const root = join(tmpdir(), 'parley-pictures');
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { mode: 0o700 });
  const world = await World.create({ root, width: WIDTH + 60, height: HEIGHT + 60, fresh });
  world.workspace = join(world.home, 'notes');
  await mkdir(world.workspace);
  await world.put('shopping.md', NOTES);
  try {
    await body(world);
    await world.apps.at(-1).end('SIGTERM');
  } catch (error) {
    await world.keepEvidence(`screenshots ${name}`);
    throw error;
  } finally {
    await world.end();
  }
}

/** The app in a window of this size. */
export async function sized(app, width = WIDTH, height = HEIGHT) {
  const [window] = await app.windows();
  await app.world.display.resize(window, width, height);
  await until('the size of the pictures', () => app.driver.run(`(w, h) => innerWidth === w && innerHeight === h`, width, height));
}

/** Takes the window as it is now; few colours are enough for flat areas and text. */
export async function take(world, app, name, { keep = true } = {}) {
  await world.display.xdotool('mousemove', String(WIDTH + 30), String(HEIGHT + 30));
  // Two frames after the last change everything is painted; a colour on its way is waited for.
  await until('every transition to end', () => app.driver.run(`() => document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== 'running')`));
  await app.driver.command('POST', 'execute/async', {
    script: 'const [done] = arguments; document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));',
    args: [],
  });
  const folder = keep ? FOLDER : SCRATCH;
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.png`);
  const [window] = await app.windows();
  await writeFile(file, await world.display.picture(window));
  await promisify(execFile)('convert', [
    file, '-strip', '+dither', '-colors', '256', '-define', 'png:compression-level=9', '-define', 'png:exclude-chunk=all', `png8:${file}`,
  ]);
  const { size } = await stat(file);
  if (size > MOST_BYTES) throw new Error(`${name}.png has ${size} bytes, more than ${MOST_BYTES}`);
  console.log(`${name}.png: ${Math.round(size / 1024)} KiB`);
}

/** The same moment in both themes: a theme is an attribute of the page, whoever sets it. */
export async function takeBoth(world, app, name, options) {
  const wear = (theme) => app.driver.run(`(theme) => { document.documentElement.dataset.theme = theme; }`, theme);
  for (const theme of ['dark', 'light']) {
    await wear(theme);
    await take(world, app, `${name}-${theme}`, options);
  }
}
