// What the desktop shows of Parley: notifications, and agents in the tray that run without a window.
import { Desktop } from './harness/desktop.mjs';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

inAWorld('an alarm, the end of a long turn and a request are told behind other windows, and lead to their place', async (world) => {
  const desktop = await Desktop.open(world);
  const { page } = await world.start();
  await page.newConversation(world.workspace, /background tasks/i);
  await page.say('remind me in 5 seconds to stretch');
  await page.turnEnded('remind me');
  await page.click('entry-tasks');
  await page.see('tasks-page');
  assert.deepEqual(desktop.shown, [], 'nothing is told to one who looks');
  await world.display.focusAnother();
  const alarm = await desktop.notification(/^Alarm: stretch\n/);
  desktop.press(alarm.id);
  await page.gone('tasks-page');
  await page.see('composer-input');

  // A turn that takes long is told once it is over; this one is long by the settings.
  await world.apps[0].focus(0);
  await world.display.key('ctrl+comma');
  await page.click('section-notifications');
  // From the first second on.
  await page.choose('setting-notifyTurnsSecs', '1');
  await page.newConversation(world.workspace);
  await page.write('run sleep 3');
  // Behind another window before it is sent: who looks when it is asked is told nothing.
  await world.display.focusAnother();
  await page.click('send');
  const request = await desktop.notification(/^Guide waits for you/);
  await world.apps[0].focus(0);
  await page.allow();
  await world.display.focusAnother();
  await until('the request to be taken back', () => !desktop.shown.some((one) => one.id === request.id && /waits/.test(one.summary)), { seen: () => desktop.shown });
  await desktop.notification(/^Guide is done/);
});

inAWorld('agents without a window are in the tray: shown, brought back, ended from there', async (world) => {
  const desktop = await Desktop.open(world);
  const app = await world.start();
  const { page } = app;
  const sleeps = async () => (await world.processes()).some((one) => one.command === 'sleep 617');
  await page.newConversation(world.workspace);
  await page.say('run sleep 617');
  await page.allow();
  await until('the command to run', sleeps);
  assert.deepEqual(desktop.items, [], 'nothing is in the tray while there is a window');

  await world.display.askToClose((await app.windows())[0]);
  await page.reads('closing-dialog', /The tray shows it/);
  await page.click('closing-keep').catch(() => {});
  await until('no window', async () => (await app.windows()).length === 0);
  const menu = await until('the menu of the tray', async () => {
    const found = await desktop.menu();
    return found.length > 2 && /run sleep 617/.test(found[0].words) && found;
  }, { seen: () => desktop.menu() });
  const entry = (words) => menu.find((one) => words.test(one.words)).number;
  await desktop.choose(entry(/^Show Parley/));
  await until('a window again', async () => (await app.windows()).length === 1);
  assert.equal(await sleeps(), true);

  await world.display.askToClose((await app.windows())[0]);
  await until('no window', async () => (await app.windows()).length === 0);
  const again = await until('the menu of the tray', async () => (await desktop.menu()).find((one) => /^Quit/.test(one.words)));
  await desktop.choose(again.number);
  assert.deepEqual(await app.ended(), { code: 0, signal: null });
  await until('the command to be gone', async () => !(await sleeps()));
});
