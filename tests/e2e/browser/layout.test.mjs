// German at 130 %: the longest words there are, large. Nothing is cut off, nothing stands outside the window.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openGallery, openView } from './harness/chromium.mjs';
import { HEARD, PAGES } from './harness/views.mjs';

let browser;
before(async () => (browser = await launch({ locale: 'de-DE' })));
after(() => browser.close());

/** What does not fit: text that is cut without a sign of it, and what reaches past the window's edge. */
function misfits() {
  const scrolls = (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX);
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr-only, [aria-hidden=true], svg');
  const found = [];
  for (const one of document.querySelectorAll('body *')) {
    if (!seen(one)) continue;
    const name = `${one.localName}.${[...one.classList].filter((part) => !part.startsWith('svelte-')).join('.')}`;
    const told = `${name} “${one.textContent.trim().slice(0, 50)}”`;
    const look = getComputedStyle(one);
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (own && look.overflowX === 'hidden' && look.textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1) {
      found.push(`cut: ${told}`);
    }
    if (one.localName === 'button' && one.scrollWidth > one.clientWidth + 1 && look.overflowX === 'visible') {
      const inner = one.querySelector('.ellipsis');
      if (!inner) found.push(`over its button: ${told}`);
    }
    const box = one.getBoundingClientRect();
    if (box.width > 0 && box.right > innerWidth + 1) {
      let around = one.parentElement;
      while (around && !scrolls(around) && getComputedStyle(around).overflowX !== 'hidden') around = around.parentElement;
      if (!around || around === document.body || around === document.documentElement) found.push(`outside: ${told}`);
    }
  }
  return found;
}

test('the gallery, in German, text at 130 %', { timeout: 600_000 }, async () => {
  const shown = await openGallery(browser, { theme: 'light', text: 130 });
  assert.equal(await shown.page.evaluate(() => document.documentElement.lang), 'de');
  assert.deepEqual(await shown.page.evaluate(misfits), []);
  await shown.close();
});

const NARROW = { width: 640, height: 800 };
const view = (name) => [...PAGES, ...HEARD].find((one) => one.name === name);

/** The drawer has the way to other pages: at this width it is opened first. */
for (const name of ['approval', 'conversation', 'start', 'first', 'mode', 'settings-page', 'agents', 'palette', 'shortcuts']) {
  test(`a narrow window, in German, text at 130 %: ${name}`, { timeout: 600_000 }, async () => {
    const shown = await openView(browser, view(name), { theme: 'light', size: NARROW });
    await shown.page.evaluate(() => (document.documentElement.style.fontSize = '20.8px'));
    await shown.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await shown.page.evaluate(misfits), []);
    await shown.close();
  });
}

for (const size of [undefined, NARROW]) {
  test(`nothing of the message box reaches into the transcript, which is drawn anew with every word (${size ? 'narrow' : 'wide'})`, { timeout: 600_000 }, async () => {
    const shown = await openView(browser, view('conversation'), { theme: 'light', size });
    const reach = await shown.page.evaluate(() => {
      const top = (one) => one.getBoundingClientRect().top;
      const composer = document.querySelector('[data-testid=composer-input]').closest('.composer');
      const end = document.querySelector('[data-testid=transcript]').getBoundingClientRect().bottom;
      // What is drawn beyond an element's own box: its shadow, and what lies over its edges.
      const shadowed = [...composer.querySelectorAll('*')].filter((one) => getComputedStyle(one).boxShadow !== 'none');
      const before = [...composer.querySelectorAll('*')].filter((one) => getComputedStyle(one, '::before').boxShadow !== 'none');
      const cuts = before.every((one) => getComputedStyle(one).overflow === 'hidden');
      return { shadowed: shadowed.length, shades: before.length, cuts, above: before.some((one) => top(one) < end - 0.5) };
    });
    assert.deepEqual(reach, { shadowed: 0, shades: 1, cuts: true, above: false });
    await shown.close();
  });
}

test('what does not fit would be found', { timeout: 600_000 }, async () => {
  const shown = await openView(browser, view('first'), { theme: 'light', size: NARROW });
  await shown.page.evaluate(() => {
    const cut = document.createElement('p');
    cut.textContent = 'Donaudampfschifffahrtsgesellschaft';
    Object.assign(cut.style, { width: '40px', overflow: 'hidden' });
    const far = document.createElement('p');
    far.textContent = 'weit draußen';
    Object.assign(far.style, { position: 'fixed', left: '630px', width: '100px' });
    document.body.append(cut, far);
  });
  assert.deepEqual(await shown.page.evaluate(misfits), [
    'cut: p. “Donaudampfschifffahrtsgesellschaft”',
    'outside: p. “weit draußen”',
  ]);
  await shown.close();
});
