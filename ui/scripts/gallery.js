// Pictures of the gallery and of the window's pages in full size, to be looked at: ui/shots/gallery/.
// `npm run gallery [name…]`. Wants Chromium (CHROMIUM, else /usr/bin/chromium).
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, openGallery, openView } from '../../tests/e2e/browser/harness/chromium.mjs';
import { PAGES, SECTIONS } from '../../tests/e2e/browser/harness/views.mjs';

const out = new URL('../shots/gallery/', import.meta.url).pathname;
await mkdir(out, { recursive: true });
const wanted = process.argv.slice(2);
const has = (name) => wanted.length === 0 || wanted.includes(name);
const browser = await launch({ locale: process.env.SHOOT_LOCALE ?? 'en-GB' });

async function sections(theme, text, split) {
  const some = SECTIONS.filter(has);
  if (some.length === 0) return;
  const shown = await openGallery(browser, { theme, text, split });
  for (const section of split ? ['diffs'] : some) {
    const picture = shown.page.locator(`[data-section=${section}]`);
    await picture.screenshot({
      path: join(
        out,
        `${section}-${theme}${text === 100 ? '' : `-${text}`}${split ? '-split' : ''}.png`,
      ),
    });
  }
  await shown.close();
}

for (const theme of ['light', 'dark']) {
  for (const text of [90, 100, 125]) await sections(theme, text, false);
  await sections(theme, 100, true);
  for (const view of PAGES.filter(({ name }) => has(name))) {
    const shown = await openView(browser, view, { theme });
    await shown.page.screenshot({ path: join(out, `page-${view.name}-${theme}.png`) });
    await shown.close();
  }
}
await browser.close();
