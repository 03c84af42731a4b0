// Operations of a manuscript are filled in as forms, run, and leave their answers.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { ENTER } from './harness/page.mjs';
import { until } from './harness/until.mjs';

const answer = (...steps) => [{ protocol: 'nib' }, { await: 'message' }, ...steps];

async function manuscript(world) {
  await mkdir(join(world.workspace, 'scenes'));
  await mkdir(join(world.workspace, 'characters'));
  for (const name of ['01-opening', '02-the-letter', '10-elko']) await world.put(`scenes/${name}.md`, `# ${name}\n`);
  await world.put('characters/lance-thurgood.md', '# Lance\n');
}

async function openProject(page, world) {
  await page.newConversation(world.workspace, /nib-agent-claude/i);
  await page.click('open-operations');
  await page.see('nib-operation');
}

const pick = (page, path) =>
  until(`${path} to pick`, () =>
    page.driver.run(`(path) => { document.querySelector('[data-testid="nib-file"][data-path="' + path + '"] input').click(); return true; }`, path),
  );

inAWorld('scenes are proofread by a form, and it is kept with what came of it', async (world) => {
  await manuscript(world);
  await world.addNibAgent({
    'scene-proof': answer({ text: '3 comma fixes, **1 apostrophe**.' }, { end_turn: {} }),
  });
  const { page } = await world.start();
  await openProject(page, world);

  await page.choose('nib-operation', 'scene-proof');
  await page.click('nib-run-it');
  await page.reads('note-nib-paths', /missing/);
  await pick(page, 'scenes/10-elko.md');
  await pick(page, 'scenes/02-the-letter.md');
  await page.choose('nib-effort', 'max');
  await until('nothing to be missing', async () => !(await page.has('nib-incomplete')));
  await page.click('nib-run-it');

  await page.reads('row-result', /3 comma fixes, 1 apostrophe\./);
  const sent = 'scene-proof scenes/02-the-letter.md scenes/10-elko.md effort="max"';
  const said = (await (await page.see('row-user')).text()).split('\n').map((line) => line.trim());
  assert.ok(said.includes('Proofread scenes “02 the letter”, “10 elko”'), `plain words: ${said}`);
  assert.ok(said.some((line) => line.endsWith(sent)), `and the line that was sent: ${said}`);
  assert.deepEqual(await world.nibRequest(), {
    operation: 'scene-proof',
    dir: world.workspace,
    paths: ['scenes/02-the-letter.md', 'scenes/10-elko.md'],
    effort: 'max',
  });

  await page.click('open-operations');
  const run = async () => (await page.driver.find('[data-testid="nib-run"][data-state="done"]')).text();
  await until('the run in the history', async () => /^Proofread scenes[\s\S]*02-the-letter[\s\S]*3 comma fixes[\s\S]*scene-proof/.test(await run()), {
    seen: run,
  });
  await page.click('nib-again');
  const again = () =>
    page.driver.run(`() => [...document.querySelectorAll('[data-testid="nib-file"] input:checked')].map((one) => one.closest('label').dataset.path)`);
  await until('the same scenes', async () => JSON.stringify(await again()) === '["scenes/02-the-letter.md","scenes/10-elko.md"]', { seen: again });
});

inAWorld('a schema is checked as one types, and data that breaks it is pointed at', async (world) => {
  await manuscript(world);
  await world.addNibAgent({
    'continuity-index': answer({ end_turn: { data: { people: ['Bo', 7] } } }),
  });
  const { page } = await world.start();
  await openProject(page, world);
  await page.choose('nib-operation', 'continuity-index');
  await (await page.see('nib-context')).type('Bo drives to Elko.');
  const schema = await page.see('nib-schema');
  await schema.type(`{"type": "object",${ENTER} "properties": oops`);
  await page.reads('note-nib-schema', /2.*oops/s);
  await schema.clear();
  await schema.type('{"type": "objekt"}');
  await page.reads('note-nib-schema', /no JSON Schema/);
  await schema.clear();
  await schema.type('{"type": "object", "properties": {"people": {"type": "array", "items": {"type": "string"}}}}');
  await until('the schema to be good', async () => !/no JSON Schema/.test(await (await page.see('note-nib-schema')).text()));
  await page.click('nib-run-it');
  await page.reads('row-result', /\/people\/1/);
});

inAWorld('a long operation is shown as running, and can be stopped', async (world) => {
  await manuscript(world);
  await world.addNibAgent({
    'continuity-ask': answer({ sleep_ms: 600_000 }),
    'project-scaffold': answer({ end_turn: { files: ['CLAUDE.md'] } }),
  });
  const { page } = await world.start();
  await openProject(page, world);
  await page.choose('nib-operation', 'continuity-ask');
  await (await page.see('nib-question')).type('Who drives Bo to Elko?');
  await page.click('nib-run-it');
  await page.see('row-user');
  await page.click('entry-tasks');
  await until('the operation among the tasks', async () => {
    const task = await page.driver.find('[data-testid="task"][data-kind="operation"]');
    if (!/Who drives Bo to Elko\?/.test(await task.text())) return false;
    await task.click();
    return true;
  });
  await page.click('open-operations');
  await page.click('nib-stop');
  await until('the run to be stopped', () => page.driver.find('[data-testid="nib-run"][data-state="stopped"]'));

  await page.choose('nib-operation', 'project-scaffold');
  await page.click('nib-run-it');
  await page.reads('row-result', /CLAUDE\.md/);
  assert.equal((await world.nibRequest()).project_name, 'workspace');
  assert.equal(await readFile(join(world.workspace, 'CLAUDE.md'), 'utf8').catch(() => 'none'), 'none');
});
