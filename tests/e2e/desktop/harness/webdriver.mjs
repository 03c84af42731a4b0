// The part of W3C WebDriver (https://www.w3.org/TR/webdriver2/) that the tests speak, over fetch.

/** The member that holds an element's reference (§12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** An error a driver answered with; `code` is one of §6.6. */
export class DriverError extends Error {
  constructor(command, { error, message }) {
    super(`${command}: ${error}: ${message}`);
    this.code = error;
  }
}

export class Element {
  /** @param {WebDriver} driver @param {string} id */
  constructor(driver, id) {
    this.driver = driver;
    this.id = id;
  }

  /** As the user does it: scrolled into view, the pointer moved there, pressed and released. */
  click() {
    return this.driver.command('POST', `element/${this.id}/click`, {});
  }

  /** Types into it; it takes the focus first. */
  type(text) {
    return this.driver.command('POST', `element/${this.id}/value`, { text });
  }

  clear() {
    return this.driver.command('POST', `element/${this.id}/clear`, {});
  }

  /** Its text as laid out. (The driver's own idea of what is shown loses what an ellipsis may cut.) */
  text() {
    return this.driver.run('(element) => element.innerText.trim()', this);
  }

  attribute(name) {
    return this.driver.command('GET', `element/${this.id}/attribute/${name}`);
  }

  property(name) {
    return this.driver.command('GET', `element/${this.id}/property/${name}`);
  }

  enabled() {
    return this.driver.command('GET', `element/${this.id}/enabled`);
  }

  toJSON() {
    return { [ELEMENT]: this.id };
  }
}

export class WebDriver {
  /** @param {string} server where the driver listens @param {string} session */
  constructor(server, session) {
    this.server = server;
    this.session = session;
  }

  static async connect(server, capabilities = {}) {
    const { sessionId } = await send(server, 'POST', 'session', { capabilities: { alwaysMatch: capabilities } });
    return new WebDriver(server, sessionId);
  }

  command(method, path, body) {
    return send(this.server, method, `session/${this.session}/${path}`, body);
  }

  /** The first element that matches a CSS selector; an error `no such element` if none does. */
  async find(css) {
    const found = await this.command('POST', 'element', { using: 'css selector', value: css });
    return new Element(this, found[ELEMENT]);
  }

  async findAll(css) {
    const found = await this.command('POST', 'elements', { using: 'css selector', value: css });
    return found.map((one) => new Element(this, one[ELEMENT]));
  }

  /** Runs a function in the page; it can take and return what JSON holds, and take elements. */
  run(script, ...args) {
    return this.command('POST', 'execute/sync', { script: `return (${script}).apply(null, arguments)`, args });
  }

  /** Presses and releases keys where the focus is, through the driver (see §17.4.2 for the names). */
  keys(text) {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return this.command('POST', 'actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  handles() {
    return this.command('GET', 'window/handles');
  }

  handle() {
    return this.command('GET', 'window');
  }

  switchTo(handle) {
    return this.command('POST', 'window', { handle });
  }

  source() {
    return this.command('GET', 'source');
  }

  title() {
    return this.command('GET', 'title');
  }

  end() {
    return send(this.server, 'DELETE', `session/${this.session}`);
  }
}

async function send(server, method, path, body) {
  const response = await fetch(`${server}/${path}`, {
    method,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = await response.json();
  if (!response.ok) throw new DriverError(`${method} ${path.replace(/^session\/[^/]*\//, '')}`, value);
  return value;
}
