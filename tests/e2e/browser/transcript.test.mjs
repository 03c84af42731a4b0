// The transcript where it is laid out: the reader's place, what is mounted, what moves.
import assert from 'node:assert/strict';
import { until } from '../desktop/harness/until.mjs';
import { inAPage, recording } from './harness/replay.mjs';
import { body, conversation, leaveAndReturn, moved, note, readOn, readUp, rest, transcript, wheel } from './harness/transcripts.mjs';

inAPage('C76 a conversation of 10,000 rows opens with few of them in the page', { recording: conversation(10_000) }, async (page) => {
  const rows = await page.locator('[data-place]').count();
  const nodes = await page.evaluate(() => document.querySelectorAll('[data-testid=transcript] *').length);
  assert.ok(rows > 0 && rows < 400, `${rows} rows are mounted`);
  assert.ok(nodes < 1500, `${nodes} nodes are mounted`);
  await readUp(page, 9000);
  const later = await page.evaluate(() => document.querySelectorAll('[data-testid=transcript] *').length);
  assert.ok(later < 1500, `${later} nodes are mounted further up`);
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
    await until('a block to read', () => note(page));
    await page.evaluate(() => globalThis.head.click());
    await until(`the thinking to be ${expanded}`, async () => (await page.evaluate(() => globalThis.head.getAttribute('aria-expanded'))) === expanded);
    await rest(page);
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
  await page.getByTestId('to-end').waitFor({ state: 'detached' });
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

inAPage('C82 a reader who looks at another conversation finds the place again', { recording: conversation(300) }, async (page) => {
  await readUp(page, 3000);
  await leaveAndReturn(page);
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
  await until('the row in sight', () =>
    page.evaluate((place) => {
      const row = document.querySelector(`[data-place="${place}"]`).getBoundingClientRect();
      const frame = document.querySelector('[data-testid=transcript]').getBoundingClientRect();
      return row.bottom > frame.top && row.top < frame.bottom;
    }, PLACE),
  );
  assert.ok(Date.now() - started < 10_000);
  await rest(page);
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
    await pill.waitFor({ state: 'detached' });
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

/** As the list tells it too, the turn of the recording runs. */
const atWork = async () => {
  const running = await recording();
  running.list[0].activity = 'running';
  return running;
};

inAPage('C79 the list stands still while agents work; what moves is in the conversation', { recording: atWork }, async (page) => {
  const moving = (where) =>
    page.evaluate((where) => document.getAnimations().filter((one) => one.playState === 'running' && one.effect.target.closest(where)).length, where);
  await until('an agent at work in the list', async () => (await page.locator('.side .dot.running').count()) > 0);
  await until('what moves in the conversation', async () => (await moving('main')) > 0);
  assert.equal(await moving('.side'), 0);
});

inAPage('the colours follow those of the system', { recording }, async (page) => {
  await page.goto(page.url().replace('theme=light', 'theme=system'));
  for (const colorScheme of ['dark', 'light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await until(`${colorScheme} colours`, () => page.evaluate((wanted) => document.documentElement.dataset.theme === wanted, colorScheme));
  }
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
