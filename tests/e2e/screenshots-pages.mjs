// Pictures of every page and panel of the real window, on real agents:
// node tests/e2e/screenshots-pages.mjs [SCENE…]
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Page } from './desktop/harness/page.mjs';
import { until } from './desktop/harness/until.mjs';
import { inAPictureWorld, sized, takeBoth } from './picture.mjs';

const NARROW = [480, 860];
const answer = (...steps) => [{ protocol: 'nib' }, { await: 'message' }, ...steps];

/** An agent that says something nobody understands, and something that is broken. */
const ODD = [
  { protocol: 'aionrs' },
  { ready: {} },
  {
    loop: {
      steps: [
        { await: 'message' },
        { text: 'Two files here: `shopping.md` and `ideas.md`.' },
        { emit: { type: 'weather_report', sky: 'clear', wind: 3 } },
        { line: '{"type":"text_delta","msg_id":7,"text":' },
        { stderr: 'warning: the cache of the catalogue is 12 days old' },
        { end_turn: {} },
      ],
    },
  },
];

/** One agent of each sort on the search path. */
async function agentsOfAllSorts(world) {
  await world.addPlayedAgent('aionrs', ODD);
  await world.addPlayedAgent('nuum', [{ protocol: 'nuum' }, { ready: {} }, { wait_eof: true }]);
}

async function manuscript(world) {
  for (const folder of ['scenes', 'characters', 'chapters']) await mkdir(join(world.workspace, folder));
  const scenes = ['01-opening', '02-the-letter', '03-a-train', '04-bo-drives', '05-elko', '06-the-bridge'];
  for (const name of scenes) await world.put(`scenes/${name}.md`, `# ${name}\n`);
  for (const name of ['lance-thurgood', 'bo-hale']) await world.put(`characters/${name}.md`, `# ${name}\n`);
}

const openTab = async (page, id) => {
  if (!(await page.has('side-panel'))) await page.click('open-panel');
  await (await until(`the tab ${id}`, () => page.driver.find(`[data-panel="${id}"]`))).click();
};

const openPalette = async (world, page) => {
  await world.display.key('ctrl+k');
  return page.see('palette-input');
};

const closeDialog = async (world, page, id) => {
  await world.display.key('Escape');
  await page.gone(id);
};

/** An agent's form, of an entry on its page. */
async function act(page, agent, what) {
  await (await until(`the agent ${agent}`, () => page.driver.find(`[data-agent="${agent}"] [data-testid="agent-menu"]`))).click();
  await page.click(what);
}

