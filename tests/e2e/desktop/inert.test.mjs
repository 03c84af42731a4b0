// What hostile agents say is text: nothing of it runs, loads, leads away or reaches the desktop.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { assert, inAWorld } from './harness/world.mjs';
import { until } from './harness/until.mjs';
import { allowed, Counting, frame, kinds, look, lookThrough, payloads, ran, watchForScripts } from './harness/hostile.mjs';

const AGENT = fileURLToPath(new URL('harness/telling-agent.mjs', import.meta.url));

/** Profiles of telling agents: [{ name, protocol, settings, script }]. */
async function tellers(world, all) {
  await mkdir(world.data, { recursive: true });
  const profiles = [];
  for (const { name, protocol, settings = {}, script } of all) {
    const file = join(world.root, `${protocol}.told`);
    await writeFile(file, JSON.stringify(script));
    profiles.push({ id: `told-${protocol}`, name, protocol, command: process.execPath, args: [AGENT, protocol, file], settings, origin: 'user' });
  }
  await writeFile(join(world.data, 'profiles.json'), JSON.stringify(profiles));
}

const READY = { type: 'ready', version: '0.1.0', session_id: 'told', capabilities: { tool_approval: true, thinking: true } };
const usage = { input_tokens: 1, output_tokens: 1 };
const turn = (lines) => [{ type: 'stream_start', msg_id: '$TURN' }, ...lines.map((line) => ({ msg_id: '$TURN', ...line })), { type: 'stream_end', msg_id: '$TURN', usage }];
const text = (words) => ({ type: 'text_delta', text: words });

/** Says a message and waits for its turn's end; `mark` is what the turn says last. */
async function exchange(page, message, mark = '') {
  await page.say(message);
  const seen = () => page.rows().then((rows) => rows.slice(-3));
  await until(
    `the end of the turn “${message}”`,
    async () => {
      const rows = await page.rows();
      return rows.at(-1)?.kind === 'turn-end' && rows.slice(-3).some((row) => row.text.includes(mark));
    },
    { within: 120_000, seen },
  );
}

