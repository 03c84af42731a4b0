// Conversations to read in a plain browser, and how a reader moves in them.
import assert from 'node:assert/strict';
import { until } from '../../desktop/harness/until.mjs';
import { recording } from './replay.mjs';

export const body = {
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
export function conversation(length) {
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

export const transcript = (page) => page.getByTestId('transcript');

export async function wheel(page, by) {
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, by);
}

/** Remembers a block that can be seen near the top, and where it is; answers whether there was one. */
export function note(page) {
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
export function moved(page) {
  return page.evaluate(() => {
    if (!globalThis.noted.isConnected) throw new Error('what was read is not in the page any more');
    return globalThis.noted.getBoundingClientRect().top - globalThis.notedTop;
  });
}

/** Lets everything that a change set off come to rest: for a while the list neither scrolls nor grows. */
export function rest(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const list = document.querySelector('[data-testid=transcript]');
          return `${list?.scrollTop} ${list?.scrollHeight}`;
        };
        let [last, since] = ['', 0];
        const frame = (now) => {
          const here = look();
          if (here !== last) [last, since] = [here, now];
          if (now - since >= 120) setTimeout(resolve);
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  );
}

/** Scrolls, and waits until that is felt; where the list ends it never is. */
async function scrollOn(page, by) {
  const place = () =>
    transcript(page).evaluate((list, by) => ({
      top: list.scrollTop,
      ends: by < 0 ? list.scrollTop <= 0 : list.scrollHeight - list.scrollTop - list.clientHeight < 1,
    }), by);
  const { top } = await place();
  await wheel(page, by);
  await until('the wheel to be felt', async () => {
    const now = await place();
    return now.top !== top || now.ends;
  }, { every: 10 });
}

/** Scrolls up until something is read in the middle of the conversation. */
export async function readUp(page, by = 6000) {
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
export async function readOn(page, by, steps, counts = () => true) {
  let read = 0;
  for (let step = 0; step < steps; step++) {
    const counted = (await note(page)) && (await counts());
    await scrollOn(page, by);
    await rest(page);
    if (!counted) continue;
    const went = await page.evaluate(() => (globalThis.noted.isConnected ? globalThis.notedTop - globalThis.noted.getBoundingClientRect().top : null));
    if (went === null) continue;
    read++;
    assert.ok(Math.abs(went - by) <= 1, `step ${step}: ${by} px were scrolled and the text moved ${went}`);
  }
  return read;
}

/** A conversation whose last message has so many blocks. */
export function long(blocks, words = 60) {
  const made = conversation(5);
  return async () => {
    const of = await made();
    const text = of.conversations['0193-rows'].rows[3];
    text.blocks = Array.from({ length: blocks }, (_, n) => prose(`block ${n} ${'lorem ipsum dolor '.repeat((7 * n) % words)}`));
    return of;
  };
}

/** Goes to another conversation from a block that is noted, and back to find it where it was. */
export async function leaveAndReturn(page) {
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
