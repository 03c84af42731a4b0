// What a person does and sees in a window, in the words of the product.
import { until } from './until.mjs';

/** Keys as WebDriver names them (§17.4.2). */
export const ENTER = '\uE007';

export class Page {
  /** @param {import('./webdriver.mjs').WebDriver} driver @param {import('./app.mjs').App} app */
  constructor(driver, app) {
    this.driver = driver;
    this.app = app;
  }

  css(id) {
    return `[data-testid="${id}"]`;
  }

  /** The element with a test id, once it is there. */
  see(id, options) {
    return until(`“${id}” on the page`, () => this.driver.find(this.css(id)), options);
  }

  all(id) {
    return this.driver.findAll(this.css(id));
  }

  async has(id) {
    return (await this.all(id)).length > 0;
  }

  async gone(id) {
    await until(`“${id}” to leave the page`, async () => !(await this.has(id)));
  }

  /** The text of an element, once it is as it should be. */
  reads(id, words, options) {
    const text = async () => (await this.driver.find(this.css(id))).text();
    const question = async () => {
      const now = await text();
      return words.test(now) && now;
    };
    return until(`${words} in “${id}”`, question, { seen: text, ...options });
  }

  async click(id) {
    // A row may be redrawn between finding it and pressing it.
    await until(`a click on “${id}”`, async () => {
      await (await this.driver.find(this.css(id))).click();
      return true;
    });
  }

  /** The window has loaded and shows the list of conversations or one conversation. */
  ready() {
    return until('the window to have loaded', () =>
      this.driver.run(
        `() => document.readyState === 'complete' && document.querySelector('[data-testid="composer-input"], [data-testid="new-conversation"], [data-testid="start-conversation"]') !== null`,
      ),
    );
  }

  /** Loads the page anew; what is asked afterwards is asked of the new one, whatever the old one still shows. */
  async reload() {
    await this.driver.run(`() => { window.isOld = true; location.reload(); }`);
    await until('the new page', () => this.driver.run('() => window.isOld === undefined'));
    await this.ready();
  }

  /**
   * Turns to a conversation of the list, by its place in it, its id or words of its entry, and waits
   * until it is the one on the screen: what was there before stays for a moment.
   */
  async turnTo(which) {
    const press = `(which) => {
      const all = [...document.querySelectorAll('[data-testid="conversation-item"]')];
      const item = typeof which === 'number' ? all[which] : all.find((one) => one.dataset.id === which || one.textContent.includes(which));
      if (!item) return false;
      const left = document.querySelector('main');
      if (left && item.getAttribute('aria-selected') !== 'true') left.dataset.left = 'true';
      item.click();
      return true;
    }`;
    await until(`conversation “${which}” in the list`, () => this.driver.run(press, which));
    await until(`conversation “${which}” on the screen`, () =>
      this.driver.run(`() => document.querySelector('main') !== null && document.querySelector('main[data-left]') === null`),
    );
  }

  /** Chooses in a list, or in the list that is in there, once it has this to choose. */
  async choose(id, value) {
    const chosen = `(css, value) => {
      const found = document.querySelector(css);
      const list = found.matches('select') ? found : found.querySelector('select');
      if (![...list.options].some((one) => one.value === value)) return false;
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    }`;
    await until(`“${value}” to choose in “${id}”`, () => this.driver.run(chosen, this.css(id), value));
  }

  /** Opens the panel beside the conversation, where it is not open, at one of its tabs. */
  async openPanel(tab) {
    // One that was open when Parley ended comes by itself.
    await until('the panel', async () => {
      if (await this.has('side-panel')) return true;
      const button = await this.driver.find(this.css('open-panel'));
      if ((await button.attribute('aria-expanded')) === 'false') await button.click();
      return false;
    });
    await until(`the tab ${tab}`, async () => {
      await (await this.driver.find(`[data-panel="${tab}"]`)).click();
      return true;
    });
  }

  /** Chooses a theme in the settings; its radio button is hidden, its label is what is seen and pressed. */
  async chooseTheme(name) {
    await this.click('settings-open');
    const label = await until('the theme', () => this.driver.find(`label:has(${this.css(`theme-${name}`)})`));
    await label.click();
    await until('the theme to be chosen', () => this.driver.run(`(css) => document.querySelector(css).checked`, this.css(`theme-${name}`)));
    await this.app.world.display.key('Escape');
    await this.gone(`theme-${name}`);
  }

