// The transcript where it is laid out: the reader's place, what is mounted, what moves.
import assert from 'node:assert/strict';
import { inAPage, recording } from './harness/replay.mjs';

const body = {
  user: (n) => ({ kind: 'user', text: `question ${n}`, attachments: [], operation: false, delivery: 'sent' }),
  tool: (n) => ({
    kind: 'tool',
    name: 'Bash',
    tool: 'execute',
    subject: `ls ${n}`,
    state: { state: 'succeeded' },
    allowedBy: null,
    unasked: false,
    args: '{}',
    output: 'text',
    durationMs: 100,
  }),
};
const prose = (text) => ({ kind: 'prose', html: `<p>${text}</p>` });

/** A conversation of this many rows: messages, thinking, tools, answers of very different lengths. */
function conversation(length) {
  return async () => {
    const base = await recording();
    const rows = Array.from({ length }, (_, n) => {
      const row = (what, blocks) => ({
        row: { id: `x${n}`, turn: `t${Math.floor(n / 5)}`, startedAt: 1_764_300_000_000 + n, open: false, body: what },
        blocks,
      });
      switch (n % 5) {
        case 0:
          return row(body.user(n), []);
        case 1:
          return row({ kind: 'thinking', durationMs: 900 }, Array.from({ length: 4 }, () => prose(`thought ${'and more '.repeat(40)}`)));
        case 2:
          return row(body.tool(n), [
            { kind: 'terminal', html: `<pre class="ansi">${Array.from({ length: n % 37 }, (_, i) => `line ${i}`).join('\n')}</pre>` },
          ]);
        case 3:
          return row(
            { kind: 'text' },
            Array.from({ length: 3 + ((n * 7) % 60) }, (_, i) => prose(`answer ${n} part ${i} ${'lorem ipsum dolor '.repeat((7 * (n + i)) % 50)}`)),
          );
        default:
          return row({ kind: 'turnEnd', outcome: { kind: 'completed' }, durationMs: 63_000, usage: null }, []);
      }
    });
    const header = {
      ...base.conversations['0193-rows'].header,
      turnStartedAt: null,
      activity: 'idle',
      agentEnded: false,
      rowCount: rows.length,
    };
    const other = { header: { ...header, title: 'Other', rowCount: 1 }, rows: rows.slice(3, 4) };
    return {
      ...base,
      conversations: { '0193-rows': { header, rows }, '0193-other': other },
      list: [base.list[0], { ...base.list[0], id: '0193-other', title: 'Other' }],
      reply: Array.from({ length: 4 }, () => 'streaming words go on and on '.repeat(10)),
    };
  };
}

const transcript = (page) => page.getByTestId('transcript');

async function wheel(page, by) {
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, by);
}

/** Remembers a block that can be seen near the top, and where it is; answers whether there was one. */
function note(page) {
  return page.evaluate(() => {
    const scroller = document.querySelector('[data-testid=transcript]');
    const frame = scroller.getBoundingClientRect();
    for (let y = 20; y < frame.height - 20; y += 5) {
      const element = document.elementFromPoint(frame.left + frame.width / 2 - 120, frame.top + y);
      const block = element?.closest('.segment > *');
      if (!block) continue;
      globalThis.noted = block;
      globalThis.notedTop = block.getBoundingClientRect().top;
      return true;
    }
    return false;
  });
}

/** How far the block that was noted has moved, in pixels. */
function moved(page) {
  return page.evaluate(() => {
    if (!globalThis.noted.isConnected) throw new Error('what was read is not in the page any more');
    return globalThis.noted.getBoundingClientRect().top - globalThis.notedTop;
  });
}