/** Parley's own log. */
async function ownLog(world) {
  const folder = join(world.data, 'logs');
  const files = await readdir(folder);
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

async function withServer(world, body) {
  const server = await Counting.open();
  try {
    await body(server);
    assert.deepEqual([server.requests, server.connections], [[], 0], 'what came to the server');
    assert.ok(await server.wouldSee(), 'the server counts');
  } finally {
    await server.close();
  }
}

/** Every field of an aionrs turn holds the text. */
function everyField(text_, call) {
  const line = text_.replaceAll('\n', ' ');
  return [
    text(`${text_}\n\n[${line}](${line} "${line}") ![${line}](${line})\n\n| ${line} |\n|---|\n| ${line} |\n`),
    { type: 'thinking', text: text_ },
    { type: 'tool_request', call_id: `${call}${text_}`, tool: { name: text_, category: 'exec', args: { command: text_, [text_]: text_ }, description: text_ } },
    { type: 'tool_cancelled', call_id: `${call}${text_}`, tool_name: text_, reason: text_ },
    { type: 'tool_running', call_id: `r${call}`, tool_name: text_ },
    { type: 'tool_result', call_id: `r${call}`, tool_name: text_, status: call % 2 ? 'success' : 'error', output: text_, output_type: ['text', 'diff', 'image', text_][call % 4], metadata: { file_path: text_ } },
    { type: 'info', message: text_ },
    { type: text_, message: text_ },
  ];
}

inAWorld(
  'F088 C94 210 hostile texts in every field of every event of aionrs are text',
  async (world) => {
    await withServer(world, async (server) => {
      const all = payloads(server);
      assert.ok(all.length >= 150);
      const turns = [];
      for (let at = 0; at < all.length; at += 42) {
        turns.push(turn(all.slice(at, at + 42).flatMap((one, index) => everyField(one, at + index)).concat(text(`That was part ${turns.length + 1}.`))));
      }
      for (const one of all.slice(0, 5)) {
        turns.push([
          { type: 'stream_start', msg_id: '$TURN' },
          { type: 'error', msg_id: '$TURN', error: { code: one, message: one, retryable: false } },
          { type: 'text_delta', msg_id: '$TURN', text: `That was part ${turns.length + 1}.` },
          { type: 'stream_end', msg_id: '$TURN', usage },
        ]);
      }
      const hostile = all[13];
      await tellers(world, [
        {
          name: `Told ${hostile}`,
          protocol: 'aionrs',
          script: { first: [{ ...READY, session_id: hostile, capabilities: { ...READY.capabilities, modes: [hostile], model: hostile, provider: hostile } }], turns },
        },
      ]);
      const { page } = await world.start();
      await watchForScripts(page);
      await page.newConversation(world.workspace, /^Told/);
      for (let at = 0; at < turns.length; at += 1) await exchange(page, `${at + 1} <img src=//${server.host}/me onerror=alert(1)>`, `That was part ${at + 1}.`);

      const seen = await lookThrough(page, allowed());
      assert.deepEqual(seen.breaches, []);
      assert.deepEqual(await ran(page), []);
      assert.ok(seen.checked > 5_000, `${seen.checked} elements of blocks were looked at`);
      const count = kinds(seen);
      assert.ok(count.text >= all.length && count.tool >= 2 * all.length && count.thinking >= all.length, JSON.stringify(count));
      assert.equal(count.error, 5, JSON.stringify(count));
      // The name of the conversation is one of them, word for word.
      assert.match(await (await page.see('conversation-item')).text(), /<img src=/);

      // A breach and a script that ran would both be noticed. (No handler as a control:
      // the page's own policy refuses to set one.)
      await page.driver.run(`() => {
        window.alert('control');
        const block = document.querySelector('.row .md');
        block.append(document.createElement('marquee'));
        block.firstElementChild.setAttribute('formaction', 'x');
      }`);
      assert.deepEqual(await ran(page), [['alert', 'control']]);
      const { breaches } = await look(page, allowed());
      assert.ok(breaches.some((one) => /^element marquee/.test(one)) && breaches.some((one) => /^attribute formaction/.test(one)), breaches.join('\n'));
    });
  },
  { timeout: 900_000 },
);

inAWorld(
  'F088 the same texts by the other protocols are text, too',
  async (world) => {
    await withServer(world, async (server) => {
      const all = payloads(server);
      const agentproc = all.flatMap((one, at) => [
        { type: 'partial', text: one, role: 'thinking' },
        { type: 'partial', text: `${one}\n\n` },
        { type: 'tool_use', name: one, input: { [one]: one }, id: `t${at}` },
      ]);
      const nuum = all.flatMap((one, at) => [
        { type: 'assistant', message: { role: 'assistant', model: one, content: [{ type: 'text', text: one }, { type: 'tool_use', id: `c${at}`, name: one, input: { command: one, [one]: one } }] }, session_id: 's' },
        { type: 'system', subtype: 'tool_result', tool_result: { type: 'tool_result', tool_use_id: `c${at}`, content: one, is_error: at % 2 === 0 } },
        { type: 'system', subtype: one, message: one },
      ]);
      const tasks = { type: 'system', subtype: 'tasks', tasks: [{ id: all[0], type: 'research', description: all[13], status: 'running', createdAt: '2026-02-05T15:00:00Z' }], session_id: 's' };
      const terminal = all.flatMap((one) => [
        { type: 'message', text: one, media: [`/nowhere/${one.replaceAll('\u0000', '')}`] },
        { type: 'log', text: one, level: 'warning' },
        { type: 'progress', text: one },
      ]);
      await tellers(world, [
        { name: 'Told by nuum', protocol: 'nuum', script: { first: [{ type: 'system', subtype: 'init', session_id: all[0], version: all[0], model: all[13], tools: all }], turns: [[tasks, ...nuum, { type: 'result', subtype: 'success', duration_ms: 1, is_error: false, num_turns: 1, session_id: 's', result: all[13] }]] } },
        { name: 'Told by terminal', protocol: 'terminal', settings: { protocol: 'rich' }, script: { turns: [[...terminal, { type: 'error', text: all[13], code: all[0] }]] } },
        { name: 'Told by agentproc', protocol: 'agentproc', settings: { wire: '0.4' }, script: { turns: [[...agentproc, { type: 'result', text: all.join('\n\n') }]] } },
      ]);
      const { page } = await world.start();
      await watchForScripts(page);
      for (const name of ['nuum', 'terminal', 'agentproc']) {
        await page.newConversation(world.workspace, new RegExp(`by ${name}`));
        await exchange(page, `speak, ${name}`);
        const seen = await lookThrough(page, allowed());
        assert.deepEqual(seen.breaches, [], name);
        assert.deepEqual(await ran(page), [], name);
        const count = kinds(seen);
        assert.ok(count.text >= all.length && seen.checked > 500, `${name}: ${JSON.stringify(count)}, ${seen.checked}`);
      }
    });
  },
  { timeout: 900_000 },
);

/** Ways to make a page ask for something; U is the server. */
const EXFILTRATION = [
  '![a](U/inline.png)',
  '![a][r]\n\n[r]: U/reference.png',
  '![r][]\n\n[r]: U/collapsed.png',
  '![r]\n\n[r]: U/shortcut.png "t"',
  '[![a](U/in-link.png)](U/link)',
  '![a](<U/in angle.png>)',
  '| ![a](U/in-table.png) |\n|---|\n| x |',
  '[^1]\n\n[^1]: ![a](U/in-footnote.png)',
  '> [!NOTE]\n> ![a](U/in-alert.png)',
  '- [ ] ![a](U/in-task.png)',
  '<img src="U/img.png">',
  '<img srcset="U/srcset.png 1x">',
  '<svg><image href="U/svg-image.png"/></svg>',
  '<svg><image xlink:href="U/svg-xlink.png"/></svg>',
  '<svg><use href="U/svg-use.svg#x"/></svg>',
  '<svg><feImage href="U/svg-fe.png"/></svg>',
  '<svg><a href="U/svg-a"><text>x</text></a></svg>',
  '<picture><source srcset="U/picture.png"><img></picture>',
  '<video src="U/video.mp4" poster="U/poster.png"></video>',
  '<audio src="U/audio.mp3" autoplay></audio>',
  '<link rel="stylesheet" href="U/sheet.css">',
  '<link rel="prefetch" href="U/prefetch">',
  '<link rel="preload" as="image" href="U/preload.png">',
  '<link rel="dns-prefetch" href="U/dns"><link rel="preconnect" href="U/">',
  '<link rel="icon" href="U/icon.png">',
  '<link rel="prerender" href="U/prerender">',
  '<style>@import url("U/import.css");</style>',
  '<style>body{background:url(U/css-url.png)}</style>',
  '<style>@font-face{font-family:x;src:url(U/font.woff)}</style>',
  '<p style="background:url(U/style.png)">x</p>',
  '<body background="U/background.png">',
  '<table background="U/table.png"><td>x</td></table>',
  '<iframe src="U/iframe"></iframe>',
  '<object data="U/object"></object><embed src="U/embed">',
  '<script src="U/script.js"></script>',
  '<meta http-equiv="refresh" content="0;url=U/refresh">',
  '<base href="U/">\n\n![a](relative.png)',
  '<form action="U/form"><input type="image" src="U/input.png"></form>',
  '<a ping="U/ping" href="U/a">x</a>',
  '<input type=image src=U/input.png>',
  '<math><mglyph src="U/glyph.png"/></math>',
  '$\\includegraphics{U/tex.png}$',
  '$\\href{U/tex-link}{x}$ $\\style{background:url(U/tex.css)}{x}$',
  'U/bare and <U/angle>',
  '```html\n<img src="U/in-code.png">\n```',
  '\u001b]8;;U/osc8\u0007x\u001b]8;;\u0007',
];

inAWorld('F089 F090 no way to load anything or to leave loads anything or leaves', async (world) => {
  assert.ok(EXFILTRATION.length >= 20);
  await withServer(world, async (server) => {
    const vectors = EXFILTRATION.map((one) => one.replaceAll('U/', `http://${server.host}/`));
    await tellers(world, [
      {
        name: 'Told',
        protocol: 'aionrs',
        script: {
          first: [READY],
          turns: [
            turn(
              vectors.flatMap((one, call) => [
                // In pieces: half a tag is no tag either.
                text(one.slice(0, 9)),
                text(one.slice(9)),
                { type: 'thinking', text: one },
                { type: 'tool_running', call_id: `c${call}`, tool_name: 'Bash' },
                { type: 'tool_result', call_id: `c${call}`, tool_name: 'Bash', status: 'success', output: one, output_type: ['text', 'image', 'diff'][call % 3] },
                { type: 'info', message: one },
              ]),
            ),
          ],
        },
      },
    ]);
    const { page, driver } = await world.start();
    await watchForScripts(page);
    await page.newConversation(world.workspace, /^Told/);
    await exchange(page, 'go');
    const seen = await lookThrough(page, allowed());
    assert.deepEqual(seen.breaches, []);
    assert.deepEqual(await ran(page), []);
    assert.equal(kinds(seen).text, vectors.length);
    // An image's place is taken by words that name its host.
    await driver.run(`() => { const box = document.querySelector('[data-testid="transcript"]'); box.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 })); box.scrollTop = 0; }`);
    const host = await until('the placeholder of an image', () => driver.run(`() => document.querySelector('.md-image-blocked .md-image-host')?.textContent`));
    assert.equal(host, '127.0.0.1');

    // Were there a script in the page, it could neither load nor leave.
    const own = await driver.run('() => location.href');
    await driver.run(
      `(site) => {
        window.refused = [];
        addEventListener('securitypolicyviolation', (event) => window.refused.push(event.effectiveDirective));
        const put = (name, attributes) => {
          const element = document.createElement(name);
          for (const [key, value] of Object.entries(attributes)) {
            try { element.setAttribute(key, value); } catch { window.refused.push('trusted-types'); }
          }
          document.head.append(element);
        };
        put('link', { rel: 'prefetch', href: site + '/prefetch' });
        put('link', { rel: 'preload', as: 'image', href: site + '/preload.png' });
        put('link', { rel: 'stylesheet', href: site + '/sheet.css' });
        put('img', { src: site + '/img.png' });
        put('iframe', { src: site + '/frame' });
        put('script', { src: site + '/script.js' });
        put('meta', { 'http-equiv': 'refresh', content: '0;url=' + site + '/refresh' });
        fetch(site + '/fetch').catch(() => {});
        navigator.sendBeacon?.(site + '/beacon');
        try { new WebSocket(site.replace('http', 'ws')); } catch { /* refused at once */ }
        try { new EventSource(site + '/events'); } catch { /* refused at once */ }
        const sheet = document.createElement('style');
        sheet.textContent = 'body { background: url(' + site + '/css.png) }';
        document.head.append(sheet);
      }`,
      `http://${server.host}`,
    );
    const blocked = async () => ((await ownLog(world)).match(/NAVBLOCK/g) ?? []).length;
    await until('the refresh to be blocked', async () => (await blocked()) >= 1, { seen: blocked });
    const before = await blocked();
    await driver.run(`(site) => { location.href = site + '/location'; }`, `http://${server.host}`);
    await until('the leaving to be blocked', async () => (await blocked()) > before, { seen: blocked });
    await driver.run(`(site) => { location.replace('data:text/html,<img src=' + site + '/data.png>'); }`, `http://${server.host}`).catch(() => {});
    const refused = () => driver.run(`() => window.refused`);
    for (const directive of ['img-src', 'connect-src']) {
      await until(`${directive} to be refused`, async () => (await refused()).includes(directive), { seen: refused });
    }
    assert.equal(await driver.run('() => location.href'), own);
  });
});

/** address, and the host the question must name; null: it is no link at all. */
const LINKS = [
  ['https://example.com/a?b#c', 'example.com'],
  ['HTTPS://EXAMPLE.com/', 'example.com'],
  ['https://example.com:8443/x', 'example.com:8443'],
  ['http://[::1]:80/x', '[::1]'],
  ['mailto:a@example.com', 'a@example.com'],
  ['https://a@b.example', 'b.example'],
  ['https://google.com@evil.example/x', 'evil.example'],
  ['https://google.com:80@evil.example', 'evil.example'],
  ['https://аррӏе.com', 'xn--80ak6aa92e.com'],
  ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  ['https://evil.example/@google.com', 'evil.example'],
  ['https://evil.example?google.com/', 'evil.example'],
  ['https://evil.example#@google.com', 'evil.example'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['javascript&colon;alert(1)', null],
  ['java&#x09;script:alert(1)', null],
  ['&#106;avascript:alert(1)', null],
  ['javascript://example.com/%0aalert(1)', null],
  ['vbscript:msgbox(1)', null],
  ['data:text/html,alert(1)', null],
  ['data:text/html;base64,PHNjcmlwdD4=', null],
  ['file:///etc/passwd', null],
  ['smb://host/share', null],
  ['ms-msdt:/id', null],
  ['ms-word:ofe|u|https://x', null],
  ['ssh://host', null],
  ['tauri://localhost', null],
  ['ftp://host/x', null],
  ['blob:https://x/y', null],
  ['view-source:https://x', null],
  ['//evil.example/x', null],
  ['/etc/passwd', null],
  ['#anchor', null],
  ['https:evil.example', null],
  ['https:///x', null],
  ['https://good.example\\\\@evil.example', null],
  ['https://evil.example/\u202egpj', null],
  ['https://ev\u200bil.example', null],
  ['ht&#9;tps://evil.example', null],
  ['https://host:port/', null],
];

inAWorld('F091 a link is refused, or asks with its real host', async (world) => {
  const words = [...LINKS.map(([address], at) => `[https://google.com/${at}](<${address}>)`)];
  assert.ok(words.length >= 40);
  await tellers(world, [{ name: 'Told', protocol: 'aionrs', script: { first: [READY], turns: [turn(words.map((one) => text(`${one}\n\n`)))] } }]);
  const { page, driver } = await world.start();
  await watchForScripts(page);
  await page.newConversation(world.workspace, /^Told/);
  await exchange(page, 'go');

  for (const [at, [address, host]] of LINKS.entries()) {
    const found = await until(`the words of ${address}`, () =>
      driver.run(
        `(label) => {
          const place = [...document.querySelectorAll('.md-link, .md-link-refused')].find((one) => one.textContent.split(/[\\s(]/)[0] === label);
          if (!place) return null;
          place.scrollIntoView({ block: 'center' });
          place.click();
          return { link: place.matches('a.md-link'), warns: place.matches('.md-link-warn'), href: place.hasAttribute('href') };
        }`,
        `https://google.com/${at}`,
      ),
    );
    if (host === null) {
      assert.deepEqual(found, { link: false, warns: false, href: false }, address);
      await frame(page);
      assert.equal(await page.has('link-dialog'), false, address);
    } else {
      assert.deepEqual(found, { link: true, warns: true, href: false }, address);
      assert.equal(await (await page.see('link-host')).text(), host, address);
      await driver.keys('\uE00C');
      await page.gone('link-dialog');
    }
  }
  assert.deepEqual(await ran(page), []);
  // The application itself opens nothing else, whoever asks.
  const asked = await driver.command('POST', 'execute/async', {
    script: `const [all, done] = arguments;
      Promise.all(all.map((url) => window.__TAURI_INTERNALS__.invoke('open_link', { url }).then(() => url, () => null))).then(done);`,
    args: [LINKS.filter(([address, host]) => host === null && !address.includes('&')).map(([address]) => address).filter((one) => !/^https:/.test(one))],
  });
  assert.deepEqual(asked.filter(Boolean), []);
});

/** What a program may send to a terminal beside text; each must be seen as words or as a look. */
const CONTROLS = [
  ...['c', 'p', 's', '0', ''].map((target) => `\u001b]52;${target};c3RvbGVu\u0007`),
  '\u001b]52;c;c3RvbGVu\u001b\\',
  '\u001b]52;c;?\u0007',
  '\u009d52;c;c3RvbGVu\u009c',
  '\u001bPtmux;\u001b\u001b]52;c;c3RvbGVu\u0007\u001b\\',
  ...['https://evil.example', 'javascript:alert(1)', 'file:///etc/passwd', 'smb://host/share', 'data:text/html,x'].map(
    (address) => `\u001b]8;;${address}\u0007safe\u001b]8;;\u0007`,
  ),
  '\u001b]8;id=1;https://evil.example\u001b\\safe\u001b]8;;\u001b\\',
  '\u001b]8;;https://evil.example',
  ...[0, 1, 2, 4, 7, 9, 10, 11, 12, 104, 133, 633, 777, 1337].map((number) => `\u001b]${number};told\u0007`),
  '\u001b]1337;File=name=eA==;inline=1:AAAA\u0007',
  '\u001b]1337;RequestUpload=format=tgz\u0007',
  '\u001b]9;notify\u0007',
  '\u001b]99;i=1;notify\u001b\\',
  ...['[2J', '[3J', '[H', '[1;1H', '[?1049h', '[?1049l', '[?25l', '[?2004h', '[?1000h', '[?1003h', '[?5h', '[6n', '[c', '[>c', '[21t', '[8;1;1t', '[5i', '[!p', '[20l', '[12h'].map((one) => `\u001b${one}`),
  '\u001bP$q"p\u001b\\',
  '\u001bP+q544e\u001b\\',
  '\u001bPq#0;2;0;0;0\u001b\\',
  '\u001b_Gf=100,a=T;AAAA\u001b\\',
  '\u001b^private\u001b\\',
  '\u001bXstring\u001b\\',
  '\u001bc',
  '\u001b#8',
  '\u001b(0',
  '\u001b[8mhidden\u001b[0m',
  '\u001b[31;1mred\u001b[0m',
  '\u0007\u0007\u0007',
  'a\u0008\u0008\u0008b',
  'good\u001b[1K\rbad',
  '\u202egpj.exe\u202c',
];

inAWorld('F093 what is meant for a terminal is words here, and the clipboard keeps what it holds', async (world) => {
  assert.ok(CONTROLS.length >= 60, `${CONTROLS.length}`);
  const lines = CONTROLS.flatMap((one, call) => [
    { type: 'tool_running', call_id: `c${call}`, tool_name: 'Bash' },
    { type: 'tool_result', call_id: `c${call}`, tool_name: 'Bash', status: 'error', output: `<${call}>${one}</${call}>`, output_type: 'text' },
    text(`${one} said`),
    { type: 'info', message: one },
  ]);
  await tellers(world, [{ name: 'Told', protocol: 'aionrs', script: { first: [READY], complaints: CONTROLS.map((one, at) => `<e${at}>${one}</e${at}>`), turns: [turn(lines), [{ exit: 3 }]] } }]);
  const { page, driver } = await world.start();
  await world.display.holdClipboard('kept');
  await watchForScripts(page);
  await page.newConversation(world.workspace, /^Told/);
  await exchange(page, 'go');
  // What it wrote to its standard error is told when it dies.
  await page.say('die');
  await page.see('row-error');

  const seen = await lookThrough(page, allowed(), `() => [...document.querySelectorAll('.row')].map((row) => row.textContent).join(' ')`);
  assert.deepEqual(seen.breaches, []);
  assert.deepEqual(await ran(page), []);
  const words = seen.told.join('\n');
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(words, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/, 'a control character on the page');
  // A string without an end takes what follows it, an erased line what comes before: never both.
  for (const call of CONTROLS.keys()) {
    assert.ok(words.includes(`<${call}>`) || words.includes(`</${call}>`), `the output around ${JSON.stringify(CONTROLS[call])}`);
  }
  assert.ok(words.includes(`</e${CONTROLS.length - 1}>`), 'the end of the standard error');
  for (const name of ['OSC 52', 'U+202E']) assert.ok(words.includes(name), name);
  // A terminal's link is its words.
  assert.match(words, /<9>safe<\/9>/);
  assert.equal(await world.display.clipboard(), 'kept');
  assert.match(await driver.title(), /go – Parley$/);
});
