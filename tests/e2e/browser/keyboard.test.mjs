// The window by keyboard and by ear: what is said aloud while an agent speaks, and that every control is reached.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { UI, launch, openView } from './harness/chromium.mjs';
import { HEARD, PAGES } from './harness/views.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const view = (name) => [...PAGES, ...HEARD].find((one) => one.name === name);

async function until(what, check) {
  for (let tries = 0; tries < 600; tries++) {
    const found = await check();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never saw ${what}`);
}

/** Writes down every text that comes into a live region, as a screen reader would say it. */
function listen() {
  globalThis.heard = [];
  const live = (node) => {
    const region = (node instanceof Element ? node : node.parentElement)?.closest(
      '[aria-live], [role=status], [role=alert], [role=log]',
    );
    const how = region?.getAttribute('aria-live') ?? (region?.matches('[role=alert]') ? 'assertive' : 'polite');
    return region && how !== 'off' ? region : null;
  };
  new MutationObserver((records) => {
    const regions = new Set(records.map(({ target }) => live(target)).filter((one) => one !== null));
    for (const region of regions) {
      const text = region.textContent.trim();
      if (text !== '') globalThis.heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** A conversation that is opened empty, in which then something happens. */
async function happening(rows) {
  const tour = JSON.parse(await readFile(`${UI}src/host/recordings/tour.json`, 'utf8'));
  const steps = rows.map((row, place) => ({ after: 60, conversation: '0193-guide', rows: [{ place, ...row }] }));
  const body = `export default ${JSON.stringify({ ...tour, steps })};`;
  return browser.open('replay.html?theme=light&conversation=0193-guide', {
    prepare: async (page) => {
      await page.route('**/assets/tour-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
      await page.addInitScript(listen);
    },
  });
}

const row = (place, body, html) => ({
  row: { id: `x/${place}`, turn: 't1', startedAt: 0, open: true, body },
  blocks: html ? [{ kind: 'prose', html: `<p>${html}</p>` }] : [],
});

test('C89 start, request and end are said once each, and no word of what streams', { timeout: 600_000 }, async () => {
  const tour = JSON.parse(await readFile(`${UI}src/host/recordings/tour.json`, 'utf8'));
  const asks = tour.conversations['0193-ask'].rows[2].row.body;
  const words = 'a long answer that comes in very many small parts'.split(' ');
  const shown = await happening([
    row(0, { kind: 'user', text: 'Go on', attachments: [], operation: false, delivery: 'sent' }),
    ...words.map((_, n) => ({ ...row(1, { kind: 'text' }, words.slice(0, n + 1).join(' ')), place: 1 })),
    { ...row(2, asks), place: 2 },
    { ...row(2, asks), place: 2 },
    { ...row(3, { kind: 'turnEnd', outcome: { kind: 'completed' }, durationMs: 900, usage: null }), place: 3 },
  ]);
  const { page } = shown;
  await page.waitForSelector('[data-testid=row-turn-end]', { timeout: 180_000 });
  const log = page.getByRole('log');
  assert.equal(await log.getAttribute('aria-live'), 'off', 'the transcript itself says nothing');
  assert.match(await log.ariaSnapshot(), /a long answer that comes in very many small parts/);
  const heard = await until('the end being said', () =>
    page.evaluate(() => (globalThis.heard.length >= 3 ? globalThis.heard : null)),
  );
  assert.deepEqual(heard, [
    'Guide is working.',
    'Guide asks: Open an address?',
    'Turn ended: Done.',
  ]);
  await shown.close();
});

/** Names a control for good: a row of the transcript that comes back is made of new elements. */
function naming() {
  globalThis.nameOf = (element) => {
    const row = element.closest('[data-place]');
    if (!row) return element;
    const like = [...row.querySelectorAll(element.localName)];
    return `${row.dataset.place} ${element.localName} ${like.indexOf(element)}`;
  };
}

/** Writes down every control that gets the focus, and those that do not show it. */
function follow() {
  globalThis.stops = [];
  globalThis.unseen = [];
  // The edges of the boxes around what is written in, while nothing has the focus.
  const edgeOf = (one) => getComputedStyle(one).borderTopColor;
  const edges = new Map([...document.querySelectorAll('textarea')].map(({ parentElement: box }) => [box, edgeOf(box)]));
  const edgeChanges = (one) =>
    edges.has(one) && (edgeOf(one) !== edges.get(one) || one.getAnimations().some((change) => /^border/.test(change.transitionProperty)));
  document.addEventListener('focusin', ({ target: element }) => {
    if (globalThis.stops.includes(globalThis.nameOf(element))) return;
    globalThis.stops.push(globalThis.nameOf(element));
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const entry = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    // Of its own, beside it, around the box that it stands in, or at the entry of a list that the arrow keys move.
    const around = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement, entry];
    const ringed = around.some((one) => {
      const look = one && getComputedStyle(one);
      return look && (look.outlineStyle !== 'none' || look.boxShadow !== 'none' || edgeChanges(one));
    });
    if (ringed && box.width > 0 && box.height > 0 && style.visibility === 'visible') return;
    const name = element.dataset.testid ?? element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    globalThis.unseen.push(`${element.localName} ${name}`);
  });
}

/** Everything that a pointer could press and the Tab key has not stopped at, but for what arrow keys reach. */
function unreached() {
  // The pencil of a message is in the menu beside it too; the way to the end is the End key as well.
  const byArrows = '[data-testid=to-end], [data-testid=message-edit], [role=treeitem] *, [role=treeitem], [role=menuitem], [role=menuitemradio], [role=tab], [role=option]';
  const pressed = 'a[href], button, input, select, textarea, summary, [role=button], [tabindex="0"]';
  return [...document.querySelectorAll(pressed)]
    .filter((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [aria-hidden=true]'))
    .filter((one) => !one.matches(byArrows) && !(one.type === 'radio' && !one.checked))
    .filter((one) => !globalThis.stops.includes(globalThis.nameOf(one)))
    .map((one) => one.outerHTML.slice(0, 120));
}

/** As many stops as are made between two looks, and how often none of them may be new before it ends. */
const STRIDE = 20;
const ROUNDS = 3;
/** How often while something is missing: rows come and go on the way, on a slow machine behind the keys. */
const PATIENT_ROUNDS = 15;

const VIEWS = ['approval', 'conversation', 'inbox', 'rules', 'ledger', 'providers', 'new', 'key'];
const MORE = ['settings-page', 'agents', 'agent-form', 'tasks', 'nib', 'panel-traffic'];

for (const name of [...VIEWS, ...MORE]) {
  test(`every control is reached by the keyboard, and seen to be: ${name}`, { timeout: 600_000 }, async () => {
    const shown = await openView(browser, view(name), { theme: 'light' });
    const { page } = shown;
    await page.evaluate(() => document.querySelector('dialog[open]') ?? document.activeElement?.blur());
    await page.evaluate(naming);
    await page.evaluate(follow);
    // Round the page until nothing new comes: rows may come and go on the way, and their order with them.
    let missed = [];
    for (let stops = 0, still = 0; still < (missed.length > 0 ? PATIENT_ROUNDS : ROUNDS) && stops < 2_000; ) {
      for (let n = 0; n < STRIDE; n++) await page.keyboard.press('Tab');
      const now = await page.evaluate(() => globalThis.stops.length);
      still = now === stops ? still + 1 : 0;
      stops = now;
      missed = await missing(page);
    }
    assert.deepEqual(await page.evaluate(() => globalThis.unseen), [], 'the focus is seen wherever it is');
    assert.deepEqual(missed, []);
    await shown.close();
  });
}

/** What is still to be reached; behind a dialog nothing is. */
async function missing(page) {
  const missed = await page.evaluate(unreached);
  const inside = await page.evaluate(() => document.querySelector('dialog[open]')?.innerHTML);
  return inside === undefined ? missed : missed.filter((html) => inside.includes(html));
}

/** The rings around what has the focus that are cut at a side, where nothing can be scrolled to show them. */
function cutRings() {
  const found = [];
  for (const one of document.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]')) {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert]')) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement !== one) continue;
    const ringed = [one, one.nextElementSibling].find((each) => each && getComputedStyle(each).outlineStyle === 'solid');
    if (!ringed) continue;
    const look = getComputedStyle(ringed);
    const out = parseFloat(look.outlineOffset) + parseFloat(look.outlineWidth);
    const box = ringed.getBoundingClientRect();
    for (let frame = ringed.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowX === 'visible' || frame.scrollWidth > frame.clientWidth + 1) continue;
      const edge = frame.getBoundingClientRect();
      if (box.left - out < edge.left - 0.5 || box.right + out > edge.right + 0.5) {
        found.push(`${one.localName} “${one.textContent.trim().slice(0, 40)}” in .${frame.classList[0]}`);
      }
    }
  }
  return found;
}

for (const name of ['approval', 'inbox', 'new', 'conversation', 'ledger', 'settings-page', 'agents', 'agent-form', 'palette', 'panel-process']) {
  test(`the ring of what has the focus is whole: ${name}`, { timeout: 300_000 }, async () => {
    const shown = await openView(browser, view(name), { theme: 'light' });
    // A ring is there for who came by keyboard.
    await shown.page.keyboard.press('Tab');
    assert.deepEqual(await shown.page.evaluate(cutRings), []);
    await shown.close();
  });
}