async function until(what, check) {
  for (let tries = 0; tries < 400; tries++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never saw ${what}`);
}

/** Lets everything that a change set off come to rest. */
function rest(page) {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 120)))),
  );
}

/** Scrolls up until something is read in the middle of the conversation. */
async function readUp(page, by = 6000) {
  for (let done = 0; done < by; done += 500) {
    await wheel(page, -500);
    await rest(page);
  }
  await until('a block to read', () => note(page));
}

/**
 * Scrolls in steps, and sees each time that what is read has moved by just as much. Answers how many
 * steps could be measured: those with a block to read that was still there afterwards, and that `counts`.
 */
async function readOn(page, by, steps, counts = () => true) {
  let read = 0;
  for (let step = 0; step < steps; step++) {
    const counted = (await note(page)) && (await counts());
    await wheel(page, by);
    await rest(page);
    if (!counted) continue;
    const went = await page.evaluate(() => (globalThis.noted.isConnected ? globalThis.notedTop - globalThis.noted.getBoundingClientRect().top : null));
    if (went === null) continue;
    read++;
    assert.ok(Math.abs(went - by) <= 1, `step ${step}: ${by} px were scrolled and the text moved ${went}`);
  }
  return read;
}

inAPage('C76 a conversation of 10,000 rows opens with few of them in the page', { recording: conversation(10_000) }, async (page) => {
  const rows = await page.locator('[data-place]').count();
  const nodes = await page.evaluate(() => document.querySelectorAll('[data-testid=transcript] *').length);
  assert.ok(rows > 0 && rows < 400, `${rows} rows are mounted`);
  assert.ok(nodes < 1500, `${nodes} nodes are mounted`);
  await readUp(page, 9000);
  const later = await page.evaluate(() => document.querySelectorAll('[data-testid=transcript] *').length);
  assert.ok(later < 1500, `${later} nodes are mounted further up`);
});

/** A conversation whose last message has so many blocks. */
function long(blocks, words = 60) {
  const made = conversation(5);
  return async () => {
    const of = await made();
    const text = of.conversations['0193-rows'].rows[3];
    text.blocks = Array.from({ length: blocks }, (_, n) => prose(`block ${n} ${'lorem ipsum dolor '.repeat((7 * n) % words)}`));
    return of;
  };
}

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

inAPage('C81 nothing jumps while the reader scrolls up through rows that were never measured', { recording: conversation(600) }, async (page) => {
  await readUp(page, 2000);
  const first = () => page.evaluate(() => Number(document.querySelector('[data-place]').dataset.place));
  const before = await first();
  const read = await readOn(page, -240, 60, () => transcript(page).evaluate((element) => element.scrollTop >= 400));
  assert.ok(read > 20, `only ${read} steps could be measured`);
  assert.ok((await first()) < before);
});

inAPage('C81 what is folded and unfolded above the window moves nothing in it', { recording: conversation(300) }, async (page) => {
  await readUp(page, 2000);
  const above = () =>
    page.evaluate(() => {
      const top = document.querySelector('[data-testid=transcript]').getBoundingClientRect().top;
      const heads = [...document.querySelectorAll('[data-testid=row-thinking] > button')];
      const head = heads.findLast((one) => one.getBoundingClientRect().bottom < top);
      if (!head) return false;
      globalThis.head = head;
      return true;
    });
  await until('thinking above the window', async () => {
    if (await above()) return true;
    await wheel(page, -200);
    await rest(page);
    return above();
  });
  for (const expanded of ['true', 'false']) {
    assert.ok(await note(page));
    await page.evaluate(() => globalThis.head.click());
    await rest(page);
    assert.equal(await page.evaluate(() => globalThis.head.getAttribute('aria-expanded')), expanded);
    assert.ok(Math.abs(await moved(page)) <= 1, `the text moved by ${await moved(page)}`);
  }
});

inAPage('C80 C82 sending, streaming, a turn’s end and a growing composer leave the reader alone', { recording: conversation(300) }, async (page) => {
  await wheel(page, -900);
  await rest(page);
  await until('a block to read', () => note(page));
  const input = page.getByTestId('composer-input');
  await input.fill('a\n'.repeat(10));
  await rest(page);
  assert.ok(Math.abs(await moved(page)) <= 1, `the composer moved the text by ${await moved(page)}`);
  await input.fill('go on');
  await input.press('Enter');
  await until('the pill', async () => /\d+ new/.test((await page.getByTestId('to-end').textContent()) ?? ''));
  // The turn's end is the third row that is new.
  await until('the end of the turn', async () => /3 new/.test((await page.getByTestId('to-end').textContent()) ?? ''));
  assert.ok(Math.abs(await moved(page)) <= 1, `the turn moved the text by ${await moved(page)}`);
  // Only the end resumes the following.
  await page.getByTestId('to-end').click();
  await until('the end', () => transcript(page).evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight <= 4));
  assert.equal(await page.getByTestId('to-end').count(), 0);
});

/** A message under way in each of its states that pass, with a row below each. */
const PASSING = ['waiting', 'sent', 'seen', 'queuedByAgent', 'injected'];
async function underWay() {
  const made = await conversation(PASSING.length * 2)();
  const { header, rows } = made.conversations['0193-rows'];
  const other = rows[4];
  const shown = PASSING.flatMap((delivery, n) => [
    { row: { ...rows[0].row, id: `u${n}`, body: { ...body.user(1), delivery } }, blocks: [] },
    { ...other, row: { ...other.row, id: `e${n}` } },
  ]);
  return { ...made, conversations: { ...made.conversations, '0193-rows': { header, rows: shown } } };
}

inAPage('C81 a message is as high while it is on its way as when it has come, and its mark covers nothing', { recording: underWay }, async (page) => {
  await page.locator('[data-testid=row-turn-end]').nth(PASSING.length - 1).waitFor();
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll('[data-testid=row-user]')].map((one) => ({
      height: one.closest('[data-place]').getBoundingClientRect().height,
      words: one.lastElementChild.textContent.trim(),
      over: one.lastElementChild.getBoundingClientRect().bottom - one.closest('[data-place]').getBoundingClientRect().bottom,
    })),
  );
  assert.deepEqual(
    seen.map(({ words }) => words),
    ['not sent yet', 'sent', 'seen by the agent', 'queued by the agent', 'taken into the running turn'],
  );
  assert.deepEqual(new Set(seen.map(({ height }) => height)).size, 1, JSON.stringify(seen));
  assert.ok(seen.every(({ over }) => over <= 0), JSON.stringify(seen));
});

/** Goes to another conversation from a block that is noted, and back to find it where it was. */
async function leaveAndReturn(page) {
  const text = await page.evaluate(() => globalThis.noted.textContent);
  const top = await page.evaluate(() => globalThis.notedTop);
  await page.getByText('Other').first().click();
  await until('the other conversation', async () => (await page.locator('[data-place]').count()) === 1);
  await page.getByText('Every kind of row').first().click();
  const now = () =>
    page.evaluate((wanted) => {
      const block = [...document.querySelectorAll('.segment > *')].find((one) => one.textContent === wanted);
      return block ? block.getBoundingClientRect().top : null;
    }, text);
  await until(`“${text.slice(0, 40)}” where it was`, async () => {
    const at = await now();
    return at !== null && Math.abs(at - top) <= 1;
  });
}

inAPage('C82 a reader who looks at another conversation finds the place again', { recording: conversation(300) }, async (page) => {
  await readUp(page, 3000);
  await leaveAndReturn(page);
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

/** The same conversation with a text that is found in one row. */
function findable(length, place) {
  const made = conversation(length);
  return async () => {
    const of = await made();
    return { ...of, answers: { ...of.answers, find_in_conversation: { rows: [{ place, count: 1 }], cut: false } } };
  };
}

const PLACE = 503;
inAPage('C81 what is found far up is gone to directly, and the text stays where it is on both sides of it', { recording: findable(10_000, PLACE) }, async (page) => {
  await page.keyboard.press('Control+f');
  await page.getByTestId('find-input').fill(`answer ${PLACE} part 0`);
  const started = Date.now();
  await until('the row', async () => (await page.locator(`[data-place="${PLACE}"]`).count()) === 1);
  assert.ok(Date.now() - started < 10_000);
  await rest(page);
  const seen = () =>
    page.evaluate((place) => {
      const row = document.querySelector(`[data-place="${place}"]`).getBoundingClientRect();
      const frame = document.querySelector('[data-testid=transcript]').getBoundingClientRect();
      return row.bottom > frame.top && row.top < frame.bottom;
    }, PLACE);
  assert.ok(await seen());
  // What lies between is not loaded: only what is around the place, and the end.
  await page.getByTestId('find-input').press('Escape');
  await until('a block to read', () => note(page));
  await rest(page);
  assert.ok(Math.abs(await moved(page)) <= 1, `the text moved by ${await moved(page)} after the jump`);
  for (const by of [400, -400]) {
    const read = await readOn(page, by, 40);
    assert.ok(read > 15, `only ${read} steps could be measured`);
  }
  await page.getByTestId('to-end').click();
  await until('the end', () => transcript(page).evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight <= 4));
  await until('the last row', async () => (await page.locator('[data-place="9999"]').count()) === 1);
});

inAPage('C81 rows that are missing between two places are loaded when they come into sight', { recording: findable(3_000, PLACE) }, async (page) => {
  await page.keyboard.press('Control+f');
  await page.getByTestId('find-input').fill(`answer ${PLACE} part 0`);
  await until('the row', async () => (await page.locator(`[data-place="${PLACE}"]`).count()) === 1);
  await page.getByTestId('find-input').press('Escape');
  await rest(page);
  await transcript(page).evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
  await until('rows in the middle', () =>
    page.evaluate(() => {
      const frame = document.querySelector('[data-testid=transcript]').getBoundingClientRect();
      const rows = [...document.querySelectorAll('[data-place]')].map((row) => row.getBoundingClientRect());
      return rows.some((row) => row.top <= frame.top + 200 && row.bottom >= frame.top) && rows.some((row) => row.bottom >= frame.bottom - 200);
    }),
  );
  await until('a block to read', () => note(page));
  await rest(page);
  assert.ok(Math.abs(await moved(page)) <= 1, `the text moved by ${await moved(page)}`);
});

const fromEnd = (page) => transcript(page).evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);

/** For who asked for less motion heights may not come late either: they did, by transitions of no length. */
for (const reducedMotion of ['no-preference', 'reduce']) {
  inAPage(`C82 a conversation opens at its end and stays there, with motion: ${reducedMotion}`, { recording, reducedMotion }, async (page) => {
    await rest(page);
    await until('rest', async () => {
      const before = await transcript(page).innerHTML();
      await rest(page);
      return (await transcript(page).innerHTML()) === before;
    });
    assert.ok((await fromEnd(page)) <= 1, `it opened ${await fromEnd(page)} px before its end`);
    assert.equal(await page.getByTestId('to-end').count(), 0);
    for (const [width, height] of [[700, 500], [1400, 1000], [900, 420], [1180, 800]]) {
      await page.setViewportSize({ width, height });
      await rest(page);
      assert.ok((await fromEnd(page)) <= 1, `at ${width} × ${height} it is ${await fromEnd(page)} px before its end`);
      assert.equal(await page.getByTestId('to-end').count(), 0);
    }
  });
}

inAPage('C82 what is lower or higher for a moment in the list does not lose its end', { recording: conversation(300) }, async (page) => {
  const seen = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    const list = document.querySelector('[data-testid=transcript]');
    const lost = [];
    const change = (what, apply) => {
      for (const row of list.querySelectorAll('[data-place]')) apply(row);
      list.getBoundingClientRect();
      if (document.querySelector('[data-testid=to-end]')) lost.push(what);
    };
    const height = (to) => (row) => (row.style.height = to);
    for (let round = 0; round < 4; round++) {
      // Back before the page is drawn: nothing has another size, there is only the scroll.
      change('lower', height('10px'));
      change('as before', height(''));
      await frame();
      change('much higher', height('400px'));
      if (round % 2 === 0) await frame();
      change('lower', height('10px'));
      await frame();
      change('as before', height(''));
      for (let n = 0; n < 3; n++) await frame();
      if (document.querySelector('[data-testid=to-end]')) lost.push('after it');
    }
    return lost;
  });
  await rest(page);
  assert.deepEqual(seen, []);
  assert.equal(await page.getByTestId('to-end').count(), 0);
  assert.ok((await fromEnd(page)) <= 1, `it is ${await fromEnd(page)} px before its end`);
});

inAPage('C80 the end is left by wheel and by keys, and reached again', { recording: conversation(300) }, async (page) => {
  const pill = page.getByTestId('to-end');
  const back = async () => {
    for (let n = 0; (await pill.count()) > 0 && n < 40; n++) {
      await wheel(page, 500);
      await rest(page);
    }
    assert.ok((await fromEnd(page)) <= 4);
  };
  await wheel(page, -300);
  await pill.waitFor();
  await back();
  for (const key of ['PageUp', 'ArrowUp', 'Home']) {
    await transcript(page).focus();
    await page.keyboard.press(key);
    await pill.waitFor();
    await pill.click();
    await until(`the end after ${key}`, async () => (await fromEnd(page)) <= 1);
    assert.equal(await pill.count(), 0);
  }
});

inAPage('C82 the end is not lost to what comes and goes above and below the list', { recording: conversation(300) }, async (page) => {
  const lost = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    const list = document.querySelector('[data-testid=transcript]');
    const main = list.closest('main');
    const above = document.createElement('div');
    const below = document.createElement('div');
    above.style.flex = below.style.flex = 'none';
    main.insertBefore(above, list.parentElement);
    main.append(below);
    const seen = [];
    const look = (what) => {
      if (document.querySelector('[data-testid=to-end]')) seen.push(what);
    };
    for (const heights of [[[below, 300], [below, 0], [below, 260]], [[above, 120], [below, 0], [above, 40]], [[below, 400], [above, 0], [below, 10], [below, 350]], [[below, 0], [above, 0], [below, 200]]]) {
      for (const [element, height] of heights) {
        element.style.height = `${height}px`;
        // Laid out at once: the browser clamps the place, and tells of it at the next frame.
        list.getBoundingClientRect();
        if (height % 100 === 0) await frame();
        look(`${height}`);
      }
      await frame();
      await frame();
      look('after it');
    }
    return { seen, from: list.scrollHeight - list.scrollTop - list.clientHeight };
  });
  await rest(page);
  assert.deepEqual(lost.seen, []);
  assert.equal(await page.getByTestId('to-end').count(), 0);
  assert.ok(await transcript(page).evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight <= 4));
});

inAPage('C83 a selection survives the stream that it is made in', { recording: conversation(20) }, async (page) => {
  const input = page.getByTestId('composer-input');
  await input.fill('go on');
  await input.press('Enter');
  const words = 'streaming words go on';
  await until('some of the answer', async () => (await page.getByText(words).count()) > 0);
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('[data-testid=transcript]'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(wanted);
      if (at >= 0) {
        document.getSelection().setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
    }
  }, words);
  const turnEnds = () => page.getByTestId('row-turn-end').count();
  const before = await turnEnds();
  await until('the end of the turn', async () => (await turnEnds()) > before);
  assert.equal(await page.evaluate(() => document.getSelection().toString()), words);
});

inAPage('C83 rows a selection begins in stay when they are scrolled away', { recording: conversation(300) }, async (page) => {
  await readUp(page, 1500);
  const place = await page.evaluate(() => {
    const row = globalThis.noted.closest('[data-place]');
    document.getSelection().selectAllChildren(globalThis.noted);
    return row.dataset.place;
  });
  await rest(page);
  await readUp(page, 20_000);
  assert.equal(await page.locator(`[data-place="${place}"]`).count(), 1);
  assert.notEqual(await page.evaluate(() => document.getSelection().toString()), '');
  await page.evaluate(() => document.getSelection().removeAllRanges());
  await until('the row to be let go', async () => (await page.locator(`[data-place="${place}"]`).count()) === 0);
});

inAPage('C79 nothing moves while nothing happens, and nothing at all for who asked for that', { recording, reducedMotion: 'reduce' }, async (page) => {
  // The recording ends in a turn that runs: its bar stands still here.
  await rest(page);
  const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length);
  assert.equal(moving, 0);
});

inAPage('C79 an idle window plays no animation and asks for no frame', { recording: conversation(60) }, async (page) => {
  await rest(page);
  const frames = await page.evaluate(async () => {
    let asked = 0;
    const real = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (callback) => {
      asked++;
      return real(callback);
    };
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return { asked, moving: document.getAnimations().filter((one) => one.playState === 'running').length };
  });
  assert.deepEqual(frames, { asked: 0, moving: 0 });
});

inAPage('C36 nothing that a conversation showed outlives the leaving of it', { recording: conversation(60) }, async (page) => {
  const noteAll = () =>
    page.evaluate(() => {
      const all = document.querySelectorAll('[data-testid=transcript] :is([data-place], .part, .part > *)');
      (globalThis.shown ??= []).push(...[...all].map((element) => new WeakRef(element)));
      return globalThis.shown.length;
    });
  const atFirst = await noteAll();
  await readUp(page, 3000);
  assert.ok((await noteAll()) > atFirst && atFirst > 0);
  await page.evaluate(() => (globalThis.noted = undefined));
  await page.getByText('Other').first().click();
  await until('the other conversation', async () => (await page.locator('[data-place]').count()) === 1);
  await until('all that was shown to be collected', async () => {
    await page.requestGC();
    return page.evaluate(() => globalThis.shown.every((one) => one.deref() === undefined));
  });
});
