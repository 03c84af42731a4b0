// No process outlives the app, and no conversation is lost with it.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

/** An agent at work with a grandchild: a command that would run for ten minutes. */
async function busy(world, app) {
  await app.page.newConversation(world.workspace);
  await app.page.say('run sleep 613 & sleep 614');
  await app.page.allow();
  await until('the command to run', async () => {
    const commands = (await world.processes()).map((one) => one.command);
    return commands.includes('sleep 613') && commands.includes('sleep 614');
  });
}

inAWorld('C01 closing the window ends the app, the agent and what it started', async (world) => {
  const app = await world.start();
  await busy(world, app);
  await world.display.askToClose((await app.windows())[0]);
  // While agents are at work it is asked first.
  await app.page.see('closing-stop');
  await app.page.click('closing-stop').catch(() => {});
  assert.deepEqual(await app.ended(), { code: 0, signal: null });
  await world.assertNobodyLeft();
});

inAWorld('C05 SIGTERM ends the app in order, with all it started', async (world) => {
  const app = await world.start();
  await busy(world, app);
  const how = await app.end('SIGTERM');
  assert.equal(how.signal, null, 'it ended itself');
  await world.assertNobodyLeft();
});

inAWorld('C02 SIGKILL of the app leaves no process behind', async (world) => {
  const app = await world.start();
  await busy(world, app);
  assert.deepEqual(await app.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
  await world.assertNobodyLeft();
});

inAWorld('a conversation is found again after a restart, and goes on', async (world) => {
  const first = await world.start();
  await first.page.newConversation(world.workspace);
  await first.page.say('remember that the sky is blue');
  await first.page.turnEnded('remember that');
  await first.closeWindows();
  await world.assertNobodyLeft();

  const { page } = await world.start();
  await page.click('conversation-item');
  await until('the old rows', async () => (await page.rows()).some((row) => row.text.includes('the sky is blue')));
  await page.say('what did I say?');
  await page.turnEnded('what did I say?');
  assert.match(await page.answer(), /remember that the sky is blue/);
  assert.match(await page.answer(), /before I was restarted/, 'the agent was resumed, not started anew');
});

inAWorld('after a kill the conversation is whole, and its open request has expired', async (world) => {
  const first = await world.start();
  await first.page.newConversation(world.workspace);
  await first.page.say('write late.txt with the text: never');
  await first.page.approval();
  await first.end('SIGKILL');
  await world.assertNobodyLeft();

  const { page } = await world.start();
  await page.click('conversation-item');
  await until('the old rows', async () => (await page.rows()).some((row) => row.text.includes('write late.txt')));
  await page.turnEnded('write late.txt');
  assert.equal(await page.has('allow-once'), false);
  assert.equal(await world.file('late.txt'), undefined);

  await page.say('hello');
  await page.turnEnded('hello');
});
