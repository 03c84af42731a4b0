// Rows 13–16 and 20: start, memory, rest and end.
import { until } from '../e2e/desktop/harness/until.mjs';
import { chromiumMemory, chromiumStarts } from './baseline.mjs';
import { figure, median } from './figure.mjs';
import { memoryOf, processorOf, switchesFrom } from './machine.mjs';
import { activity, begin, conversation, drawn, idle, processes, sleep, withStage } from './stage.mjs';

/** Starts of each kind, in turns. */
const STARTS = 7;

/** From the start of the process to the second frame, in milliseconds; nobody watches from inside. */
async function startOf(world, variables) {
  world.variables = variables;
  const began = Date.now();
  const app = world.launch();
  const at = await drawn(app);
  await app.end('SIGTERM');
  return at - began;
}

/** Row 13. */
export function start() {
  return withStage({}, {}, (world) =>
    chromiumStarts(world, async (chromium) => {
      const times = { ours: [], blank: [], chromium: [] };
      // Once each, unmeasured: files are read, caches made.
      for (let round = -1; round < STARTS; round++) {
        const took = {
          blank: await startOf(world, { PARLEY_PERF: 'blank' }),
          ours: await startOf(world, {}),
          chromium: await chromium(),
        };
        if (round >= 0) for (const [kind, time] of Object.entries(took)) times[kind].push(time);
      }
      const [ours, blank, other] = [times.ours, times.blank, times.chromium].map(median);
      figure('13 cold start to second frame', ours, 'ms', '< 500', { baseline: other, ratio: ours / other, note: 'baseline: Chromium --app' });
      figure('13 the same against an empty Tauri window', ours / blank, '×', '≤ 1.2', { baseline: blank, baselineUnit: 'ms', ratio: ours / blank });
    }),
  );
}

/** Switches and processor of the app over a minute. */
async function quiet(app) {
  const { host, web, guardians } = await processes(app);
  const pids = [host, ...web, ...guardians];
  const seconds = 60;
  const before = await processorOf(pids);
  const switched = await switchesFrom(pids);
  await sleep(seconds * 1000);
  const after = await processorOf(pids);
  return { share: (100 * (after - before)) / seconds, switches: (await switched()) / seconds };
}

/** Rows 14 and 16: a window with a conversation in it, and nobody who watches from inside. */
export async function rest() {
  const ours = await withStage({}, {}, async (world) => {
    const before = await world.start();
    await conversation(before, world);
    await begin(before, 'prose 1000 2');
    await idle(before);
    await before.end('SIGTERM');
    const app = world.launch();
    await drawn(app);
    await sleep(6000);
    const { host, web, guardians } = await processes(app);
    const used = await memoryOf([host, ...web, ...guardians]);
    await sleep(5000);
    const shown = await quiet(app);
    const [window] = await app.windows();
    await world.display.xdotool('windowunmap', String(window));
    await sleep(3000);
    const hidden = await quiet(app);
    return { used, shown, hidden };
  });
  const theirs = await chromiumMemory();
  for (const kind of ['rss', 'pss']) {
    figure(`14 memory of an idle window, ${kind.toUpperCase()}`, ours.used[kind] / 1e6, 'MB', kind === 'rss' ? '≤ 0.55' : '≤ 0.7', {
      baseline: theirs[kind] / 1e6, ratio: ours.used[kind] / theirs[kind], of: 'ratio', note: 'baseline: Chromium --app with the same page',
    });
  }
  figure('16 idle: voluntary switches', ours.shown.switches, '/s', '≤ 1');
  figure('16 idle: processor', ours.shown.share, '% of a core', '≤ 0.3');
  figure('16 hidden: voluntary switches', ours.hidden.switches, '/s', '≤ 1');
  figure('16 hidden: processor', ours.hidden.share, '% of a core', '≤ 0.3');
}

const CONVERSATIONS = 10;

/** Rows 15 and 20: ten conversations with ten agents, and the end of all of it. */
export async function ten() {
  const seen = await withStage({}, {}, async (world) => {
    const app = await world.start();
    const own = async () => {
      const { host, web, guardians } = await processes(app);
      return (await memoryOf([host, ...web, ...guardians])).pss / 1e6;
    };
    const sizes = [];
    for (let n = 0; n < CONVERSATIONS; n++) {
      await conversation(app, world);
      await begin(app, 'prose 200 1 20');
      await idle(app);
      await sleep(2000);
      sizes.push(await own());
    }
    const agents = (await processes(app)).guardians.length;
    if (agents !== CONVERSATIONS) throw new Error(`${agents} agents live, not ${CONVERSATIONS}`);

    const ids = await app.driver.run(`() => [...document.querySelectorAll('[data-testid="conversation-item"]')].map((item) => item.dataset.id)`);
    for (const id of ids) {
      await app.page.turnTo(id);
      await until('the conversation', async () => (await activity(app)) === 'idle', { seen: () => activity(app) });
      await begin(app, 'prose 200 90');
    }
    const busy = () => app.driver.run(`() => document.body.innerText.match(/(\\d+) agents? running/)?.[1] ?? null`);
    await sleep(1000);
    const atWork = await busy();
    const began = performance.now();
    app.child.kill('SIGTERM');
    await app.exited;
    const took = performance.now() - began;
    await app.release();
    await sleep(1000);
    const left = (await world.processes()).filter(({ command }) => !command.includes('WebKit'));
    return { slope: (sizes.at(-1) - sizes[0]) / (CONVERSATIONS - 1), sizes, took, left, atWork };
  });
  figure('15 one conversation more', seen.slope, 'MB', '≤ 3', { note: seen.sizes.map((size) => size.toFixed(0)).join(' ') });
  figure('15 ten conversations, without their agents', seen.sizes.at(-1), 'MB', '≤ 260');
  figure('20 quit with ten busy agents', seen.took / 1000, 's', '≤ 5', { note: `${seen.atWork} running` });
  figure('20 survivors', seen.left.length, 'processes', '= 0');
}
