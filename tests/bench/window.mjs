// Rows 5–9, 11, 12 and 19: a real window of WebKitGTK while agents talk.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../e2e/desktop/harness/until.mjs';
import { reparse } from './baseline.mjs';
import { figure, median, percentile } from './figure.mjs';
import * as page from './in-page.mjs';
import { memory, processorOf } from './machine.mjs';
import { TARGET } from './place.mjs';
import { answering, conversation, idle, processes, send, sleep, withStage } from './stage.mjs';

const later = (app, script, ...args) =>
  app.driver.command('POST', 'execute/async', { script: `(${script}).apply(null, arguments)`, args });

/** Share of a core that host and pages use while something runs for so long. */
async function share(world, app, seconds) {
  const { host, pages } = await processes(world, app);
  const before = await processorOf([host, ...pages]);
  const began = performance.now();
  await sleep(seconds * 1000);
  return (100 * ((await processorOf([host, ...pages])) - before)) / ((performance.now() - began) / 1000);
}

/** Rows 5 and 6. */
export async function flood() {
  const pulled = await withStage({}, {}, async (world) => {
    const app = await world.start();
    await conversation(app, world);
    await app.driver.run(page.watchCalls);
    await app.driver.run(page.watchFrames);
    await send(app, 'flood 4000 60000');
    await answering(app);
    const calls = await app.driver.run('() => window.benchCalls');
    const used = await share(world, app, 10);
    const frames = (await app.driver.run(page.frameIntervals)).length;
    const made = (await app.driver.run('() => window.benchCalls')) - calls;
    await idle(app);
    // Growth: the same window after 50,000 events more, and after 300,000.
    const { pages } = await processes(world, app);
    await send(app, 'flood 20000 50000');
    await sleep(1000);
    await idle(app);
    await sleep(2000);
    const early = (await memory(pages[0])).rss;
    await send(app, 'flood 20000 250000');
    await sleep(1000);
    await idle(app);
    await sleep(2000);
    const late = (await memory(pages[0])).rss;
    return { used, calls: made / frames, growth: (late - early) / 1e6 };
  });
  const pushed = await withStage({}, { PARLEY_PERF: 'emit' }, async (world) => {
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
    await writeFile(join(world.data, 'perf-emit'), '52000 4000');
    await until('the first word', () => app.driver.run('() => window.benchPushed > 0'));
    const used = await share(world, app, 10);
    return { used };
  });
  figure('5 processor at 4,000 events a second, host and page', pulled.used, '% of a core', '≤ 35');
  figure('5 the same against an event for each word', pushed.used / pulled.used, '×', '≥ 4', { baseline: pushed.used, ratio: pushed.used / pulled.used });
  figure('5 calls a frame', pulled.calls, 'calls', '≤ 1');
  figure('6 growth of the web process over 250,000 events', pulled.growth, 'MB', '≤ 15');
}

