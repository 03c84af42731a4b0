// The last window is closed while agents are at work.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

/** An agent at work with a command that runs until it is ended. */
async function busy(world, app) {
  await app.page.newConversation(world.workspace);
  await app.page.say('run sleep 615');
  await app.page.allow();
  await until('the command to run', async () => (await commands(world)).includes('sleep 615'));
}

const commands = async (world) => (await world.processes()).map((one) => one.command);

inAWorld('C04 closing asks once, and agents that are kept go on without a window until they are done', async (world) => {
  const app = await world.start();
  await busy(world, app);
  const [window] = await app.windows();
  await world.display.askToClose(window);
  await app.page.see('closing-dialog');
  await world.display.key('Escape');
  await app.page.gone('closing-dialog');
  assert.equal((await app.windows()).length, 1, 'thinking better of it closes nothing');

  await world.display.askToClose(window);
  await app.page.see('closing-dialog');
  await app.page.click('closing-keep').catch(() => {});
  await until('no window', async () => (await app.windows()).length === 0);
  assert.equal(app.running, true);
  assert.ok((await commands(world)).includes('sleep 615'), 'the agent goes on');

  // A second start shows what runs.
  assert.deepEqual(await world.launch().ended(), { code: 0, signal: null });
  await until('a window again', async () => (await app.windows()).length === 1);
  assert.ok((await commands(world)).includes('sleep 615'));

  // It holds from now on.
  await world.display.askToClose((await app.windows())[0]);
  await until('no window, and no question', async () => (await app.windows()).length === 0);
  assert.equal(app.running, true);
  const sleeping = (await world.processes()).filter((one) => one.command === 'sleep 615');
  for (const { pid } of sleeping) process.kill(pid, 'SIGKILL');
  assert.deepEqual(await app.ended(), { code: 0, signal: null }, 'it ends by itself once they are done');
  await world.assertNobodyLeft();
});

inAWorld('C04 agents that are stopped are gone with the window, with all they started', async (world) => {
  const app = await world.start();
  await busy(world, app);
  await world.display.askToClose((await app.windows())[0]);
  await app.page.see('closing-dialog');
  await app.page.click('closing-stop').catch(() => {});
  assert.deepEqual(await app.ended(), { code: 0, signal: null });
  await world.assertNobodyLeft();
});

inAWorld('C04 a window that cannot ask is closed all the same', async (world) => {
  const app = await world.start();
  await busy(world, app);
  const page = (await world.processes()).find((one) => one.command.includes('WebKitWebProcess'));
  process.kill(page.pid, 'SIGSTOP');
  await world.display.askToClose((await app.windows())[0]);
  const how = await app.ended();
  // It was the test that stopped it.
  process.kill(page.pid, 'SIGKILL');
  assert.equal(how.code, 0);
  await world.assertNobodyLeft();
});
