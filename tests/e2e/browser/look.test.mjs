// What there is to see, in both themes: it looks as it was kept, and a screen reader finds no fault in it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fromUi, launch, openGallery, openView } from './harness/chromium.mjs';
import { compare, cut } from './harness/pictures.mjs';
import { PAGES, SECTIONS } from './harness/views.mjs';

const axe = await readFile(fromUi.resolve('axe-core/axe.min.js'), 'utf8');

/** Everything axe can check of WCAG 2.2 AA and of good habit, contrast included. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds in a page, one line for each element, empty where all is well. */
async function faults(page, theme, off = {}) {
  // Not by a script element: the policy of the page forbids it.
  await page.evaluate(axe);
  return page.evaluate(
    async ([runOnly, rules]) => {
      const { violations } = await globalThis.axe.run(document, { runOnly, rules, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? node.failureSummary}`),
      );
    },
    // Roles and names are the same in both themes; colours are not.
    [theme === 'light' ? { type: 'tag', values: RULES } : { type: 'rule', values: ['color-contrast'] }, off],
  );
}

/** The gallery stacks many windows' worth of parts: what only counts in one window is not asked of it. */
const GALLERY_OFF = { 'heading-order': { enabled: false }, 'landmark-no-duplicate-banner': { enabled: false } };

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
      if (text === 100) {
        await t.test('axe finds nothing', async () => assert.deepEqual(await faults(shown.page, theme, theme === 'light' ? GALLERY_OFF : {}), []));
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
      await t.test('axe finds nothing', async () => assert.deepEqual(await faults(shown.page, theme), []));
      await shown.close();
    });
  }
}

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test('what there is to see', { timeout: 300_000, concurrency: true }, async (t) => {
  await Promise.all(['light', 'dark'].map((theme) => t.test(theme, (t) => lookAt(t, browser, theme))));
});
