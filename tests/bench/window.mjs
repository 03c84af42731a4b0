// Rows 5–9, 11, 12 and 19: a real window of WebKitGTK while agents talk.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../e2e/desktop/harness/until.mjs';
import { reparse } from './baseline.mjs';
import { figure, median, percentile } from './figure.mjs';
import * as page from './in-page.mjs';
import { memoryOf, processorOf } from './machine.mjs';
import { example } from './place.mjs';
import { answering, begin, conversation, idle, processes, send, sleep, withStage } from './stage.mjs';

/** Runs a function in the page whose last argument is called with the answer. */
const later = (app, script, ...args) =>
  app.driver.command('POST', 'execute/async', { script: `(${script}).apply(null, arguments)`, args });

/** Frames a second of the times between them. */
const rateOf = (intervals) => 1000 / (intervals.reduce((sum, one) => sum + one, 0) / intervals.length);

/** Share of a core, in percent, that the host and all of the engine use for so long. */
async function share(app, seconds) {
  const { host, web } = await processes(app);
  const before = await processorOf([host, ...web]);
  const began = performance.now();
  await sleep(seconds * 1000);
  return (100 * ((await processorOf([host, ...web])) - before)) / ((performance.now() - began) / 1000);
}

/** Rows 5 and 6. */
export async function flood() {
  const pulled = [];
  const pushed = [];
  let calls = 0;
  for (let round = 0; round < 2; round++) {
    const pull = await pulling();
    pulled.push(pull.used);
    calls = Math.max(calls, pull.calls);
    pushed.push(await pushing());
  }
  const [ours, theirs] = [Math.min(...pulled), Math.min(...pushed)];
  figure('5 processor at 4,000 events a second, host and pages', ours, '% of a core', '≤ 35');
  figure('5 an event for each word, over that', theirs / ours, '×', '≥ 4', { baseline: theirs, baselineUnit: '% of a core', ratio: theirs / ours });
  figure('5 calls a frame', calls, 'calls', '≤ 1');
  figure('6 growth of the web process over 250,000 events', await growth(), 'MB', '≤ 15');
}

/** A window that pulls, as Parley's do. */
function pulling() {
  return withStage({}, {}, async (world) => {
    const app = await world.start();
    await conversation(app, world);
    await app.driver.run(page.watchCalls);
    await begin(app, 'flood 4000 60000');
    await answering(app);
    await app.driver.run(page.watchFrames);
    const before = await app.driver.run('() => window.benchCalls');
    const used = await share(app, 10);
    const made = (await app.driver.run('() => window.benchCalls')) - before;
    const frames = (await app.driver.run(page.frameIntervals)).length;
    return { used, calls: made / frames };
  });
}

/** The same window, pushed an event for each word. */
function pushing() {
  return withStage({}, { PARLEY_PERF: 'emit' }, async (world) => {
    const app = await world.start();
    await app.driver.run(`() => {
      const into = document.createElement('pre');
      document.body.append(into);
      const { invoke, transformCallback } = window.__TAURI_INTERNALS__;
      window.benchPushed = 0;
      const handler = transformCallback((event) => {
        window.benchPushed++;
        into.textContent += event.payload;
        if (into.textContent.length > 4000) into.textContent = '';
      });
      invoke('plugin:event|listen', { event: 'perf', target: { kind: 'Any' }, handler });
    }`);
    await sleep(500);
    await writeFile(join(world.data, 'perf-emit'), '60000 4000');
    await until('the first word', () => app.driver.run('() => window.benchPushed > 0'));
    await app.driver.run(page.watchFrames);
    return share(app, 10);
  });
}

/** Growth of the web process from 50,000 events to 300,000. */
function growth() {
  return withStage({}, {}, async (world) => {
    const app = await world.start();
    await conversation(app, world);
    const { pages } = await processes(app);
    await begin(app, 'flood 10000 50000');
    await idle(app);
    await sleep(3000);
    const early = (await memoryOf(pages)).rss;
    await begin(app, 'flood 10000 250000');
    await idle(app);
    await sleep(3000);
    return ((await memoryOf(pages)).rss - early) / 1e6;
  });
}

