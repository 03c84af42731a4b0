// What the window costs: nothing while nothing happens, only the last row while agents write,
// and nothing of what was left.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { memory } from '../../bench/machine.mjs';
import { PARLEY } from './harness/app.mjs';
import { frame } from './harness/hostile.mjs';
import { wakesOf } from './harness/processes.mjs';
import { until } from './harness/until.mjs';
import { assert, inAWorld } from './harness/world.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const paragraph = 'part ${n} is **done**, and `piece-${n}` is as it was\n\n';
const delta = { type: 'text_delta', msg_id: '${m.msg_id}', text: paragraph };

/** Agents that say, for each message: a lot at once, something for a while, nothing for long. */
const AGENTS = {
  Big: [{ burst: { line: delta, count: 6000 } }],
  Steady: [{ burst: { line: delta, count: 4000, per_second: 250, each: true } }],
  Silent: [{ text: 'Let me think.' }, { sleep_ms: 600_000 }],
};

async function withAgents(world, variables = {}) {
  const usual = world.environment.bind(world);
  world.environment = () => ({ ...usual(), ...variables });
  await mkdir(world.data, { recursive: true });
  await chmod(world.data, 0o700);
  const profiles = [];
  for (const [name, turn] of Object.entries(AGENTS)) {
    const script = [
      { protocol: 'aionrs' },
      { ready: true },
      { loop: { steps: [{ await: 'message', as: 'm' }, { start_turn: true }, ...turn, { end_turn: true }] } },
    ];
    const file = join(world.root, `${name}.script`);
    await writeFile(file, script.map((step) => JSON.stringify(step)).join('\n'));
    profiles.push({
      id: name.toLowerCase(), name, protocol: 'aionrs', command: join(dirname(PARLEY), 'understudy'), args: ['play', file],
      env: {}, settings: {}, origin: 'user',
    });
  }
  await writeFile(join(world.data, 'profiles.json'), JSON.stringify(profiles), { mode: 0o600 });
  return world.start();
}

async function conversation(page, world, name) {
  await page.newConversation(world.workspace, new RegExp(name));
}

/** Shows the n-th conversation of the list, from the top, once its rows are there. */
async function show(page, n) {
  await page.turnTo(n);
  await until('its rows', () => page.driver.run(`() => document.querySelectorAll('[data-testid="row-text"]').length > 0`));
}

/** Waits for the end of the turn: the row of the message that began it is long out of sight. */
async function ended(page) {
  await until('the end of the turn', async () => (await page.rows()).at(-1)?.kind === 'turn-end', { within: 90_000 });
}

/** The page of the app that is on screen, as a process. */
async function pageProcess(world) {
  return (await world.processes()).find(({ command }) => command.includes('WebKitWebProcess')).pid;
}

inAWorld('C36 big conversations that were opened and left leave the page', async (world) => {
  const { page } = await withAgents(world);
  const count = 5;
  for (let n = 0; n < count; n++) {
    await conversation(page, world, 'Big');
    await page.say(`say it ${n}`);
    await ended(page);
  }
  await page.driver.run(`() => { window.left = []; }`);
  const visit = async () => {
    for (let n = 0; n < count; n++) {
      await show(page, n);
      await page.driver.run(`() => {
        const pane = document.querySelector('main');
        window.left.push(new WeakRef(pane), new WeakRef(pane.querySelector('[data-testid="transcript"]')), new WeakRef(pane.querySelector('[data-testid="row-text"]')));
      }`);
    }
  };
  const pid = await pageProcess(world);
  // Nobody can ask the engine to collect; it does when much has been thrown away.
  const collect = async () => {
    for (let n = 0; n < 6; n++) await page.driver.run(`() => { for (let n = 0; n < 300; n++) Array.from({ length: 20000 }, (_, at) => [at]); }`);
    return page.driver.run(`() => window.left.filter((one) => one.deref() !== undefined).length`);
  };
  // What a process holds rises until its allocators have what they need: a round counts against
  // the one four before it, and what leaks is there in each of them.
  const sizes = [];
  const grown = () => sizes.at(-1) - sizes.at(-5);
  while (sizes.length < 5 || (grown() >= 20e6 && sizes.length < 20)) {
    await visit();
    await collect();
    sizes.push((await memory(pid)).rss);
  }
  console.log(`C36: ${sizes.map((size) => Math.round(size / 1e6)).join(' ')} MB`);
  // What is on screen now stays: a pane, its transcript and a row; and what is just going.
  const alive = await until('what was left to go', async () => {
    const held = await collect();
    return held <= 6 && held;
  }, { within: 120_000 });
  assert.ok(alive >= 3, 'what is on screen is there');
  assert.ok(grown() < 20e6, `20 conversations opened and left leave ${Math.round(grown() / 1e6)} MB, again and again`);
}, { timeout: 400_000 });

