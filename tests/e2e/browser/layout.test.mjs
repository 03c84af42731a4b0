// German at 130 %: the longest words there are, large. Nothing is cut off, nothing stands outside the window.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openGallery, openView, settle } from './harness/chromium.mjs';
import { HEARD, PAGES } from './harness/views.mjs';

let browser;
before(async () => (browser = await launch({ locale: 'de-DE' })));
after(() => browser.close());

/** What does not fit: text that is cut without a sign of it, controls that are cut, and what reaches past the window's edge. */
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
    // Over its own box, text lies on what stands beside it.
    const boxed = !['inline', 'contents'].includes(look.display) && look.overflowX === 'visible';
    if (own && boxed && one.localName !== 'button' && one.scrollWidth > one.clientWidth + 1) {
      found.push(`over its box: ${told}`);
    }
    if (one.localName === 'button' && one.scrollWidth > one.clientWidth + 1 && look.overflowX === 'visible') {
      const inner = one.querySelector('.ellipsis');
      if (!inner) found.push(`over its button: ${told}`);
    }
    // A page and a dialog scroll up and down; what makes them wider than they are is out of sight.
    if (one.matches('[data-testid=page-scroll], dialog .content') && one.scrollWidth > one.clientWidth + 1) {
      found.push(`scrolls sideways: ${told}`);
    }
    const box = one.getBoundingClientRect();
    if (own || one.matches('button, select, input, textarea, a[href]')) {
      let frame = one.parentElement;
      while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement;
      const cuts = frame && frame !== document.body && !scrolls(frame) ? frame.getBoundingClientRect() : null;
      // What ends in an ellipsis is cut with a sign of it.
      const isTold = own && cuts && getComputedStyle(frame).textOverflow === 'ellipsis';
      if (cuts && !isTold && (box.left < cuts.left - 1 || box.right > cuts.right + 1)) found.push(`cut off: ${told}`);
    }
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
  const quoted = await shown.page.evaluate(() => [...document.querySelectorAll('q')].map((one) => getComputedStyle(one).quotes));
  assert.ok(quoted.length > 0 && quoted.every((marks) => marks === 'auto'), `quotation marks of another language: ${quoted}`);
  await shown.close();
});

/** As wide as a conversation is in the smallest window, and beside a wide panel. */
test('the gallery, in German, as narrow as a column gets', { timeout: 600_000 }, async () => {
  const shown = await openGallery(browser, { theme: 'light', width: 480 });
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
    await settle(shown.page);
    assert.deepEqual(await shown.page.evaluate(misfits), []);
    await shown.close();
  });
}

/** Rows of controls that one would have to know can be scrolled: nothing shows that there is more. */
function sideways() {
  return [...document.querySelectorAll('.tabs, .entries, header')]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).maskImage === 'none' && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim().slice(0, 50));
}

test('the tab that is chosen is in sight, however many there are', { timeout: 600_000 }, async () => {
  const shown = await openView(browser, view('panel-process'), { theme: 'light' });
  const out = () =>
    [...document.querySelectorAll('.tabs .on')].flatMap((one) => {
      const row = one.closest('.tabs');
      const [tab, sight] = [one, row].map((each) => each.getBoundingClientRect());
      return tab.left < sight.left - 1 || tab.right > sight.right + 1 ? [`${one.textContent.trim()}: ${tab.left}..${tab.right} of ${sight.left}..${sight.right}`] : [];
    });
  for (const size of [16, 20.8, 32]) {
    await shown.page.evaluate((px) => (document.documentElement.style.fontSize = `${px}px`), size);
    for (const tab of ['tasks', 'process']) {
      await shown.page.evaluate((id) => document.querySelector(`[data-panel=${id}]`).click(), tab);
      await settle(shown.page);
      assert.deepEqual(await shown.page.evaluate(out), [], `${tab} at ${size} px`);
    }
  }
  await shown.close();
});

/** As small as the window can be made. */
const LEAST = { width: 480, height: 640 };

/** Pages that are reached through the list, which is a drawer here: opened wide, then made small. */
for (const name of ['approval', 'conversation', 'closing', 'new', 'inbox', 'rules', 'ledger', 'agents', 'tasks', 'nib', 'settings-page', 'export']) {
  test(`the smallest window, in German, text at 130 %: ${name}`, { timeout: 600_000 }, async () => {
    const shown = await openView(browser, view(name), { theme: 'light' });
    await shown.page.setViewportSize(LEAST);
    await shown.page.evaluate(() => (document.documentElement.style.fontSize = '20.8px'));
    await settle(shown.page);
    assert.deepEqual(await shown.page.evaluate(misfits), []);
    await shown.close();
  });
}

for (const name of ['conversation', 'ledger', 'tasks', 'agents', 'providers', 'nib', 'panel-process']) {
  test(`a usual window, in German, text at 130 %: ${name}`, { timeout: 600_000 }, async () => {
    const shown = await openView(browser, view(name), { theme: 'light' });
    await shown.page.evaluate(() => (document.documentElement.style.fontSize = '20.8px'));
    await settle(shown.page);
    assert.deepEqual(await shown.page.evaluate(misfits), []);
    assert.deepEqual(await shown.page.evaluate(sideways), []);
    await shown.close();
  });
}

