// The files an agent changed, beside its conversation: live, with their diffs, after a restart.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

/** The files of the panel: [{ label, text }]. */
const files = (page) =>
  page.driver.run(`() => [...document.querySelectorAll('[data-testid="changed-file"]')].map((file) => ({
    label: file.dataset.label, text: file.querySelector('button').innerText.replace(/\\s+/g, ' '),
  }))`);

const panel = async (page) => {
  await page.openPanel('changes');
  await page.see('changes-panel');
};

/** Brings the request into sight, where the reader is elsewhere, until it can be answered. */
const asked = (page) =>
  until('a request that can be answered', async () => {
    if (await page.armed()) return true;
    await page.driver.run(`() => {
      const buttons = [...document.querySelectorAll('[data-testid="pending-bar"] button')];
      buttons.find((button) => button.dataset.testid !== 'deny-all')?.click();
    }`);
    return false;
  }, { seen: () => page.rows() });

const openFile = async (page, label) =>
  (await until(`the file ${label}`, () => page.driver.find(`[data-label="${label}"] button`))).click();

inAWorld('what the guide writes and edits is listed as it happens, with its diffs, and leads to the call', async (world) => {
  const app = await world.start();
  const { page } = app;
  await page.newConversation(world.workspace);
  await page.say('hello');
  await page.turnEnded('hello');
  await panel(page);
  await page.see('changes-empty');

  await page.say('write notes.md with the text: one');
  await asked(page);
  assert.equal(await page.has('changed-file'), false, 'nothing has been changed while it is asked');
  await asked(page);
  await page.click('allow-once');
  const first = await until('the file to be listed', async () => (await files(page))[0]);
  assert.equal(first.label, 'notes.md');
  assert.match(first.text, /\+1 −0/);
  await page.turnEnded('write notes.md');

  await page.say('write refused.md with the text: no');
  await asked(page);
  await page.deny();
  await page.turnEnded('write refused.md');
  await page.say('edit notes.md: replace one with two');
  await asked(page);
  await page.click('allow-once');
  await page.turnEnded('edit notes.md');
  await until('both changes to be counted', async () => /\+2 −1/.test((await files(page))[0]?.text ?? ''), { seen: () => files(page) });
  assert.deepEqual((await files(page)).map((file) => file.label), ['notes.md'], 'what was denied is no change');

  await openFile(page, 'notes.md');
  const changes = await until('the two changes', async () => {
    const found = await page.all('change');
    return found.length === 2 && found;
  });
  assert.match(await changes[0].text(), /Edited/);
  assert.match(await changes[0].text(), /Turn 4/);
  assert.match(await changes[1].text(), /Written/);
  // The newest is open, by the component of the transcript.
  const diff = await until('the diff', async () => {
    const text = await (await page.driver.find('[data-testid="change-diff"] table.diff')).text();
    return /one/.test(text) && /two/.test(text) && text;
  });
  assert.ok(diff);
  await page.click('file-now');
  await until('the file as it is', async () => /two/.test(await (await page.driver.find('[data-testid="changed-file"] .now')).text()));

  // From the older change to its call, wherever the reader is.
  for (let turn = 0; turn < 3; turn += 1) {
    await page.say(`read notes.md`);
    await asked(page);
    await page.click('allow-once');
    await page.turnEnded('read notes.md');
  }
  await until('the way to the older call', async () => {
    await (await page.all('change-to-call')).at(-1).click();
    return true;
  });
  await until('the call in sight', () =>
    page.driver.run(`() => {
      const frame = document.querySelector('[data-scroller]:has([data-place])').getBoundingClientRect();
      return [...document.querySelectorAll('[data-testid="row-tool"]')].some((row) => {
        const box = row.getBoundingClientRect();
        return /Wrote|write/i.test(row.innerText) && box.bottom > frame.top && box.top < frame.bottom;
      });
    }`),
  );
  await app.closeWindows();

  // With no agent at all it is the same.
  const again = await world.start();
  await until('the conversation', () => again.page.has('row-user'));
  await panel(again.page);
  await until('the file', async () => /\+2 −1/.test((await files(again.page))[0]?.text ?? ''), { seen: () => files(again.page) });
  await assert.rejects(access(join(world.workspace, 'refused.md')));
});
