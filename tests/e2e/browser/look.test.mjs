// What there is to see, in both themes: it looks as it was kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openGallery, openView } from './harness/chromium.mjs';
import { compare, cut } from './harness/pictures.mjs';
import { PAGES, SECTIONS } from './harness/views.mjs';

/** Where the sections of the gallery lie. */
function sections(page) {
  return page.evaluate(
    (names) =>
      names.map((name) => {
        const box = document.querySelector(`[data-section=${name}]`).getBoundingClientRect();
        return { name, top: Math.round(box.top), height: Math.round(box.height) };
      }),
    SECTIONS,
  );
}

/** The gallery's picture, with where everything lay in it: taken again where anything moved meanwhile. */
async function still(page) {
  for (let tries = 0; tries < 20; tries++) {
    const boxes = await sections(page);
    const picture = await page.screenshot();
    if (JSON.stringify(boxes) === JSON.stringify(await sections(page))) return { picture, boxes };
  }
  throw new Error('the gallery does not come to rest');
}

/** A picture that is the same when it is taken again. */
async function twice(take) {
  let before = await take();
  for (let tries = 0; tries < 20; tries++) {
    const now = await take();
    if (now.equals(before)) return now;
    before = now;
  }
  return before;
}

/** A part of the look in one theme; the two run side by side. */
async function lookAt(t, browser, theme) {
  // What the size of text moves is the same in both themes.
  for (const text of theme === 'light' ? [90, 100] : [100, 125]) {
    await t.test(`gallery, text at ${text} %`, async (t) => {
      const shown = await openGallery(browser, { theme, text });
      const { picture, boxes } = await still(shown.page);
      // Other sizes of text are kept smaller: what matters of them is how everything is laid out.
      const halvings = text === 100 ? 1 : 2;
      for (const { name, image } of cut(picture, boxes)) {
        const kept = `${name}-${theme}${text === 100 ? '' : `-${text}`}`;
        await t.test(`${name} looks as it was kept`, async () => assert.equal(await compare(kept, image, { halvings }), ''));
      }
      await shown.close();
    });
  }
  for (const view of PAGES) {
    await t.test(view.name, async (t) => {
      const shown = await openView(browser, view, { theme });
      const part = view.part ? shown.page.locator(view.part).first() : shown.page;
      const picture = await twice(() => part.screenshot());
      await t.test('looks as it was kept', async () =>
        assert.equal(await compare(`page-${view.name}-${theme}`, picture), ''),
      );
      await shown.close();
    });
  }
}

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test('what there is to see', { timeout: 600_000, concurrency: true }, async (t) => {
  await Promise.all(['light', 'dark'].map((theme) => t.test(theme, (t) => lookAt(t, browser, theme))));
});
