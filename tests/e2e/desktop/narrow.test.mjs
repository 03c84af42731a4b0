// A window made narrower and wider again follows, with a conversation and a panel in it.
import { inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

inAWorld('a window that is made narrow puts its list and its panel over the conversation, and back', async (world) => {
  const app = await world.start();
  const { page } = app;
  const [window] = await app.windows();
  const positions = () =>
    page.driver.run(`() => ['.drawer:has(nav)', '[data-testid="side-panel"]'].map((one) => getComputedStyle(document.querySelector(one)).position)`);
  // The head of the conversation keeps its narrow look all the way: nothing else calls for new styles.
  const narrow = async (width, wanted) => {
    await world.display.resize(window, width, 860);
    await until(`${width} px to be ${wanted}`, async () => JSON.stringify(await positions()) === JSON.stringify(wanted), { seen: positions });
  };
  await page.newConversation(world.workspace);
  await page.openPanel('changes');
  await page.see('changes-panel');
  await narrow(1200, ['static', 'static']);
  await narrow(1000, ['static', 'fixed']);
  await narrow(700, ['fixed', 'fixed']);
  await narrow(1200, ['static', 'static']);
});