inAWorld('C77 while four conversations stream, the window touches the last row of the one on screen', async (world) => {
  const { page } = await withAgents(world);
  for (let n = 0; n < 4; n++) {
    await conversation(page, world, n === 3 ? 'Big' : 'Steady');
    if (n < 3) await page.say(`go on ${n}`);
  }
  // What is finished, above what will stream.
  await page.say('first');
  await ended(page);
  await show(page, 1);
  await page.say('and on');
  await until('its answer', async () => (await page.count('row-text')) > 0);
  const touched = await page.driver.command('POST', 'execute/async', {
    script: `const done = arguments[0];
      const scroller = document.querySelector('[data-testid="transcript"]');
      const counts = {};
      const watcher = new MutationObserver((records) => {
        for (const { target, type } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const row = element?.closest('[data-place]');
          // A row's own gap to the one before it is the list's, not the row's.
          if (!row || (row === element && type === 'attributes')) continue;
          counts[row.dataset.place] = (counts[row.dataset.place] ?? 0) + 1;
        }
      });
      watcher.observe(scroller, { subtree: true, childList: true, characterData: true, attributes: true });
      setTimeout(() => {
        watcher.disconnect();
        const last = Math.max(...[...scroller.querySelectorAll('[data-place]')].map((row) => Number(row.dataset.place)));
        done({ counts, last });
      }, 4000);`,
    args: [],
  });
  const places = Object.keys(touched.counts).map(Number);
  assert.deepEqual(places, [touched.last], `rows that were touched: ${JSON.stringify(touched)}`);
  assert.ok(touched.counts[touched.last] > 10, 'it is written in');
});

/** Counts, in the page, what is waited for and what comes, from now on. */
const watchTimers = `() => {
  const counts = (window.timers = { asked: [], came: [] });
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame']) {
    const real = window[name].bind(window);
    window[name] = (callback, ms, ...rest) => {
      counts.asked.push(name + ' ' + (ms ?? ''));
      return real((...args) => { counts.came.push(name + ' ' + (ms ?? '')); return callback(...args); }, ms, ...rest);
    };
  }
}`;
/** The clock of a turn that runs. */
const SECOND = 'setTimeout 1000';
const forgetTimers = `() => { window.timers.asked.length = 0; window.timers.came.length = 0; }`;
/** Without the driver's own: it gives each of its scripts half a minute. */
const timers = (page) => page.driver.run(`() => {
  const own = (one) => one !== 'setTimeout 30000';
  return { asked: window.timers.asked.filter(own), came: window.timers.came.filter(own) };
}`);
const moving = (page) => page.driver.run(`() => document.getAnimations().filter((one) => one.playState === 'running').map((one) => one.animationName ?? one.transitionProperty)`);

/** Waits for seconds in which the page asks for nothing, gets nothing, moves nothing, and hardly wakes. */
function rest(page, pid, { hidden = false } = {}) {
  let last;
  return until(
    'the window to rest',
    async () => {
      await page.driver.run(forgetTimers);
      const before = await wakesOf(pid);
      await sleep(5000);
      const woken = (await wakesOf(pid)) - before;
      // What is styled to move may stand there; hidden, nothing draws it.
      last = { woken, ...(await timers(page)), moving: hidden ? [] : await moving(page) };
      return last.asked.length + last.came.length + last.moving.length === 0 && woken < 5 * 4;
    },
    { within: 90_000, every: 500, seen: () => last },
  );
}

inAWorld('C79 an idle window waits for nothing and moves nothing; a hidden one neither, whatever runs', async (world) => {
  const app = await withAgents(world);
  const { page } = app;
  await page.driver.run(watchTimers);
  await conversation(page, world, 'Silent');
  await conversation(page, world, 'Big');
  await page.say('first');
  await ended(page);
  const pid = await pageProcess(world);

  // The caret of a message box blinks, drawn by the system: nobody types here.
  await page.driver.run('() => document.activeElement.blur()');
  // What the engine tidies up after a long answer takes it some seconds.
  await rest(page, pid);

  // A turn in which nothing is said: it moves while it is seen.
  await page.turnTo('Silent');
  await until('it to be shown', async () => (await page.rows()).length === 0);
  await page.say('think');
  await until('something that moves', async () => (await moving(page)).length > 0);
  await until('the clock', async () => (await timers(page)).came.includes(SECOND));
  const [window] = await app.windows();
  await world.display.xdotool('windowunmap', String(window));
  await until('the page to know', () => page.driver.run('() => document.hidden'));
  await rest(page, pid, { hidden: true });

  await world.display.xdotool('windowmap', '--sync', String(window));
  await page.driver.run(forgetTimers);
  await until('the clock again', async () => (await timers(page)).came.includes(SECOND));
});

inAWorld('C79 nothing moves for who asked for that', async (world) => {
  const settings = join(world.home, '.config/gtk-3.0');
  await mkdir(settings, { recursive: true });
  await writeFile(join(settings, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const { page } = await withAgents(world);
  assert.equal(await page.driver.run(`() => matchMedia('(prefers-reduced-motion: reduce)').matches`), true);
  await conversation(page, world, 'Silent');
  await page.say('think');
  await until('the turn to run', () => page.has('stop'));
  await frame(page);
  assert.deepEqual(await moving(page), []);
});