  /** Starts a conversation with a profile in a folder. */
  async newConversation(workspace, profile = /guide/i) {
    if (!(await this.has('start-conversation'))) await this.click('new-conversation');
    await this.see('start-conversation');
    await until(`a profile like ${profile}`, async () => {
      for (const option of await this.all('profile-option')) {
        if (!profile.test(await option.text())) continue;
        // One that is half in sight is not scrolled to by the driver, and has no middle to press.
        await this.driver.run(`(option) => option.scrollIntoView({ block: 'center' })`, option);
        await option.click();
        return this.driver.run(`(option) => option.querySelector('input').checked`, option);
      }
      return false;
    });
    const folder = await this.see('folder-input');
    await folder.clear();
    await folder.type(workspace);
    await this.click('start-conversation');
    // A message box that is there before is another conversation's.
    await this.gone('start-conversation');
    await this.see('composer-input');
  }

  /** Writes into the composer and does not send. */
  async write(text) {
    await this.click('composer-input');
    await (await this.see('composer-input')).type(text);
  }

  composed() {
    return this.driver.run(`() => document.querySelector('[data-testid="composer-input"]')?.value`);
  }

  /** Writes a message and sends it with Enter. */
  async say(text) {
    const before = await this.count('row-user');
    await this.write(text);
    await this.driver.keys(ENTER);
    return before;
  }

  count(id) {
    return this.all(id).then((found) => found.length);
  }

  /** The rows on the page, from the top: [{ kind: 'user' | 'text' | …, text }]. */
  rows() {
    return this.driver.run(`() => [...document.querySelectorAll('[data-testid^="row-"]')].map((row) => ({
      kind: row.dataset.testid.slice(4),
      text: row.innerText.trim(),
    }))`);
  }

  /** The rows of the last turn: from the last message of the user on. */
  async lastTurn() {
    const rows = await this.rows();
    return rows.slice(Math.max(0, rows.findLastIndex((row) => row.kind === 'user')));
  }

  /** All agent text of the last turn. */
  async answer() {
    const rows = await this.lastTurn();
    return rows.filter((row) => row.kind === 'text').map((row) => row.text).join('\n');
  }

  /** Waits until the turn that a message began has ended, and returns its rows. */
  turnEnded(message, options) {
    return until(
      `the end of the turn “${message}”`,
      async () => {
        const rows = await this.lastTurn();
        const mine = rows[0]?.kind === 'user' && rows[0].text.includes(message);
        return mine && rows.at(-1).kind === 'turn-end' && rows;
      },
      { seen: () => this.rows(), ...options },
    );
  }

  /** The card of a request for approval, once it is there. */
  approval() {
    return this.see('approval-card', { seen: () => this.rows() });
  }

  /** Whether the button that allows would take a click now. */
  armed() {
    return this.driver.run(`() => {
      const button = document.querySelector('[data-testid="allow-once"]');
      return button !== null && !button.disabled && button.getAttribute('aria-disabled') !== 'true';
    }`);
  }

  /** Allows the request on the page, as soon as it can be allowed. */
  async allow() {
    await this.approval();
    await until('the card to arm', () => this.armed());
    await this.click('allow-once');
  }

  async deny(reason) {
    await this.approval();
    if (reason === undefined) {
      await this.click('deny');
      return;
    }
    await this.click('deny-reason-open');
    await (await this.see('deny-reason-text')).type(reason);
    await this.click('deny-reason-send');
  }

  /** Where an element is on the screen: its middle. */
  async place(id, window = 0) {
    const { x, y, width, height } = await until(`“${id}” on the page`, () =>
      this.driver.run(
        `(css) => { const { x, y, width, height } = document.querySelector(css).getBoundingClientRect(); return { x, y, width, height }; }`,
        this.css(id),
      ),
    );
    // A window that is just being named is missing from the list for a moment.
    const place = await until('the window', async () => (await this.app.windows())[window]);
    const frame = await this.app.world.display.geometry(place);
    return { x: frame.x + x + width / 2, y: frame.y + y + height / 2 };
  }

  /** A click of the real mouse on an element. */
  async press(id, window = 0) {
    const { x, y } = await this.place(id, window);
    await this.app.world.display.click(x, y);
  }
}
