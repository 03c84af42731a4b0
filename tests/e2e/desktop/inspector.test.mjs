// What an agent said that was not understood: marked, whole, copied, kept as a script and played again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PARLEY } from './harness/app.mjs';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const UNKNOWN = '{"type":"weather_report","sky":"clear"}';
const BROKEN = '{"type":"text_delta","msg_id":7,"text":';
const ODD = [
  { protocol: 'aionrs' },
  { ready: {} },
  {
    loop: {
      steps: [
        { await: 'message' },
        { text: 'Clear, I think.' },
        { line: UNKNOWN },
        { line: BROKEN },
        { stderr: 'the barometer is old' },
        { end_turn: {} },
      ],
    },
  },
];

const lines = (page) =>
  page.driver.run(`() => [...document.querySelectorAll('[data-testid="traffic-line"]')].map((line) => ({
    way: line.dataset.way,
    text: line.querySelector('code').textContent,
    doubt: line.querySelector('.doubt')?.textContent ?? '',
  }))`);

inAWorld('F012 F013 what was not understood is marked in the traffic, copied as it came, and replayed from a file', async (world) => {
  await world.addPlayedAgent('aionrs', ODD);
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace, /aionrs/i);
  await page.say('how is the weather?');
  await page.turnEnded('how is the weather?');
  assert.match((await page.lastTurn()).map((row) => row.text).join('\n'), /does not know[\s\S]*could not read/);

  await page.openPanel('traffic');
  await page.click('ways-stderr');
  await until('the complaint alone', async () => (await lines(page)).map((line) => line.text).join() === 'the barometer is old');
  await page.click('ways-doubtful');
  const doubtful = await until('the two lines', async () => {
    const all = await lines(page);
    return all.length === 2 && all;
  });
  assert.deepEqual(
    doubtful.map((line) => [line.way, line.text]),
    [['fromAgent', UNKNOWN], ['fromAgent', BROKEN]],
  );
  assert.match(doubtful[0].doubt, /weather_report/);
  assert.match(doubtful[1].doubt, /not valid JSON/);

  await page.driver.run(`() => document.querySelectorAll('[data-testid="traffic-line"] button')[1].click()`);
  await page.click('traffic-copy');
  await until('the line in the clipboard', async () => (await world.display.clipboard()) === BROKEN, { seen: () => world.display.clipboard() });

  const script = join(world.root, 'weather.txt');
  await app.nameFile(async () => {
    await page.click('traffic-more');
    await page.click('script-file');
  }, script);
  await until('the script', () => readFile(script, 'utf8').catch(() => null));
  // The scripted agent says it all again to whoever speaks to it.
  const player = spawn(join(dirname(PARLEY), 'understudy'), ['play', '--transcript', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  player.stdout.on('data', (bytes) => (said += bytes));
  player.stdin.end('{"type":"message","msg_id":"1","content":"how is the weather?"}\n');
  await once(player, 'exit');
  const again = said.split('\n');
  assert.ok(again.includes(UNKNOWN) && again.includes(BROKEN), said);
});