/** Rows 7–9, and 10 in the window: four conversations on screen. */
export async function four() {
  const { early, late, keys, touched } = await withWindows(4, async ({ world, app, handles, windows, each }) => {
    await each(() => begin(app, 'prose 1000 20'));
    await each(() => answering(app));
    await sleep(1500);
    await each(() => app.driver.run(page.watchCalls));
    await each(() => app.driver.run(page.watchFrames));
    const early = { used: await share(app, 10) };
    const frames = await each(() => app.driver.run(page.frameIntervals));
    early.intervals = frames.flat();
    // Each call brings a new piece of the text, and is made after the last was shown.
    const calls = (await each(() => app.driver.run('() => window.benchCalls'))).reduce((sum, one) => sum + one, 0);
    early.renewed = (1000 * calls) / early.intervals.reduce((sum, one) => sum + one, 0);
    await each(() => idle(app));

    await each(() => begin(app, 'prose 1000 60 500'));
    await sleep(8000);
    await each(() => app.driver.run(page.watchFinished));
    await each(() => app.driver.run(page.watchFrames));
    await sleep(10_000);
    const late = { intervals: (await each(() => app.driver.run(page.frameIntervals))).flat() };
    late.nodes = Math.max(...(await each(() => app.driver.run(page.mounted))));
    const touched = (await each(() => app.driver.run('() => [window.benchTouched, window.benchFinished]')));

    // Keys, while all four stream.
    await app.driver.switchTo(handles[0]);
    await app.page.click('composer-input');
    await app.driver.run(page.watchKeys);
    await world.display.focus(windows[0]);
    const typed = 'the quick brown fox jumps over the lazy dog and types on and on while four of them stream at once, as fast as they can';
    await world.display.type(typed);
    const keys = await until('the last key on the screen', async () => {
      const noted = await app.driver.run('() => window.benchKeys');
      return noted.length >= typed.length && noted;
    });
    return { early, late, keys, touched };
  });
  const [rate, afterwards] = [rateOf(early.intervals), rateOf(late.intervals)];
  figure('7 four conversations at 1,000 pieces a second', rate, 'frames/s', '≥ 58');
  // As the host means it for four texts that nobody can follow (`pull/beat`): not less for want of time.
  figure('7 times a second the text of each is renewed', early.renewed, 'times', '≥ 9.5');
  figure('7 the slowest frame of a hundred', percentile(early.intervals, 0.99), 'ms', '≤ 20');
  figure('7 processor, host and pages', early.used / 100, 'cores', '≤ 0.65');
  figure('8 frames after 500 KB in each, over before', afterwards / rate, '×', '≥ 0.95', {
    baseline: rate, baselineUnit: 'frames/s', ratio: afterwards / rate,
  });
  figure('8 nodes of a pane', late.nodes, 'nodes', '≤ 1500');
  figure('9 key to paint while they stream, median', median(keys), 'ms', '≤ 8', { note: `${keys.length} keys` });
  figure('9 key to paint while they stream, p99', percentile(keys, 0.99), 'ms', '≤ 20');
  const all = touched.flatMap(([changes]) => changes);
  figure('10 changes in finished rows and blocks while the last grows', all.length, 'changes', '= 0', {
    note: `${touched.reduce((sum, [, count]) => sum + count, 0)} of them on the page${all.length ? `; ${[...new Set(all)].slice(0, 5).join(', ')}` : ''}`,
  });
  const base = await reparse();
  figure('7 frames against the whole Markdown again', rate / base, '×', '≥ 7', { baseline: base, baselineUnit: 'frames/s', ratio: rate / base });
}

/** So many windows, a conversation in each: the first below, four side by side. `each` runs a body at each of them in turn. */
function withWindows(count, body) {
  return withStage({ width: 1360, height: 860 }, {}, async (world) => {
    const app = await world.start();
    const handles = [await app.driver.handle()];
    for (let n = 0; n < count; n++) {
      await app.driver.switchTo(handles[0]);
      await conversation(app, world);
      if (n === count - 1) break;
      const before = new Set(await app.driver.handles());
      await app.page.click('open-window');
      const opened = await until('a window more', async () => (await app.driver.handles()).find((one) => !before.has(one)));
      handles.push(opened);
      await app.driver.switchTo(opened);
      await app.page.ready();
    }
    await app.driver.switchTo(handles[0]);
    const windows = await until('all windows', async () => {
      const all = await app.windows();
      return all.length === count && all;
    });
    for (const [n, window] of windows.entries()) {
      await world.display.xdotool('windowsize', String(window), '680', '430');
      await world.display.xdotool('windowmove', String(window), String((n % 2) * 680), String(Math.floor(n / 2) * 430));
    }
    const each = async (one) => {
      const answers = [];
      for (const handle of handles) {
        await app.driver.switchTo(handle);
        answers.push(await one(handle));
      }
      return answers;
    };
    return body({ world, app, handles, windows, each });
  });
}

