// Rows 13–16 and 20: start, memory, rest and end.
import { until } from '../e2e/desktop/harness/until.mjs';
import { chromium } from './baseline.mjs';
import { figure, median } from './figure.mjs';
import * as page from './in-page.mjs';
import { memoryOf, processorOf, switches } from './machine.mjs';
import { conversation, idle, processes, send, sleep, withStage } from './stage.mjs';

/** From the start of the process to its first content, in milliseconds. */
function firstPaint(variables) {
  return withStage({}, variables, async (world) => {
    const began = Date.now();
    const app = await world.start([], { ready: false });
    const painted = await until('the first paint', () => app.driver.run(page.firstPaint));
    return painted - began;
  });
}

export async function start() {
  const ours = [];
  const blank = [];
  await firstPaint({});
  for (let round = 0; round < 5; round++) {
    blank.push(await firstPaint({ PARLEY_PERF: 'blank' }));
    ours.push(await firstPaint({}));
  }
  const [mine, base] = [median(ours), median(blank)];
  figure('13 cold start to first content', mine, 'ms', '< 500');
  figure('13 the same against an empty Tauri window', mine / base, '×', '≤ 1.2', { baseline: base, ratio: mine / base });
}

export async function rest() {
  const ours = await withStage({}, {}, async (world) => {
    const app = await world.start();
    await sleep(6000);
    const all = (await world.processes()).map(({ pid }) => pid);
    const used = await memoryOf(all.filter((pid) => pid !== app.driverProcess.pid));
    const { host, web } = await processes(world, app);
    const quiet = async () => {
      const seconds = 30;
      const before = await processorOf([host, ...web]);
      const switched = (await Promise.all([host, ...web].map(switches))).reduce((sum, one) => sum + one, 0);
      await sleep(seconds * 1000);
      const after = (await Promise.all([host, ...web].map(switches))).reduce((sum, one) => sum + one, 0);
      return { share: (100 * ((await processorOf([host, ...web])) - before)) / seconds, switches: (after - switched) / seconds };
    };
    await conversation(app, world);
    await sleep(5000);
    const shown = await quiet();
    const [window] = await app.windows();
    await world.display.xdotool('windowunmap', String(window));
    const hidden = await quiet();
    return { used, shown, hidden };
  });
  const theirs = await chromium();
  figure('14 memory of an idle window, RSS', ours.used.rss / 1e6, 'MB', '≤ 0.55', { baseline: theirs.rss / 1e6, ratio: ours.used.rss / theirs.rss, of: 'ratio' });
  figure('14 memory of an idle window, PSS', ours.used.pss / 1e6, 'MB', '≤ 0.7', { baseline: theirs.pss / 1e6, ratio: ours.used.pss / theirs.pss, of: 'ratio' });
  figure('16 idle: voluntary switches', ours.shown.switches, '/s', '≤ 1');
  figure('16 idle: processor', ours.shown.share, '% of a core', '≤ 0.3');
  figure('16 hidden: voluntary switches', ours.hidden.switches, '/s', '≤ 1');
  figure('16 hidden: processor', ours.hidden.share, '% of a core', '≤ 0.3');
}

/** Rows 15 and 20: ten conversations with ten agents, and the end of all of it. */
export async function ten() {
  const seen = await withStage({}, {}, async (world) => {
    const app = await world.start();
    const own = async () => {
      const { host, web } = await processes(world, app);
      const guardians = (await world.processes()).filter(({ command }) => command.includes('parley-guardian')).map(({ pid }) => pid);
      return (await memoryOf([host, ...web, ...guardians])).pss / 1e6;
    };
    const sizes = [];
    for (let n = 0; n < 10; n++) {
      await conversation(app, world);
      await send(app, 'prose 200 1 20');
      await sleep(500);
      await idle(app);
      await sleep(1500);
      sizes.push(await own());
    }
    for (let n = 0; n < 10; n++) {
      await world.display.key('ctrl+Down');
      await sleep(200);
      await send(app, 'prose 200 60');
    }
    await sleep(1000);
    const began = performance.now();
    await app.end('SIGTERM');
    const took = performance.now() - began;
    await sleep(1000);
    const left = (await world.processes()).filter(({ command }) => !command.includes('WebKit'));
    return { slope: (sizes[9] - sizes[0]) / 9, total: sizes[9], took, left: left.length };
  });
  figure('15 one conversation more', seen.slope, 'MB', '≤ 3');
  figure('15 ten conversations, without their agents', seen.total, 'MB', '≤ 260');
  figure('20 quit with ten busy agents', seen.took / 1000, 's', '≤ 5');
  figure('20 survivors', seen.left, 'processes', '= 0');
}
