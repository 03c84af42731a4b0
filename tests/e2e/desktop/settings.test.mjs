// Settings, the palette, keys of one's own, and the report: each found, changed at once, kept, and taken back.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

const theme = (page) => page.driver.run(`() => document.documentElement.dataset.theme`);
const kept = async (world, name) => JSON.parse(await readFile(join(world.data, 'settings.json'), 'utf8').catch(() => '{}'))[name];
const isKept = (world, name, value) =>
  until(`${name} to be kept as ${JSON.stringify(value)}`, async () => JSON.stringify((await kept(world, name)) ?? null) === JSON.stringify(value));

/** Presses the label of an option: its button is hidden. */
const pick = (page, setting, words) =>
  until(`“${words}” to pick`, () =>
    page.driver.run(
      `(css, words) => { [...document.querySelectorAll(css + ' label')].find((one) => one.textContent.trim() === words).click(); return true; }`,
      page.css(`setting-${setting}`),
      words,
    ),
  );

inAWorld('a setting is found by its words, changes at once, is kept, and goes back to its default', async (world) => {
  const first = await world.start();
  const { page } = first;
  await page.see('new-conversation');
  await world.display.key('ctrl+comma');
  await (await page.see('settings-search')).type('colours');
  await until('what was searched for, and only that', async () => (await page.has('setting-theme')) && !(await page.has('setting-trafficMib')));
  assert.equal(await (await page.see('reset-theme')).enabled(), false);
  await pick(page, 'theme', 'Dark');
  await until('the dark theme', async () => (await theme(page)) === 'dark');
  await isKept(world, 'theme', 'dark');
  await world.display.key('Escape');
  await page.click('section-appearance');
  const title = () => page.driver.run(`() => document.querySelector('[data-testid="settings-page"] h1').textContent`);
  await pick(page, 'language', 'Deutsch');
  await until('German', async () => (await title()) === 'Einstellungen');
  await isKept(world, 'language', 'de');
  await page.reload();
  assert.equal(await until('a title', title), 'Einstellungen', 'German from the first word on');
  await pick(page, 'language', 'English');
  await until('English', async () => (await title()) === 'Settings');
  await (await page.see('settings-search')).type('xyzzy');
  await page.see('settings-nothing');
  await world.display.key('Escape');
  await page.click('section-storage');
  await page.choose('setting-trafficMib', '0');
  await isKept(world, 'trafficMib', 8);
  await first.closeWindows();
  await world.assertNobodyLeft();

  const { page: again } = await world.start();
  await until('the dark theme', async () => (await theme(again)) === 'dark');
  await again.see('setting-trafficMib');
  await again.click('reset-trafficMib');
  await isKept(world, 'trafficMib', 32);
  await again.click('reset-all');
  await again.click('reset-now');
  await until('the light theme', async () => (await theme(again)) === 'light');
  await isKept(world, 'theme', 'system');
});

inAWorld('the palette finds and runs a command, and a key of one’s own takes the place of the usual one', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.see('new-conversation');
  await world.display.key('ctrl+k');
  await (await page.see('palette-input')).type('storage');
  await world.display.key('Return');
  await page.see('setting-trafficMib');

  // The sheet is a question mark away, and refuses keys that are taken.
  await page.driver.run('() => document.activeElement.blur()');
  await world.display.key('question');
  await page.see('shortcut-sheet');
  await page.click('change-tasks');
  await world.display.key('ctrl+k');
  await page.reads('shortcut-said', /Search or run/);
  await world.display.key('ctrl+alt+t');
  await page.reads('shortcut-tasks', /Ctrl Alt T/);
  await isKept(world, 'shortcuts', { tasks: 'mod+alt+t' });
  await world.display.key('Escape');
  await page.gone('shortcut-sheet');
  await world.display.key('ctrl+shift+i');
  await world.display.key('ctrl+alt+t');
  await page.see('tasks-page');
  // In a build for development the key is the engine's inspector's too, which no window may open.
  world.mayFail = /what="string"/;

  await page.reload();
  await page.click('entry-inbox');
  await page.see('inbox-page');
  await world.display.key('ctrl+alt+t');
  await page.see('tasks-page');
  await world.display.key('ctrl+slash');
  await page.click('usual-tasks');
  await isKept(world, 'shortcuts', {});
  await world.display.key('Escape');
  await page.gone('shortcut-sheet');
  await page.click('entry-inbox');
  await world.display.key('ctrl+shift+i');
  await page.see('tasks-page');
});

inAWorld('a report holds no key, is read before it is saved, and is saved as it was read', async (world) => {
  const key = 'sk-ant-this-must-not-be-in-a-report-0123456789';
  await world.addPlayedAgent('nuum', [
    { protocol: 'nuum' },
    { ready: {} },
    { stderr: `I use ${key}` },
    { loop: { steps: [{ await: 'message' }, { text: `My key is ${key}.` }, { end_turn: {} }] } },
  ]);
  const app = await world.start();
  const { page } = app;
  await page.see('new-conversation');
  await world.display.key('ctrl+k');
  await (await page.see('palette-input')).type('settings providers');
  await world.display.key('Return');
  await page.click('key-add-anthropic');
  await (await page.see('key-value')).type(key);
  await page.click('key-save');
  await page.gone('key-dialog');
  await page.newConversation(world.workspace, /nuum/);
  await page.say('which key?');
  await page.turnEnded('which key?');
  assert.doesNotMatch(await page.answer(), new RegExp(key));

  await world.display.key('ctrl+comma');
  await page.click('section-advanced');
  await page.click('do-diagnostics');
  const shown = await until('the report', async () => {
    const text = await page.driver.run(`() => document.querySelector('[data-testid="diagnostics-text"]').textContent`);
    return text.includes('# Settings') && text;
  });
  assert.match(shown, /version: /);
  assert.match(shown, /nuum/);
  assert.doesNotMatch(shown, new RegExp(key.slice(7)));
  const file = join(world.root, 'report.txt');
  await app.nameFile(() => page.click('diagnostics-save'), file);
  assert.equal(await until('the report’s file', () => readFile(file, 'utf8').catch(() => null)), shown);
});
