// One picture of the real window, small enough to be kept in the repository.
import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

export const FOLDER = fileURLToPath(new URL('screenshots/', import.meta.url));
export const WIDTH = 1360;
export const HEIGHT = 860;
const MOST_BYTES = 200_000;

/** Takes the window as it is now; few colours are enough for flat areas and text. */
export async function take(world, app, name) {
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
