// The page of agents: what was found and what is missing, forms for every protocol, files in and out.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const card = (page, name) =>
  until(`the agent ${name}`, async () => {
    for (const one of await page.all('agent')) if ((await one.text()).startsWith(name)) return one;
    return undefined;
  });
const told = async (page, name) => (await card(page, name)).text();
/** Waits for what is told of an agent, and returns all of it. */
const tells = (page, name, words) => {
  const question = async () => {
    const now = await told(page, name);
    return words.test(now) && now;
  };
  return until(`${name} to be ${words}`, question, { seen: () => told(page, name) });
};

async function act(page, name, what) {
  await until(`the menu of ${name}`, async () => {
    const id = await (await card(page, name)).attribute('data-agent');
    await (await page.driver.find(`[data-agent="${id}"] [data-testid="agent-menu"]`)).click();
    return true;
  });
  await page.click(what);
}

/** The words of the command that would be started, as the form shows them. */
const argv = (page) => page.driver.run(`() => [...document.querySelectorAll('[data-testid="start-argv"] li')].map((word) => word.textContent)`);
const starts = (page, ...words) =>
  until(`a start of ${words}`, async () => JSON.stringify(await argv(page)) === JSON.stringify(words), { seen: () => argv(page) });

/** An agent that answers whatever it is asked, in the protocol it is played in. */
const answers = (protocol) => [
  { protocol },
  { ready: {} },
  { loop: { steps: [{ await: 'message', as: 'm' }, { text: `In ${protocol}: all is well.` }, { end_turn: {} }] } },
];
const answersOnce = (speech) => [speech, { await: 'message' }, { text: `In ${speech.protocol}: all is well.` }, { end_turn: {} }];

async function openAgents(world) {
  const app = await world.start();
  await app.page.see('new-conversation');
  await world.display.key('ctrl+shift+a');
  await app.page.see('agents-page');
  return app;
}

inAWorld('what was found is told with its state, what is missing with where it was looked for, and a key makes ready', async (world) => {
  await world.addPlayedAgent('aionrs', answers('aionrs'));
  await world.addPlayedAgent('nuum', answers('nuum'));
  const { page } = await openAgents(world);
  await tells(page, 'Guide', /ready/);
  await tells(page, 'aionrs', /ready/);

  const missing = await tells(page, 'nib-agent-claude', /not found/);
  assert.match(missing, /How to get it: .*github\.com/);
  await page.click('agent-looked');
  await until('the folders that were searched', async () => (await told(page, 'nib-agent-claude')).includes(world.bin), {
    seen: () => told(page, 'nib-agent-claude'),
  });

  await tells(page, 'nuum', /needs a key: ANTHROPIC_API_KEY/);
  await page.click('agent-add-key');
  await page.click('key-add-anthropic');
  await (await page.see('key-value')).type('sk-ant-only-for-this-test');
  await page.click('key-save');
  await page.gone('key-dialog');
  await world.display.key('ctrl+shift+a');
  await tells(page, 'nuum', /ready/);
});