test('the head cuts where the agent works before it cuts the title, and tells the whole of both', { timeout: 600_000 }, async () => {
  const shown = await openView(browser, view('conversation'), { theme: 'light', size: { width: 1400, height: 800 } });
  const head = () => {
    const [title, meta] = ['h1', '.meta'].map((one) => document.querySelector(`header.top ${one}`));
    const cut = (one) => one.scrollWidth > one.clientWidth;
    return { title: title.textContent.trim(), tip: title.title, isCut: cut(title), metaIsCut: cut(meta), meta: meta.clientWidth };
  };
  let before = await shown.page.evaluate(head);
  assert.ok(before.tip.startsWith(`${before.title}\n`), `the tip of the title: ${before.tip}`);
  assert.equal(before.isCut, false);
  for (let width = 1380; !before.isCut && width > 980; width -= 20) {
    await shown.page.setViewportSize({ width, height: 800 });
    await settle(shown.page);
    const now = await shown.page.evaluate(head);
    assert.ok(!now.isCut || now.meta <= 90, `at ${width} px the title is cut, and ${now.meta} px are left to the folder`);
    before = now;
  }
  assert.ok(before.metaIsCut, 'nothing was ever cut');
  await shown.close();
});

/** What is drawn in line: edges that are less than a line's breadth apart are. */
const inLine = (a, b, what) => assert.ok(Math.abs(a - b) <= 1.5, `${what}: ${a} and ${b}`);

test('the words of a conversation, of its notes and of the message box begin on one line, and end on one', { timeout: 600_000 }, async () => {
  const shown = await openView(browser, view('conversation'), { theme: 'light' });
  const edges = await shown.page.evaluate(() => {
    const text = (of) => {
      const range = document.createRange();
      range.selectNodeContents(of);
      return range.getBoundingClientRect();
    };
    const find = (selector) => document.querySelector(selector);
    const box = find('[data-testid=composer-input]').getBoundingClientRect();
    const bubble = [...document.querySelectorAll('[data-testid=row-user] > *')].map((one) => one.getBoundingClientRect().right);
    return {
      words: text(find('[data-testid=row-turn-end]')).left,
      note: text(find('.composer .note')).left,
      typed: box.left,
      rules: [...document.querySelectorAll('[data-testid=row-turn-end] .rule')].slice(0, -1).map((one) => one.getBoundingClientRect().right),
      errors: [...document.querySelectorAll('[data-testid=row-error]')].map((one) => one.getBoundingClientRect().right),
      bubbles: Math.max(...bubble),
    };
  });
  inLine(edges.words, edges.typed, 'what was said and what is typed');
  inLine(edges.note, edges.typed, 'the note over the box and what is typed');
  assert.ok(edges.rules.length > 0 && edges.errors.length > 0);
  for (const right of [...edges.rules, ...edges.errors]) inLine(right, edges.bubbles, 'the right edge of the column');
  await shown.close();
});

test('beside a wide panel the head still names the conversation, and ends where the panel’s does', { timeout: 600_000 }, async () => {
  const shown = await openView(browser, view('panel-terminal'), { theme: 'light' });
  const heads = await shown.page.evaluate(() => {
    const head = document.querySelector('main > header');
    const title = head.querySelector('h1');
    return {
      title: title.getBoundingClientRect().width,
      bottom: head.getBoundingClientRect().bottom,
      panel: document.querySelector('[data-testid=side-panel] header').getBoundingClientRect().bottom,
      mark: head.querySelector('[data-testid=unasked-mark]').textContent.trim(),
    };
  });
  assert.ok(heads.title >= 140, `${heads.title} pixels for the title`);
  assert.equal(heads.bottom, heads.panel);
  assert.match(heads.mark, /ungefragt/, 'what the sign means is heard all the same');
  await shown.close();
});

test('the words of a button are in full ink, whatever stands around it', { timeout: 600_000 }, async () => {
  const shown = await openGallery(browser, { theme: 'light' });
  const faint = await shown.page.evaluate(() => {
    const ink = getComputedStyle(document.body).color;
    return [...document.querySelectorAll('.btn:not(.ghost, .primary, .danger, :disabled, [aria-disabled=true])')]
      .filter((one) => getComputedStyle(one).color !== ink)
      .map((one) => one.textContent.trim());
  });
  assert.deepEqual(faint, []);
  await shown.close();
});

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
    const frame = document.createElement('div');
    Object.assign(frame.style, { width: '60px', overflow: 'hidden' });
    const half = document.createElement('button');
    half.textContent = 'Abbrechen';
    Object.assign(half.style, { position: 'relative', left: '-30px' });
    frame.append(half);
    document.body.append(cut, far, frame);
  });
  assert.deepEqual(await shown.page.evaluate(misfits), [
    'cut: p. “Donaudampfschifffahrtsgesellschaft”',
    'outside: p. “weit draußen”',
    'cut off: button. “Abbrechen”',
  ]);
  await shown.close();
});
