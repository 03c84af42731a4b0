// By ear: axe finds nothing in any page of the window nor in any part of the gallery, in both themes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GALLERY_OFF, faults } from './harness/axe.mjs';
import { launch, openGallery, openView } from './harness/chromium.mjs';
import { HEARD, PAGES } from './harness/views.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const THEMES = ['light', 'dark'];

for (const theme of THEMES) {
  test(`axe finds nothing in the gallery, ${theme}`, { timeout: 600_000 }, async () => {
    const shown = await openGallery(browser, { theme });
    assert.deepEqual(await faults(shown.page, theme, GALLERY_OFF), []);
    await shown.close();
  });
}

for (const view of [...PAGES, ...HEARD]) {
  test(`axe finds nothing in a page: ${view.name}`, { timeout: 600_000 }, async () => {
    const shown = await openView(browser, view, { theme: 'light' });
    assert.deepEqual(await faults(shown.page, 'light'), []);
    // Only colours differ between the themes: the same page, turned over.
    await shown.page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
    assert.deepEqual(await faults(shown.page, 'dark'), []);
    await shown.close();
  });
}

test('axe would find what is wrong', { timeout: 600_000 }, async () => {
  const shown = await openView(browser, PAGES[0], { theme: 'light' });
  await shown.page.evaluate(() => {
    const button = document.createElement('button');
    button.id = 'nameless';
    const faint = document.createElement('p');
    faint.id = 'faint';
    faint.textContent = 'hardly to be read';
    faint.style.color = '#ccc';
    faint.style.background = '#fff';
    document.querySelector('main').append(button, faint);
  });
  const found = (await faults(shown.page, 'light')).map((line) => line.split(' ').slice(0, 2).join(' '));
  assert.deepEqual(found.sort(), ['button-name: #nameless', 'color-contrast: #faint']);
  await shown.close();
});
