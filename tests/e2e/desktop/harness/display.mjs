// An X display of one's own: a screen in memory, a real keyboard and a real pointer on it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const execute = promisify(execFile);
const OTHER_WINDOW = fileURLToPath(new URL('other-window.py', import.meta.url));
const CLOSE_WINDOW = fileURLToPath(new URL('close-window.py', import.meta.url));
/** Longer than any of these programs needs, in milliseconds; `xdotool … --sync` waits forever for what does not come. */
const PROGRAM_PATIENCE = 30_000;

export class Display {
  /** @param {import('node:child_process').ChildProcess} server @param {string} name such as `:7` */
  constructor(server, name) {
    this.server = server;
    this.name = name;
  }

  static async open({ width = 1400, height = 900 } = {}) {
    const screen = `${width}x${height}x24`;
    // The server chooses a free number and writes it to the descriptor.
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-dpi', '96', '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const number = await Promise.race([
      line(server.stdio[3]),
      once(server, 'error').then(([error]) => Promise.reject(error)),
      once(server, 'exit').then(() => Promise.reject(new Error('Xvfb ended before it was ready'))),
    ]);
    return Object.assign(new Display(server, `:${number}`), { width, height });
  }

  async close() {
    this.other?.kill('SIGKILL');
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const ended = once(this.server, 'exit');
    this.server.kill('SIGTERM');
    await ended;
  }

  async tool(program, ...args) {
    const env = { PATH: process.env.PATH, DISPLAY: this.name };
    const limits = { maxBuffer: 64 << 20, timeout: PROGRAM_PATIENCE, killSignal: 'SIGKILL' };
    const { stdout } = await execute(program, args, { env, encoding: 'buffer', ...limits });
    return stdout;
  }

  async xdotool(...args) {
    return (await this.tool('xdotool', ...args)).toString().trim();
  }

  /** The windows a process shows, in the order they were made. */
  async windows(pid) {
    const found = await this.xdotool('search', '--onlyvisible', '--pid', String(pid), '--name', '.').catch(() => '');
    return found.split('\n').filter(Boolean).map(Number).sort((a, b) => a - b);
  }

  /** Gives a window the keyboard, as a click on it would under a window manager. */
  focus(window) {
    return this.xdotool('windowraise', String(window), 'windowfocus', '--sync', String(window));
  }

  /** Real key presses, by their X names: `Return`, `ctrl+n`. */
  key(...names) {
    return this.xdotool('key', '--clearmodifiers', '--delay', '20', ...names);
  }

  /** Real typing where the focus is. */
  type(text) {
    return this.xdotool('type', '--delay', '15', text);
  }

  /** A real click of the left button, at a place on the screen. */
  click(x, y) {
    return this.xdotool('mousemove', '--sync', String(Math.round(x)), String(Math.round(y)), 'click', '1');
  }

  /** Moves the real pointer to a place on the screen. */
  point(x, y) {
    return this.xdotool('mousemove', '--sync', String(Math.round(x)), String(Math.round(y)));
  }

  /** A window of another program takes the keyboard, until its end or until a window is given it. */
  async focusAnother() {
    this.other?.kill('SIGKILL');
    const env = { PATH: process.env.PATH, DISPLAY: this.name };
    const place = [this.width - 10, this.height - 10].map(String);
    this.other = spawn('python3', [OTHER_WINDOW, ...place], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    await line(this.other.stdout);
  }

  /** Lets another program own the clipboard, with this text in it. */
  async holdClipboard(text) {
    const child = spawn('xsel', ['--clipboard', '--input'], { env: { PATH: process.env.PATH, DISPLAY: this.name, HOME: '/nonexistent' }, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(text);
    await once(child, 'exit');
  }

  /** What the clipboard holds. */
  async clipboard() {
    return (await this.tool('xsel', '--clipboard', '--output')).toString();
  }

  /** A window's title, as the desktop shows it. */
  title(window) {
    return this.xdotool('getwindowname', String(window));
  }

  /** How many colours a window shows. */
  async colours(window) {
    return Number((await this.tool('import', '-window', String(window), '-format', '%k', 'info:-')).toString());
  }

  async geometry(window) {
    const shell = await this.xdotool('getwindowgeometry', '--shell', String(window));
    const value = (name) => Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(shell)?.[1]);
    return { x: value('X'), y: value('Y'), width: value('WIDTH'), height: value('HEIGHT') };
  }

  async resize(window, width, height) {
    await this.xdotool('windowmove', '--sync', String(window), '0', '0').catch(() => {});
    await this.xdotool('windowsize', String(window), String(width), String(height));
  }

  /** What the window's close button does: asks the application to close it. */
  async askToClose(window) {
    await this.tool('python3', CLOSE_WINDOW, String(window));
  }

  /** What the screen shows, or one window of it, as PNG. (The driver's own pictures wait for a repaint that may never come.) */
  picture(window = 'root') {
    return this.tool('import', '-window', String(window), 'png:-');
  }
}

/** The first line, once all of it is there: the server gives up if it cannot write the whole. */
async function line(stream) {
  let text = '';
  for await (const piece of stream) {
    text += piece;
    if (text.endsWith('\n')) break;
  }
  return text.trim();
}
