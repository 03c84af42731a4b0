// What there is to see, in both themes: it looks as it was kept, and a screen reader finds no fault in it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fromUi, launch, openGallery, openView } from './harness/chromium.mjs';
import { compare } from './harness/pictures.mjs';
import { PAGES, SECTIONS } from './harness/views.mjs';

const axe = await readFile(fromUi.resolve('axe-core/axe.min.js'), 'utf8');

/** Everything axe can check of WCAG 2.2 AA and of good habit, contrast included. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds in a page, one line for each element, empty where all is well. */
async function faults(page, off = {}) {
  // Not by a script element: the policy of the page forbids it.
  await page.evaluate(axe);
  return page.evaluate(
    async ([tags, rules]) => {
      const { violations } = await globalThis.axe.run(document, {
        ...{ runOnly: { type: 'tag', values: tags }, rules, resultTypes: ['violations'] },
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? node.failureSummary}`),
      );
    },
    [RULES, off],
  );
}

/** The gallery stacks many windows' worth of parts: what only counts in one window is not asked of it. */
const GALLERY_OFF = { 'heading-order': { enabled: false }, 'landmark-no-duplicate-banner': { enabled: false } };

test('look', { timeout: 300_000 }, async (t) => {
  const browser = await launch();
  try {
    for (const theme of ['light', 'dark']) {
      for (const text of [90, 100, 125]) {
        await t.test(`gallery, ${theme}, text at ${text} %`, async (t) => {
          const shown = await openGallery(browser, { theme, text });
          for (const section of SECTIONS) {
            const name = `${section}-${theme}${text === 100 ? '' : `-${text}`}`;
            const picture = await shown.page.locator(`[data-section=${section}]`).screenshot();
            await t.test(`${section} looks as it was kept`, async () => assert.equal(await compare(name, picture), ''));
          }
          if (text === 100) {
            await t.test('axe finds nothing', async () => assert.deepEqual(await faults(shown.page, GALLERY_OFF), []));
          }
          await shown.close();
        });
      }
      for (const view of PAGES) {
        await t.test(`${view.name}, ${theme}`, async (t) => {
          const shown = await openView(browser, view, { theme });
          const picture = await shown.page.screenshot();
          await t.test('looks as it was kept', async () =>
            assert.equal(await compare(`page-${view.name}-${theme}`, picture), ''),
          );
          await t.test('axe finds nothing', async () => assert.deepEqual(await faults(shown.page), []));
          await shown.close();
        });
      }
    }
  } finally {
    await browser.close();
  }
});
