// The styles of what is shown later come after the first frame: nothing is drawn without its own, and
// what was drawn before looks as it did.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, settle } from './harness/chromium.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Every element and what stands before and after it, with how it is drawn. */
function looks() {
  const found = [];
  for (const one of document.querySelectorAll('html, body, body *')) {
    for (const part of ['', '::before', '::after']) {
      const look = getComputedStyle(one, part);
      if (part && look.content === 'none') continue;
      const values = [...look].filter((name) => !name.startsWith('--')).map((name) => `${name}: ${look.getPropertyValue(name)}`);
      found.push([`${one.localName}.${[...one.classList].join('.')}${part}`, values]);
    }
  }
  return found;
}

/** Two frames. */
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Keeps back what a page that has begun to draw asks for, until it is let go. */
async function keepBack(page, pattern) {
  let letGo;
  const gone = new Promise((resolve) => (letGo = resolve));
  const asked = new Promise((resolve) =>
    page.route(pattern, async (route) => {
      if ((await page.locator('.window').count()) > 0) {
        resolve();
        await gone;
      }
      await route.continue();
    }),
  );
  return { asked, letGo };
}

const WINDOWS = {
  'a conversation': { query: 'conversation=0193-login' },
  'a conversation that asks': { query: '' },
  'a window without conversations': { query: 'list=empty' },
  'a conversation’s own window': { query: 'window=conversation&conversation=0193-login' },
  'a narrow window, dark': { query: 'conversation=0193-login&theme=dark', width: 700 },
};

for (const [name, { query, width }] of Object.entries(WINDOWS)) {
  test(`${name}: later styles change nothing that is drawn`, { timeout: 180_000 }, async () => {
    let parts;
    let sheet;
    const shown = await browser.open(`replay.html?theme=light&speed=0&${query}`, {
      width,
      async prepare(page) {
        sheet = await keepBack(page, '**/assets/later-*.css');
        // No part comes that would be drawn beside what is there.
        parts = await keepBack(page, '**/assets/*.js');
      },
    });
    const { page } = shown;
    await page.locator('.window').waitFor();
    await sheet.asked;
    const before = await page.evaluate(looks);
    assert.ok(before.length > 10);
    sheet.letGo();
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/later-')));
    await page.evaluate(frames);
    const after = await page.evaluate(looks);
    assert.deepEqual(
      after.map(([one]) => one),
      before.map(([one]) => one),
    );
    const changed = after.flatMap(([one, values], place) => {
      const old = new Set(before[place][1]);
      const now = values.filter((value) => !old.has(value));
      return now.length > 0 ? [`${one}: ${now.slice(0, 3).join('; ')}`] : [];
    });
    assert.deepEqual(changed, []);
    parts.letGo();
    await shown.close();
  });
}

test('nothing is drawn before its styles are there', { timeout: 180_000 }, async () => {
  let sheet;
  const shown = await browser.open('replay.html?theme=light&speed=0&conversation=0193-login', {
    prepare: async (page) => (sheet = await keepBack(page, '**/assets/later-*.css')),
  });
  const { page } = shown;
  await page.locator('.window').waitFor();
  await sheet.asked;
  const part = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/Transcript-'))?.name,
  );
  // It is there, with all it builds on; the sheet alone is not.
  await page.evaluate((name) => import(name), await part.jsonValue());
  await page.evaluate(frames);
  assert.equal(await page.locator('[data-testid=transcript]').count(), 0);
  sheet.letGo();
  await page.locator('[data-testid=transcript] [data-place]').first().waitFor();
  await settle(page);
  const bubble = page.locator('[data-testid=row-user]').first();
  assert.notEqual(await bubble.evaluate((one) => getComputedStyle(one).display), 'inline');
  await shown.close();
});
