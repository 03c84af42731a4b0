// Hostile texts, a server that counts what comes, and what a page is made of.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const RENDER = new URL('../../../../src-tauri/crates/render/src/', import.meta.url);
const source = (name) => readFileSync(new URL(name, RENDER), 'utf8');

/** The renderer's own hostile texts, with every address they name made the server's. */
export function payloads(server) {
  return JSON.parse(source('tests/payloads.json')).map((text) =>
    text.replaceAll('//e.x', `//${server.host}/x`).replaceAll('https://x.y', `http://${server.host}`),
  );
}

/** What the renderer promises to make its blocks of. */
export function allowed() {
  const text = source('inert.rs');
  const list = (name) => {
    const found = new RegExp(`pub const ${name}: &\\[&str\\] = &\\[([^\\]]*)\\]`).exec(text);
    return [...found[1].matchAll(/"([^"]+)"/g)].map((one) => one[1]);
  };
  return {
    elements: list('ELEMENTS'),
    attributes: list('ATTRIBUTES'),
    mathElements: list('MATH_ELEMENTS'),
    mathAttributes: list('MATH_ATTRIBUTES'),
  };
}

/** A server on the loopback that remembers every connection and every request. */
export class Counting {
  static async open() {
    const counting = new Counting();
    counting.requests = [];
    counting.connections = 0;
    counting.server = createServer((request, response) => {
      counting.requests.push(`${request.method} ${request.url}`);
      response.end('');
    });
    counting.server.on('connection', () => (counting.connections += 1));
    counting.server.listen(0, '127.0.0.1');
    await once(counting.server, 'listening');
    counting.host = `127.0.0.1:${counting.server.address().port}`;
    return counting;
  }

  /** That it would have noticed. */
  async wouldSee() {
    const before = this.requests.length;
    await fetch(`http://${this.host}/control`);
    return this.requests.length === before + 1;
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(closed));
  }
}

/** Counts, from now on, whatever a hostile text would run in the page. */
export function watchForScripts(page) {
  return page.driver.run(`() => {
    window.ran = [];
    for (const name of ['alert', 'confirm', 'prompt', 'open', 'print']) {
      window[name] = (...told) => { window.ran.push([name, ...told.map(String)]); };
    }
    return true;
  }`);
}

export const ran = (page) => page.driver.run(`() => window.ran`);

/**
 * Opens what is folded where the page stands and looks through all of it. Returns breaches in
 * words, and the rows seen: { place: kind }.
 */
export function look(page, promise) {
  return page.driver.run(
    `(promise) => {
      const breaches = [];
      const blocks = document.querySelectorAll('.md, .omitted-frame, .frame pre, .frame table, .image');
      const inBlocks = new Set();
      for (const block of blocks) for (const one of block.querySelectorAll('pre *, .md *, table *')) inBlocks.add(one);
      for (const block of document.querySelectorAll('.md')) for (const one of block.querySelectorAll('*')) inBlocks.add(one);
      const say = (element, what) => breaches.push(what + ' in ' + element.outerHTML.slice(0, 160));
      for (const element of inBlocks) {
        const math = element.namespaceURI === 'http://www.w3.org/1998/Math/MathML';
        const html = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
        const elements = math ? promise.mathElements : promise.elements;
        if ((!math && !html) || !elements.includes(element.localName)) say(element, 'element ' + element.localName);
        for (const { name } of element.attributes) {
          if (!(math ? promise.mathAttributes : promise.attributes).includes(name)) say(element, 'attribute ' + name);
        }
      }
      const never = 'iframe,object,embed,frame,frameset,base,applet,portal,form,video,audio,source,track,template,noscript,animate,set,foreignObject,use,image,style:not(head style),link:not(head link),meta:not(head meta),script:not(head script)';
      for (const element of document.querySelectorAll(never)) say(element, 'forbidden ' + element.localName);
      for (const element of document.body.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          if (name.startsWith('on')) say(element, 'handler ' + name);
          if (['href', 'xlink:href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster', 'background', 'ping', 'srcdoc', 'http-equiv', 'archive', 'cite'].includes(name)) {
            const own = value.startsWith('#') || value.startsWith('/') && !value.startsWith('//') || (element.localName === 'img' && value.startsWith('data:image/'));
            if (!own) say(element, name + '=' + value);
          }
          if (name === 'style' && /url|expression|@import/i.test(value)) say(element, 'style ' + value);
        }
      }
      const rows = {};
      for (const row of document.querySelectorAll('.row[data-place]')) {
        const kinds = [...row.querySelectorAll('[data-testid^="row-"]')].map((one) => one.dataset.testid.slice(4));
        rows[row.dataset.place] = kinds[0] ?? 'other';
      }
      return { breaches, rows, checked: inBlocks.size };
    }`,
    promise,
  );
}

/** Opens everything folded on the page, until nothing more is. */
export async function unfold(page) {
  for (let round = 0; round < 6; round += 1) {
    const opened = await page.driver.run(`() => {
      const folded = [...document.querySelectorAll('[data-testid="transcript"] button[aria-expanded="false"]')];
      for (const button of folded) button.click();
      return folded.length;
    }`);
    if (opened === 0) return;
    await frame(page);
  }
}

/** Waits for the page to have drawn. */
export const frame = (page) =>
  page.driver.command('POST', 'execute/async', {
    script: `const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));`,
    args: [],
  });

/**
 * Goes through a whole conversation from its head, unfolding; returns what was seen on the way,
 * with what `tell`, a function of the page, told at each place.
 */
export async function lookThrough(page, promise, tell) {
  const seen = { breaches: [], rows: {}, checked: 0, told: [] };
  const box = `document.querySelector('[data-testid="transcript"]')`;
  // Older pages load on the way up. The end is left for what the reader does, never for a scroll alone.
  let still = 0;
  while (still < 3) {
    const [top, first] = await page.driver.run(
      `() => { const box = ${box}; box.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 })); box.scrollTop = 0; return [box.scrollTop, Number(document.querySelector('.row[data-place]')?.dataset.place)]; }`,
    );
    await frame(page);
    still = top === 0 && first === 0 ? still + 1 : 0;
  }
  for (let step = 0; ; step += 1) {
    await unfold(page);
    const here = await look(page, promise);
    seen.breaches.push(...here.breaches);
    seen.checked += here.checked;
    Object.assign(seen.rows, here.rows);
    if (tell) seen.told.push(await page.driver.run(tell));
    if (seen.breaches.length > 0) return seen;
    const atEnd = await page.driver.run(`() => {
      const box = ${box};
      const before = box.scrollTop;
      box.scrollTop = before + box.clientHeight * 0.9;
      return box.scrollTop - before < 1;
    }`);
    await frame(page);
    if (atEnd) return seen;
    if (step > 3000) throw new Error('the transcript has no end');
  }
}

/** How many rows of each kind were seen. */
export function kinds(seen) {
  const count = {};
  for (const kind of Object.values(seen.rows)) count[kind] = (count[kind] ?? 0) + 1;
  return count;
}