/** Row 11. */
export async function latency() {
  const late = await withStage({}, {}, async (world) => {
    const app = await world.start();
    await conversation(app, world);
    await app.driver.run(page.watchStamps);
    await begin(app, 'stamp 200 70');
    await idle(app);
    return app.driver.run('() => window.benchStamps');
  });
  figure('11 agent writes to pixel, median', median(late), 'ms', '≤ 12', { note: `${late.length} pieces` });
  figure('11 agent writes to pixel, p99', percentile(late, 0.99), 'ms', '≤ 33');
}

/** Conversations of each length that the archive of row 12 holds. */
const ROUNDS = 4;

/** Row 12: each is opened once from the archive, then again. */
export async function open() {
  const times = await withStage({}, {}, async (world) => {
    await promisify(execFile)(example('bench-fill'), [world.data, world.workspace, String(ROUNDS)]);
    const app = await world.start();
    const taken = { Long: [], Short: [] };
    await until('the conversations in the list', () => app.driver.run(page.lists, `Short ${ROUNDS}`));
    const visit = async (title, text) => {
      const answer = await later(app, page.openTitled, title, text);
      await sleep(400);
      return answer;
    };
    // The first conversation of a run loads what all of them need.
    await visit('Warm', 'This is message 999.');
    for (let again = 0; again < 2; again++) {
      for (let n = 1; n <= ROUNDS; n++) {
        taken.Long.push(await visit(`Long ${n}`, 'This is message 99999.'));
        taken.Short.push(await visit(`Short ${n}`, 'This is message 999.'));
      }
    }
    return taken;
  });
  const time = (all) => median(all.map(([ms]) => ms));
  const first = (all) => time(all.slice(0, ROUNDS));
  const ratio = time(times.Long) / time(times.Short);
  figure('12 opening 100,000 messages, click to second frame', time(times.Long), 'ms', '≤ 60', { note: `${times.Long.length} times` });
  figure('12 the same, from the archive for the first time', first(times.Long), 'ms', '≤ 60', { note: `of ${ROUNDS}` });
  figure('12 nodes then', Math.max(...times.Long.map(([, nodes]) => nodes)), 'nodes', '≤ 500');
  figure('12 the same over 1,000 messages', ratio, '×', '≤ 1.5', { baseline: time(times.Short), baselineUnit: 'ms', ratio });
}

/** Requests that are answered for row 19. */
const REQUESTS = 30;

/** Row 19: four stream, a fifth asks. */
export async function approvals() {
  const waits = await withWindows(5, async ({ world, app, handles }) => {
    for (const handle of handles.slice(1)) {
      await app.driver.switchTo(handle);
      await begin(app, 'prose 1000 120');
    }
    await app.driver.switchTo(handles[0]);
    await app.driver.run(page.watchAllows);
    await send(app, `ask ${REQUESTS} 100`);
    const heard = async () => {
      const notes = await readFile(world.notes, 'utf8').catch(() => '');
      return notes.split('\n').filter(Boolean).map((line) => Number(line.split(' ')[0]));
    };
    for (let n = 0; n < REQUESTS; n++) {
      await until('a request that can be answered', () => app.page.armed(), { every: 30 });
      // A click on a card that has just become another one answers nothing, on purpose: it is repeated.
      await until('the answer at the agent', async () => {
        if (await app.page.armed()) await app.page.click('allow-once');
        return (await heard()).length > n;
      }, { every: 30 });
    }
    const clicks = await app.driver.run('() => window.benchAllowed');
    return (await heard()).map((at) => at - Math.max(...clicks.filter((click) => click <= at)));
  });
  figure('19 allowing, to the agent’s stdin, while four stream, p99', percentile(waits, 0.99), 'ms', '≤ 50', {
    note: `median ${median(waits).toFixed(1)} ms of ${waits.length}`,
  });
}
