// A message of thousands of blocks: what of it is in the page and in memory, and what moves.
import assert from 'node:assert/strict';
import { until } from '../desktop/harness/until.mjs';
import { inAPage } from './harness/replay.mjs';
import { leaveAndReturn, long, note, readOn, readUp, rest, transcript } from './harness/transcripts.mjs';

inAPage('C78 C81 of a message of 3,000 blocks the page has what can be seen, and nothing jumps in it', { recording: long(3_000) }, async (page) => {
  const count = (what) => transcript(page).evaluate((element, selector) => element.querySelectorAll(selector).length, what);
  // A chapter is a hundred blocks, a segment ten: what is far away is a chapter alone.
  const few = async () => (await count('.chapter')) === 30 && (await count('.segment')) <= 40 && (await count('*')) < 500;
  await until('few parts at the end', few);
  for (let far = 0; far < 3; far++) {
    const read = await readOn(page, -240, 25);
    assert.ok(read > 10, `only ${read} steps could be measured`);
    await transcript(page).evaluate((element) => (element.scrollTop /= 2));
    await until('few parts far up', few);
  }
});

/** A conversation whose last message grows to so many blocks while it is looked at, forty at a time. */
function growing(blocks) {
  const made = long(blocks, 12);
  return async () => {
    const of = await made();
    const { rows } = of.conversations['0193-rows'];
    const last = rows[3];
    rows.length = 3;
    const row = { ...last.row, open: true };
    const steps = Array.from({ length: Math.ceil(blocks / 40) }, (_, n) => ({
      after: 60,
      conversation: '0193-rows',
      rows: [{ place: 3, row, blocks: last.blocks.slice(0, (n + 1) * 40) }],
    }));
    return { ...of, steps };
  };
}

/** Notes every block that the window is given, without keeping it. */
const noteBlocks = (page) =>
  page.addInitScript(() => {
    const clone = globalThis.structuredClone;
    globalThis.given = [];
    globalThis.structuredClone = (value) => {
      const copy = clone(value);
      const rows = copy.conversation?.rows ?? [];
      const blocks = rows.flatMap((row) => (row.place === 3 ? row.blocks.map(([, block]) => block) : []));
      globalThis.given.push(...[...blocks, ...(copy.blocks ?? [])].map((block) => new WeakRef(block)));
      return copy;
    };
  });

/** How many blocks the window has, of those it was given. */
async function held(page) {
  await page.requestGC();
  return page.evaluate(() => {
    globalThis.most = Math.max(globalThis.most ?? 0, globalThis.given.length);
    return (globalThis.given = globalThis.given.filter((one) => one.deref())).length;
  });
}

/** The numbers of the blocks in the page, in its order. */
const numbers = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-place="3"] .segment > *')].map((block) => Number(/^block (\d+) /.exec(block.textContent)[1])),
  );

inAPage(
  'C78 C81 of an answer that grows the page holds its end and what is read, and every block is there again for who reads up',
  { recording: growing(1_500), prepare: noteBlocks },
  async (page) => {
    const atEnd = async () => (await numbers(page)).at(-1) === 1499;
    let most = 0;
    await until('the whole answer', async () => {
      most = Math.max(most, await held(page));
      return atEnd();
    });
    assert.ok(most > 300 && most < 800, `${most} blocks were held while it grew`);
    assert.ok((await held(page)) < 600, `${await held(page)} blocks are held in the end`);
    const seen = new Set(await numbers(page));
    // A chapter at a time, from the end to the first block.
    let read = 0;
    for (let step = 0; step < 200 && !seen.has(0); step++) {
      read += await readOn(page, -900, 1);
      await until('text where it is read', () => note(page));
      const there = await numbers(page);
      assert.deepEqual(there, [...new Set(there)].sort((a, b) => a - b), 'the blocks are in order, each once');
      for (const block of there) seen.add(block);
      if (step % 20 === 0) assert.ok((await held(page)) < 1300, `${await held(page)} blocks are held at step ${step}`);
    }
    assert.equal(seen.size, 1_500);
    assert.ok(read > 40, `only ${read} steps could be measured`);
  },
);

/** The same with a text that is found in a block of it, far from its end. */
function findableIn(blocks, block) {
  const made = long(blocks);
  return async () => {
    const of = await made();
    const found = { find_in_conversation: { rows: [{ place: 3, count: 2 }], cut: false }, find_in_row: { block, nth: 1 } };
    return { ...of, answers: { ...of.answers, ...found } };
  };
}

inAPage('C81 what is found in a part of a long message that is not in the page is gone to, and it is that one', { recording: findableIn(3_000, 1234) }, async (page) => {
  await page.keyboard.press('Control+f');
  await page.getByTestId('find-input').fill('LOREM IPSUM');
  const found = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights?.get('found-now') ?? [];
      const block = range?.startContainer.parentElement?.closest('.segment > *');
      if (!block) return null;
      const before = document.createRange();
      before.setStart(block, 0);
      before.setEnd(range.startContainer, range.startOffset);
      const frame = document.querySelector('[data-testid=transcript]').getBoundingClientRect();
      const box = range.getBoundingClientRect();
      const inSight = box.top >= frame.top && box.bottom <= frame.bottom;
      return [String(range), /^block \d+/.exec(block.textContent)[0], before.toString().split('lorem').length - 1, inSight].join(', ');
    });
  await until('the second one in its block', async () => (await found()) === 'lorem ipsum, block 1234, 1, true');
});

inAPage('C82 the place is found again in a part of a long message that the window has let go', { recording: long(3_000) }, async (page) => {
  await transcript(page).evaluate((element) => (element.scrollTop /= 2));
  await until('text in the middle', () => note(page));
  await readUp(page, 1500);
  await leaveAndReturn(page);
  await rest(page);
  const read = await readOn(page, -240, 12);
  assert.ok(read > 6, `only ${read} steps could be measured`);
});