const scenes = {
  async agents(world, shot) {
    await agentsOfAllSorts(world);
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.see('new-conversation');
    await world.display.key('ctrl+shift+a');
    await until('the agents', async () => (await page.count('agent')) > 3);
    await shot(app, 'agents-top', { keep: false });
    await page.driver.run(`() => [...document.querySelectorAll('[data-testid="agent"]')].at(-1).scrollIntoView({ block: 'end' })`);
    await shot(app, 'agents');
    await page.click('agent-add');
    const protocols = await until('the protocols', async () => {
      const found = await page.driver.run(`() => [...document.querySelectorAll('[data-testid="agent-protocol"] option')].map((one) => one.value)`);
      return found.length > 0 && found;
    });
    for (const protocol of protocols) {
      await page.choose('agent-protocol', protocol);
      await until('the start or what is missing', async () => (await page.has('start-argv')) || page.has('start-problem'));
      await shot(app, protocol === 'aionrs' ? 'agent-form' : `agent-form-${protocol}`, { keep: protocol === 'aionrs' });
      await page.driver.run(`() => document.querySelector('[data-testid="start-view"]').scrollIntoView()`);
      await shot(app, `agent-form-${protocol}-end`, { keep: false });
    }
    await closeDialog(world, page, 'agent-form');
    await act(page, 'guide', 'agent-copy');
    await page.see('start-argv');
    await page.click('agent-test');
    await page.see('agent-trial');
    await page.driver.run(`() => document.querySelector('[data-testid="agent-trial"]').scrollIntoView()`);
    await shot(app, 'agent-tried', { keep: false });
    await closeDialog(world, page, 'agent-form');
    await sized(app, ...NARROW);
    await shot(app, 'agents-narrow', { keep: false });
    await page.click('agent-add');
    await page.see('start-argv');
    await shot(app, 'agent-form-narrow', { keep: false });
  },

  async settings(world, shot) {
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.see('new-conversation');
    await page.click('settings-open');
    await page.see('settings');
    await shot(app, 'settings-popover', { keep: false });
    await page.click('open-settings');
    await page.see('settings-content');
    const sections = await page.driver.run(`() => [...document.querySelectorAll('[data-testid^="section-"]')].map((one) => one.dataset.testid.slice(8))`);
    for (const section of sections) {
      await page.click(`section-${section}`);
      if (section === 'providers') await page.see('providers');
      await shot(app, section === 'providers' ? 'providers' : `settings-${section}`, { keep: ['conversations', 'providers'].includes(section) });
    }
    await page.click('section-providers');
    await page.driver.run(`() => document.querySelector('[data-testid^="key-add-"]').click()`);
    await page.see('key-dialog');
    await shot(app, 'key-dialog', { keep: false });
    await closeDialog(world, page, 'key-dialog');
    await (await page.see('settings-search')).type('agent');
    await shot(app, 'settings-search', { keep: false });
    await (await page.see('settings-search')).type(' xyzzy');
    await page.see('settings-nothing');
    await shot(app, 'settings-nothing', { keep: false });
    await sized(app, ...NARROW);
    await (await page.see('settings-search')).clear();
    await shot(app, 'settings-narrow', { keep: false });
    await sized(app);

    await page.click('section-advanced');
    await page.click('do-diagnostics');
    await until('the report', async () => /\n/.test(await (await page.see('diagnostics-text')).text()));
    await shot(app, 'diagnostics');
    await world.display.key('Escape');
    await world.display.key('ctrl+slash');
    await page.see('shortcut-sheet');
    await shot(app, 'shortcuts');
    await (await page.driver.find('[data-testid="shortcut-inbox"] button:last-of-type')).click();
    await world.display.key('ctrl+k');
    await shot(app, 'shortcuts-taken', { keep: false });
    await world.display.key('Escape');
    await closeDialog(world, page, 'shortcut-sheet');
  },

  async inspector(world, shot) {
    await agentsOfAllSorts(world);
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.newConversation(world.workspace, /aionrs/i);
    await page.say('what is here?');
    await page.turnEnded('what is here?');
    await shot(app, 'conversation-odd', { keep: false });
    await openTab(page, 'traffic');
    await until('lines', async () => (await page.count('traffic-line')) > 6);
    await shot(app, 'inspector-all', { keep: false });
    await page.click('ways-doubtful');
    await until('the doubtful ones', async () => (await page.count('traffic-line')) === 2);
    await page.driver.run(`() => document.querySelectorAll('[data-testid="traffic-line"] button')[0].click()`);
    await until('what became of it', () => page.driver.find('[data-testid="traffic-line"] h4'));
    await shot(app, 'inspector');
    await page.click('traffic-more');
    await page.see('script-profile');
    await shot(app, 'inspector-menu', { keep: false });
    await world.display.key('Escape');
    await openTab(page, 'process');
    await page.see('process-row');
    await shot(app, 'process');
    await openPalette(world, page);
    await shot(app, 'palette');
    await (await page.see('palette-input')).type('xyzzy');
    await shot(app, 'palette-none', { keep: false });
    await closeDialog(world, page, 'palette');
    await sized(app, ...NARROW);
    await shot(app, 'process-narrow', { keep: false });
    await openTab(page, 'traffic');
    await until('lines', async () => (await page.count('traffic-line')) > 1);
    await shot(app, 'inspector-narrow', { keep: false });
  },

  async tasks(world, shot) {
    await manuscript(world);
    await world.addNibAgent({ 'continuity-ask': answer({ sleep_ms: 600_000 }) });
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.see('entry-tasks');
    await page.click('entry-tasks');
    await page.see('tasks-empty');
    await shot(app, 'tasks-empty', { keep: false });
    await page.newConversation(world.workspace, /background tasks/i);
    await page.say('remind me in 3 seconds to stretch');
    await page.turnEnded('remind me');
    await openTab(page, 'tasks');
    await until('the alarm to be gone', async () => page.has('tasks-empty'));
    await page.say('remind me in 25 minutes to take the bread out');
    await page.turnEnded('take the bread out');
    await until('the alarm', () => page.has('task'));
    await shot(app, 'tasks-panel', { keep: false });
    await page.newConversation(world.workspace, /nib-agent-claude/i);
    await page.click('open-operations');
    await page.choose('nib-operation', 'continuity-ask');
    await (await page.see('nib-question')).type('Who drives Bo to Elko?');
    await page.click('nib-run-it');
    await page.see('row-user');
    await page.click('entry-tasks');
    await until('both', async () => (await page.count('task')) >= 2);
    await shot(app, 'tasks');
    await page.click('tasks-past');
    await until('the alarm that fired', () => page.driver.find('[data-testid="task"][data-state="fired"]'));
    await shot(app, 'tasks-past', { keep: false });
    await sized(app, ...NARROW);
    await shot(app, 'tasks-narrow', { keep: false });
  },

  async nib(world, shot) {
    await manuscript(world);
    await world.addNibAgent({
      'scene-proof': answer({ text: '**3 findings**\n\n1. `02-the-letter.md`, line 14: a comma before “and”.\n2. `02-the-letter.md`, line 31: *it’s* for *its*.\n3. `05-elko.md`, line 8: “the the”.' }, { end_turn: {} }),
      'continuity-index': answer({ end_turn: { data: { people: [{ name: 'Bo', scenes: [1, 4, 'five'] }, { name: 'Lance', scenes: [2] }], places: ['Elko', 'Reno'] } } }),
      'project-scaffold': answer({ end_turn: { files: ['CLAUDE.md'] } }),
    });
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.newConversation(world.workspace, /nib-agent-claude/i);
    await shot(app, 'nib-conversation', { keep: false });
    await page.click('open-operations');
    await page.choose('nib-operation', 'scene-proof');
    await page.click('nib-run-it');
    await page.see('nib-incomplete');
    await shot(app, 'nib-incomplete', { keep: false });
    await page.driver.run(`() => { for (const at of [1, 4]) document.querySelectorAll('[data-testid="nib-file"] input')[at].click(); }`);
    await shot(app, 'nib-form');
    await page.click('nib-run-it');
    await page.see('row-result');
    await shot(app, 'nib-result');
    await page.click('open-operations');
    await page.choose('nib-operation', 'continuity-index');
    await (await page.see('nib-context')).type('All scenes of the first part.');
    const schema = await page.see('nib-schema');
    await schema.type('{"type": "object", "properties": {"people": {"type": "array", "items": {"type": "object", "properties": {"scenes": {"type": "array", "items": {"type": "integer"}}}}}}}');
    await shot(app, 'nib-schema', { keep: false });
    await page.click('nib-run-it');
    await until('the data', async () => (await page.count('row-result')) === 2);
    await shot(app, 'nib-data');
    await page.click('open-operations');
    await shot(app, 'nib-history', { keep: false });
    await sized(app, ...NARROW);
    await shot(app, 'nib-narrow', { keep: false });
    await sized(app);
    await page.newConversation(world.workspace, /nib-agent-claude/i);
    await page.say('scene-critique scenes/05-elko.md');
    await page.see('terminal-screen');
    await until('the prompt', async () => /you>/.test(await page.driver.run(`() => document.querySelector('.xterm-rows')?.innerText ?? ''`)));
    await world.display.type('What does the bridge do in this scene?');
    await world.display.key('Return');
    await until('an answer', async () => /you said/.test(await page.driver.run(`() => document.querySelector('.xterm-rows')?.innerText ?? ''`)));
    await shot(app, 'terminal');
    await sized(app, ...NARROW);
    await shot(app, 'terminal-narrow', { keep: false });
  },

  async german(world, shot) {
    await mkdir(world.data, { recursive: true });
    await writeFile(join(world.data, 'settings.json'), JSON.stringify({ language: 'de' }));
    await agentsOfAllSorts(world);
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await until('German', () => page.driver.run(`() => document.documentElement.lang === 'de'`));
    await shot(app, 'german-start', { keep: false });
    await page.newConversation(world.workspace);
    await page.say('run wc -l *.md');
    await page.approval();
    await until('the card to arm', () => page.armed());
    await shot(app, 'german-approval', { keep: false });
    await page.deny();
    await world.display.key('ctrl+shift+a');
    await until('the agents', async () => (await page.count('agent')) > 3);
    await shot(app, 'german-agents');
    await page.click('agent-add');
    await page.see('start-argv');
    await shot(app, 'german-agent-form', { keep: false });
    await closeDialog(world, page, 'agent-form');
    await world.display.key('ctrl+comma');
    for (const section of ['conversations', 'agents', 'storage', 'privacy', 'providers']) {
      await page.click(`section-${section}`);
      await shot(app, `german-${section}`, { keep: false });
    }
    await openPalette(world, page);
    await shot(app, 'german-palette', { keep: false });
    await closeDialog(world, page, 'palette');
    await world.display.key('ctrl+slash');
    await page.see('shortcut-sheet');
    await shot(app, 'german-shortcuts', { keep: false });
  },

  async export(world, shot) {
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.newConversation(world.workspace);
    await page.say('read shopping.md');
    await page.allow();
    await page.turnEnded('read shopping.md');
    await page.say('edit shopping.md: replace bread with rye bread and butter');
    await page.allow();
    await page.turnEnded('edit shopping.md');
    await openTab(page, 'changes');
    await until('the file', () => page.driver.find('[role="tabpanel"] button, [role="tabpanel"] li'));
    await shot(app, 'changes');
    await page.click('open-panel');
    await page.say('run sleep 600');
    await page.allow();
    await openPalette(world, page);
    await (await page.see('palette-input')).type('export');
    await shot(app, 'palette-export', { keep: false });
    await closeDialog(world, page, 'palette');
    await page.click('conversation-menu-open');
    await page.see('conversation-menu');
    await shot(app, 'conversation-menu', { keep: false });
    await page.driver.run(`() => [...document.querySelectorAll('[data-testid="conversation-menu"] button')].find((one) => /export/i.test(one.textContent)).click()`);
    await page.see('export-dialog');
    await shot(app, 'export');
    await page.driver.run(`() => document.querySelector('[data-testid="export-some"]').click()`);
    await page.see('export-turns');
    await shot(app, 'export-some', { keep: false });
    await closeDialog(world, page, 'export-dialog');
    await page.click('new-conversation');
    await page.see('new-dialog');
    await shot(app, 'new-conversation', { keep: false });
    await closeDialog(world, page, 'new-dialog');
    await world.display.askToClose((await app.windows())[0]);
    await page.see('closing-dialog');
    await shot(app, 'closing');
  },

  async trouble(world, shot) {
    const first = await world.start();
    await first.page.newConversation(world.workspace);
    await first.page.say('remember the lighthouse');
    await first.page.turnEnded('remember the lighthouse');
    const id = await first.driver.run(`() => document.querySelector('[data-testid="conversation-item"]').dataset.id`);
    await first.closeWindows();
    await world.assertNobodyLeft();

    // As if the window had died of it twice.
    await writeFile(join(world.data, 'loading.json'), JSON.stringify({ loading: {}, deaths: { [id]: 2 } }));
    const safe = await world.start();
    await sized(safe);
    await safe.page.see('safe-row');
    await shot(safe, 'safe');
    await safe.closeWindows();
    await world.assertNobodyLeft();

    const file = await open(join(world.data, 'archive.db'), 'r+');
    await file.write(Buffer.alloc(400, 0xa5), 0, 400, 100);
    await file.close();
    const app = await world.start([], { ready: false });
    await until('the window', async () => (await app.windows()).length > 0);
    app.page = new Page(app.driver, app);
    await sized(app);
    await app.page.see('archive-trouble');
    await shot(app, 'archive-trouble');
    await app.page.click('archive-repair');
    await app.page.see('repair-report');
    await shot(app, 'archive-repaired', { keep: false });
  },
};

const wanted = process.argv.slice(2);
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await inAPictureWorld(name, (world) => scene(world, (app, picture, options) => takeBoth(world, app, picture, options)));
}
