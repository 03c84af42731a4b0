// What fails in a window and nobody catches: the user is told, and the log says where.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

inAWorld('what fails in a window is told, and noted without what was said', async (world) => {
  const app = await world.start();
  assert.equal(await app.page.has('problem'), false);
  await app.driver.run(`() => {
    setTimeout(() => { throw new SyntaxError('the key is k-123'); });
    setTimeout(() => { document.querySelector('no-such-element').click(); });
  }`);
  const told = await app.page.see('problem');
  assert.match(await told.text(), /Something in this window failed/);
  const noted = await until('both in the log', async () => {
    const all = await world.complaints();
    return all.length >= 2 && all;
  }, { seen: () => world.complaints() });
  assert.match(noted[0], /something in a window failed.*main.*SyntaxError/);
  assert.match(noted[1], /TypeError: null is not an object/);
  assert.doesNotMatch(noted.join(), /k-123/);
  await assert.rejects(world.assertNothingFailed(), 'a test that does not expect it would fail');
  world.mayFail = /SyntaxError|TypeError: null/;
});