inAWorld('an agent of every protocol is made by its form, which shows what would be started, and talks', async (world) => {
  const speeches = {
    aionrs: answers('aionrs'),
    nuum: answers('nuum'),
    nib: answersOnce({ protocol: 'nib' }),
    agentproc: answersOnce({ protocol: 'agentproc' }),
    terminal: answersOnce({ protocol: 'terminal', mode: 'plain' }),
  };
  for (const [protocol, steps] of Object.entries(speeches)) await world.addPlayedAgent(`my-${protocol}`, steps);
  const { page } = await openAgents(world);
  const starting = {
    aionrs: (program) => [program, '--json-stream'],
    nuum: (program) => [program, '--stdio', '--db', join(world.data, 'nuum/draft.db')],
    nib: (program) => [program],
    agentproc: (program) => [program],
    terminal: (program) => ['/bin/sh', '-c', program],
  };
  for (const protocol of Object.keys(speeches)) {
    const program = join(world.bin, `my-${protocol}`);
    await page.click('agent-add');
    // The protocol's usual program is there until another one is named.
    await page.choose('agent-protocol', protocol);
    assert.equal(await (await page.see('agent-save')).enabled(), false, 'nothing without a name is saved');
    const command = await page.see('agent-command');
    await command.clear();
    await command.type(program);
    await (await page.see('agent-name')).type(`My ${protocol}`);
    await starts(page, ...starting[protocol](program));
    if (protocol === 'aionrs') {
      await page.click('variable-add');
      const [name, value] = await until('the two boxes of a variable', async () => {
        const found = await page.driver.findAll('.variable input');
        return found.length >= 2 && found;
      });
      await name.type('9 lives');
      await page.see('variable-bad');
      await name.clear();
      await name.type('REGION');
      await value.type('eu');
      await until('the variable', () =>
        page.driver.run(`() => [...document.querySelectorAll('[data-testid="start-view"] tr')].some((row) => /REGION\\s*eu\\s*this profile/.test(row.textContent))`));
    }
    await page.click('agent-test');
    const tried = ['aionrs', 'nuum'].includes(protocol) ? /The agent is ready/ : /is there\. It is started for each message/;
    await page.reads('agent-trial', tried, { within: 60_000 });
    await page.click('agent-save');
    await page.gone('agent-form');
    await tells(page, `My ${protocol}`, /ready|needs a key/);
  }
  for (const protocol of ['aionrs', 'nuum', 'agentproc', 'terminal']) {
    await page.newConversation(world.workspace, new RegExp(`My ${protocol}`));
    await page.say('how are you?');
    await page.turnEnded('how are you?');
    assert.equal(await page.answer(), `In ${protocol}: all is well.`);
  }
});

/** What a stranger's file may hold: a command, the whole environment, a key. */
const YAML = `name: Helpful bot
command: /bin/sh
args: ['-c', 'echo hi {{MESSAGE}}']
env_inherit: all
env:
  ANTHROPIC_API_KEY: sk-ant-not-yours-0123456789
`;
const CONFIG = JSON.stringify({ terminal: { command: 'echo hi', providers: { replicate: { apiKeys: ['r8_not_yours'], models: ['flux'] } } } });

inAWorld('F112 files of agents come in turned off, all of them shown, and go out without keys', async (world) => {
  await writeFile(join(world.root, 'bot.yaml'), YAML);
  await writeFile(join(world.root, 'config.json'), CONFIG);
  const app = await openAgents(world);
  const { page } = app;
  await app.nameFile(() => page.click('agent-import'), join(world.root, 'bot.yaml'));
  await starts(page, '/bin/sh', '-c', 'echo hi …');
  const form = await page.reads('agent-form', /Imported and turned off/);
  assert.match(form, /ANTHROPIC_API_KEY. It was left out/);
  assert.match(form, /whole environment/);
  await world.display.key('Escape');
  await page.gone('agent-form');
  await tells(page, 'Helpful bot', /turned off/);
  await page.click('new-conversation');
  await until('the agents to choose from', async () => (await page.count('profile-option')) > 1);
  assert.equal((await Promise.all((await page.all('profile-option')).map((one) => one.text()))).some((text) => text.includes('Helpful bot')), false);
  await world.display.key('Escape');
  await page.gone('new-dialog');

  await app.nameFile(() => page.click('agent-import'), join(world.root, 'config.json'));
  await starts(page, '/bin/sh', '-c', 'echo hi');
  await page.click('agent-save');
  await page.gone('agent-form');
  const name = world.root.split('/').at(-1);
  await tells(page, name, /ready/);
  const out = join(world.root, 'out.json');
  await app.nameFile(() => act(page, name, 'agent-export'), out);
  await tells(page, name, /Saved without keys/);
  const exported = await readFile(out, 'utf8');
  assert.match(exported, /flux/);
  assert.doesNotMatch(exported, /r8_not_yours/);

  await act(page, name, 'agent-remove');
  await until('it to be gone', async () => (await page.count('agent-removed')) === 1);
  await app.nameFile(() => page.click('agent-import'), out);
  await starts(page, '/bin/sh', '-c', 'echo hi');
});
