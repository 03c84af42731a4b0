// The replay page of the window in Chromium, with a recording that the test makes.
// Wants `npm run build:replay` in ui/ first, and Chromium (CHROMIUM, else /usr/bin/chromium).
import { test } from 'node:test';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const UI = fileURLToPath(new URL('../../../../ui/', import.meta.url));
const ROOT = process.env.REPLAY_DIST ?? join(UI, 'dist-replay');
const { chromium } = createRequire(join(UI, 'package.json'))('playwright-core');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** The recording that ships with the sources, to be changed by a test. */
export async function recording() {
  return JSON.parse(await readFile(join(UI, 'src/host/recordings/rows.json'), 'utf8'));
}

/** A test with a page of its own that shows a recording. */
export function inAPage(name, options, run) {
  test(name, { timeout: 180_000 }, async () => {
    const server = createServer(async (request, response) => {
      const path = join(ROOT, normalize(new URL(request.url, 'http://x').pathname));
      const found = await readFile(path).catch(() => null);
      if (found === null) return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      response.end(found);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1180, height: 800 }, reducedMotion: options.reducedMotion });
      const faults = [];
      page.on('pageerror', (error) => faults.push(error.stack));
      const body = `export default ${JSON.stringify(await options.recording())};`;
      await page.route('**/assets/rows-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
      await options.prepare?.(page);
      await page.goto(`http://127.0.0.1:${server.address().port}/replay.html?recording=rows&theme=light`);
      // (A handle would keep the row it is of in memory.)
      await page.locator('[data-testid=transcript] [data-place]').first().waitFor({ timeout: 60_000 });
      await run(page);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    } finally {
      await browser.close();
      server.close();
    }
  });
}
