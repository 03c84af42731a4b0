// What axe finds in a page of the window or in the gallery.
import { readFile } from 'node:fs/promises';
import { fromUi } from './chromium.mjs';

const axe = await readFile(fromUi.resolve('axe-core/axe.min.js'), 'utf8');

/** Everything axe can check of WCAG 2.2 AA and of good habit, contrast included. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The gallery stacks many windows' worth of parts: what only counts in one window is not asked of it. */
export const GALLERY_OFF = { 'heading-order': { enabled: false }, 'landmark-no-duplicate-banner': { enabled: false } };

/** One line for each element axe has something against, empty where all is well. */
export async function faults(page, theme, off = {}) {
  // A colour on its way from one to another is nobody's contrast.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
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
    theme === 'light'
      ? [{ type: 'tag', values: RULES }, off]
      : [{ type: 'rule', values: ['color-contrast'] }, {}],
  );
}
