// What a page that went wrong could do: nothing.
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';

inAWorld('the page can reach no command, script or site that it does not need', async (world) => {
  const { page, driver } = await world.start();

  const invoke = (command, args = {}) =>
    driver.command('POST', 'execute/async', {
      script: `const [command, args, done] = arguments;
        window.__TAURI_INTERNALS__.invoke(command, args).then((value) => done({ value }), (error) => done({ error: String(error?.message ?? error) }));`,
      args: [command, args],
    });
  assert.equal(await driver.run('() => typeof window.__TAURI__'), 'undefined');
  for (const command of ['plugin:shell|execute', 'plugin:fs|read_text_file', 'plugin:store|load', 'plugin:window|create', 'plugin:webview|create_webview_window', 'no_such_command']) {
    const { error } = await invoke(command);
    assert.match(error ?? 'it was answered', /not allowed|not found|denied/i, command);
  }

  const tried = await driver.run(`() => {
    const attempt = (what) => { try { what(); return 'done'; } catch (error) { return error.name; } };
    return {
      html: attempt(() => { document.createElement('div').innerHTML = '<b>x</b>'; }),
      evaluate: attempt(() => { (0, eval)('1 + 1'); }),
      frozen: attempt(() => { 'use strict'; Object.prototype.planted = true; if (({}).planted !== true) throw new TypeError(); }),
    };
  }`);
  assert.deepEqual(tried, { html: 'TypeError', evaluate: 'EvalError', frozen: 'TypeError' });

  await driver.run(`() => {
    window.ran = [];
    addEventListener('securitypolicyviolation', (event) => window.ran.push(event.effectiveDirective));
    const image = new Image();
    image.src = 'https://example.invalid/x.png';
    document.body.append(image);
    fetch('https://example.invalid/').catch(() => {});
  }`);
  await until('both requests to be refused', () =>
    driver.run(`() => window.ran.includes('img-src') && window.ran.includes('connect-src')`),
  );

  const before = await driver.run('() => location.href');
  await driver.run(`() => { location.href = 'https://example.invalid/'; }`);
  await page.ready();
  assert.equal(await driver.run('() => location.href'), before);
});
