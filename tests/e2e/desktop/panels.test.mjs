// Traffic and processes beside a conversation, the page of agents and the palette, on real agents.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const PICTURES = fileURLToPath(new URL('../../../target/test-reports/pictures/', import.meta.url));

/** Keeps a picture to be looked at; no test compares it. */
async function keep(world, app, name) {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(PICTURES, { recursive: true });
  const [window] = await app.windows();
  await writeFile(join(PICTURES, `${name}.png`), await world.display.picture(window));
}

inAWorld('traffic is seen line by line, and replays the agent as an agent of its own', async (world) => {
  await world.put('a.txt', 'kept words\n');
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace);
  await page.say('read a.txt');
  await page.allow();
  await page.turnEnded('read a.txt');
  const answer = await page.answer();

  await page.openPanel('traffic');
  await until('lines both ways', async () => {
    const ways = await page.driver.run(`() => [...document.querySelectorAll('[data-testid="traffic-line"]')].map((line) => line.dataset.way)`);
    return ways.includes('fromAgent') && ways.includes('toAgent') && ways.includes('host');
  });
  await keep(world, app, 'traffic-light');
  // Only what the agent said, and of it only what names a tool: then one line, whole and with its events.
  await page.click('ways-fromAgent');
  await (await page.see('traffic-search')).type('tool_request');
  await until('the request alone', async () => {
    if ((await page.count('traffic-line')) !== 1) return false;
    await (await page.driver.find('[data-testid="traffic-line"] button')).click();
    return true;
  });
  await page.reads('traffic-line', /approvalRequested/);
  await keep(world, app, 'traffic-line');

  await page.click('traffic-more');
  await page.click('script-profile');
  await page.reads('side-panel', /replays/);
  await world.display.key('Escape');
  await page.newConversation(world.workspace, /replay of/i);
  await page.say('read a.txt');
  await page.allow();
  await page.turnEnded('read a.txt');
  assert.equal(await page.answer(), answer);
});

inAWorld('the processes of an agent are seen, and what is left of it after its end', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace);
  await page.say('who are you?');
  await page.turnEnded('who are you?');
  await page.openPanel('process');
  await page.see('process-row');
  await page.reads('process-memory', /\d/);
  await keep(world, app, 'process-light');
  await page.click('process-force');
  await page.reads('process-end', /SIGKILL|killed/i);
  await page.gone('process-row');
  await page.say('who are you?');
  await page.turnEnded('who are you?');
  await page.see('process-row');
  await page.chooseTheme('dark');
  await keep(world, app, 'process-dark');
});

inAWorld('an agent is copied, tried by a real start, saved, turned off and deleted with undo', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.see('new-conversation');
  await world.display.key('ctrl+k');
  await (await page.see('palette-input')).type('agents');
  await keep(world, app, 'palette-light');
  await world.display.key('Return');
  await page.see('agents-page');
  const card = (name) => until(`the agent ${name}`, async () => {
    for (const one of await page.all('agent')) if ((await one.text()).startsWith(name)) return one;
    return undefined;
  });
  await until('the guide to be ready', async () => /ready/.test(await (await card('Guide')).text()));
  await keep(world, app, 'agents-light');

  const act = async (agent, what) => {
    await until(`the menu of ${agent}`, async () => {
      await (await page.driver.find(`[data-agent="${agent}"] [data-testid="agent-menu"]`)).click();
      return true;
    });
    await page.click(what);
  };
  await act('guide', 'agent-copy');
  const name = await page.see('agent-name');
  await name.clear();
  await name.type('My guide');
  await page.reads('start-argv', /--json-stream/);
  await keep(world, app, 'agent-form-light');
  await page.click('agent-test');
  await page.reads('agent-trial', /version|session/i, { within: 60_000 });
  await page.click('agent-save');
  const mine = await card('My guide');
  const id = await mine.attribute('data-agent');
  await act(id, 'agent-turn');
  await until('it to be off', async () => (await (await card('My guide')).text()).includes('turned off'));
  await act(id, 'agent-remove');
  await until('it to be gone', async () => (await page.driver.findAll(`[data-agent="${id}"]`)).length === 0);
  await page.chooseTheme('dark');
  await keep(world, app, 'agents-dark');
});