/** Rows 7, 8, 9 and 19: four conversations on screen. */
export async function four() {
  const result = await withStage({ width: 1360, height: 860 }, {}, async (world) => {
    const app = await world.start();
    const handles = [await app.driver.handle()];
    const ids = [];
    for (let n = 0; n < 4; n++) {
      await conversation(app, world);
      ids.push(n);
      if (n < 3) {
        await app.page.click('open-window');
        handles.push(await app.nextPage());
        await app.driver.switchTo(handles[0]);
      }
    }
    const windows = await app.windows();
    for (const [n, window] of windows.entries()) {
      await world.display.xdotool('windowsize', String(window), '680', '430');
      await world.display.xdotool('windowmove', String(window), String((n % 2) * 680), String(Math.floor(n / 2) * 430));
    }
    const each = async (body) => {
      const answers = [];
      for (const handle of handles) {
        await app.driver.switchTo(handle);
        answers.push(await body());
      }
      return answers;
    };
    const measured = async (seconds, text) => {
      await each(() => send(app, text));
      await each(() => answering(app));
      await sleep(1500);
      await each(() => app.driver.run(page.watchFrames));
      const used = await share(world, app, seconds);
      const intervals = await each(() => app.driver.run(page.frameIntervals));
      const nodes = await each(() => app.driver.run(page.mounted));
      const all = intervals.flat();
      return { used, rate: 1000 / (all.reduce((sum, one) => sum + one, 0) / all.length), p99: percentile(all, 0.99), nodes: Math.max(...nodes) };
    };
    const early = await measured(10, 'prose 1000 26');
    await each(() => idle(app));
    await each(() => send(app, 'prose 1000 60 500'));
    await sleep(6000);
    await each(() => app.driver.run(page.watchFrames));
    const used = await share(world, app, 10);
    const late = (await each(() => app.driver.run(page.frameIntervals))).flat();
    const nodes = Math.max(...(await each(() => app.driver.run(page.mounted))));
    // Keys, while all four stream.
    await app.driver.switchTo(handles[0]);
    await app.page.click('composer-input');
    await app.driver.run(page.watchKeys);
    await world.display.focus(windows[0]);
    await world.display.type('the quick brown fox jumps over it and types on');
    const keys = await app.driver.run('() => window.benchKeys');
    await each(() => idle(app));
    return { early, late: { rate: 1000 / (late.reduce((sum, one) => sum + one, 0) / late.length), used }, nodes, keys };
  });
  const base = await reparse();
  figure('7 four conversations at 1,000 pieces a second', result.early.rate, 'frames/s', '≥ 58');
  figure('7 the slowest frame of a hundred', result.early.p99, 'ms', '≤ 20');
  figure('7 processor, host and pages', result.early.used / 100, 'cores', '≤ 0.65');
  figure('7 frames against the whole Markdown again', result.early.rate / base.early, '×', '≥ 7', { baseline: base.early, ratio: result.early.rate / base.early });
  figure('8 frames after 500 KB in each over before', result.late.rate / result.early.rate, '×', '≥ 0.95', { note: `the re-parsing page: ${base.late.toFixed(1)} frames/s by then` });
  figure('8 nodes of a pane', result.nodes, 'nodes', '≤ 1500');
  figure('9 key to paint while they stream, median', median(result.keys), 'ms', '≤ 8', { note: `${result.keys.length} keys` });
  figure('9 key to paint while they stream, p99', percentile(result.keys, 0.99), 'ms', '≤ 20');
}

/** Row 11. */
export async function latency() {
  const late = await withStage({}, {}, async (world) => {
    const app = await world.start();
    await conversation(app, world);
    await app.driver.run(page.watchStamps);
    await send(app, 'stamp 150 70');
    await answering(app);
    await sleep(150 * 70 + 1000);
    return app.driver.run('() => window.benchStamps');
  });
  figure('11 agent writes to pixel, median', median(late), 'ms', '≤ 12', { note: `${late.length} pieces` });
  figure('11 agent writes to pixel, p99', percentile(late, 0.99), 'ms', '≤ 33');
}

/** Row 12. */
export async function open() {
  const times = await withStage({}, {}, async (world) => {
    await promisify(execFile)(join(TARGET, 'release/examples/bench-fill'), [world.data, world.workspace]);
    const app = await world.start();
    const last = { Short: 'This is message 999.', Long: 'This is message 99999.' };
    const round = async (title) => {
      const answer = await later(app, page.openTitled, title, last[title]);
      await sleep(400);
      return answer;
    };
    await round('Short');
    const long = [];
    const short = [];
    for (let n = 0; n < 7; n++) {
      long.push(await round('Long'));
      short.push(await round('Short'));
    }
    return { long, short };
  });
  const time = (all) => median(all.map(([ms]) => ms));
  figure('12 opening 100,000 messages, click to second frame', time(times.long), 'ms', '≤ 60');
  figure('12 nodes then', Math.max(...times.long.map(([, nodes]) => nodes)), 'nodes', '≤ 500');
  figure('12 the same over 1,000 messages', time(times.long) / time(times.short), '×', '≤ 1.5', { baseline: time(times.short), ratio: time(times.long) / time(times.short) });
}

/** Row 19. */
export async function approvals() {
  const waits = await withStage({}, {}, async (world) => {
    const app = await world.start();
    await conversation(app, world);
    const first = await app.driver.handle();
    await app.page.click('open-window');
    await app.nextPage();
    await send(app, 'prose 1000 60');
    await app.driver.switchTo(first);
    await conversation(app, world);
    await send(app, 'ask 20 300');
    await app.driver.run(page.allowAll);
    const heard = await until(
      'twenty answers',
      async () => {
        const notes = await readFile(world.notes, 'utf8').catch(() => '');
        const times = notes.trim().split('\n').filter(Boolean).map((line) => Number(line.split(' ')[0]));
        return times.length >= 20 && times;
      },
      { within: 90_000 },
    );
    const clicks = await app.driver.run('() => window.benchAllowed');
    return heard.map((at) => at - Math.max(...clicks.filter((click) => click <= at)));
  });
  figure('19 allowing to the agent’s stdin while one streams, p99', percentile(waits, 0.99), 'ms', '≤ 50', { note: `median ${median(waits).toFixed(1)} ms of ${waits.length}` });
}
