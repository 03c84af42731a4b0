// A desktop that shows notifications and has a tray, on a session bus of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { until } from './until.mjs';
import { Any, decode, encode } from './wire.mjs';

const CONFIG = (socket) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=${socket}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

export class Desktop {
  /** Opens the bus and takes the names of a desktop's services. `world.start` finds it from now on. */
  static async open(world) {
    const desktop = new Desktop();
    const socket = join(world.root, 'bus');
    const config = join(world.root, 'bus.conf');
    await writeFile(config, CONFIG(socket));
    desktop.daemon = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(desktop.daemon.stdout, 'data');
    world.bus = `unix:path=${socket}`;
    world.desktop = desktop;
    /** Notifications that are shown: [{ id, summary, body }]. */
    desktop.shown = [];
    /** The bus names of items in the tray. */
    desktop.items = [];
    await desktop.join(socket);
    for (const name of ['org.freedesktop.Notifications', 'org.kde.StatusNotifierWatcher']) await desktop.ask('RequestName', 'su', [name, 0]);
    return desktop;
  }

  async join(socket) {
    this.serial = 0;
    this.ids = 0;
    this.asked = new Map();
    this.socket = createConnection(socket);
    await once(this.socket, 'connect');
    const uid = Buffer.from(String(process.getuid())).toString('hex');
    this.socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
    await once(this.socket, 'data');
    this.socket.write('BEGIN\r\n');
    let left = Buffer.alloc(0);
    this.socket.on('data', (bytes) => {
      const { messages, rest } = decode(Buffer.concat([left, bytes]));
      left = rest;
      for (const message of messages) this.take(message);
    });
    await this.ask('Hello');
  }

  send(message) {
    this.serial += 1;
    this.socket.write(encode({ serial: this.serial, ...message }));
    return this.serial;
  }

  /** Asks the bus itself, or an item of the tray. */
  ask(member, signature, body, where = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }) {
    const serial = this.send({ kind: 1, member, signature, body, ...where });
    return new Promise((resolve, reject) => this.asked.set(serial, { resolve, reject }));
  }

  take(message) {
    const waits = this.asked.get(message.reply);
    if (message.kind === 2) waits?.resolve(message.body);
    else if (message.kind === 3) waits?.reject(new Error(`${message.error}: ${message.body}`));
    else if (message.kind === 1) this.answer(message);
  }

  answer({ member, body, serial, from }) {
    const answer = (signature, ...values) => this.send({ kind: 2, reply: serial, to: from, signature, body: values });
    switch (member) {
      case 'GetCapabilities':
        return answer('as', ['body', 'actions']);
      case 'Notify': {
        const [, replaces, , summary, text] = body;
        const id = replaces || ++this.ids;
        this.shown = [...this.shown.filter((one) => one.id !== id), { id, summary, body: text }];
        return answer('u', id);
      }
      case 'CloseNotification':
        this.shown = this.shown.filter((one) => one.id !== body[0]);
        return answer();
      case 'Get':
        return answer('v', new Any('b', 1));
      case 'RegisterStatusNotifierItem':
        this.items.push(from);
        return answer();
      default:
        return answer();
    }
  }

  /** Presses a notification, as a click on it does. */
  press(id) {
    const path = '/org/freedesktop/Notifications';
    this.send({ kind: 4, path, interface: 'org.freedesktop.Notifications', member: 'ActionInvoked', signature: 'us', body: [id, 'default'] });
  }

  notification(words) {
    return until(`a notification of ${words}`, () => this.shown.find((one) => words.test(`${one.summary}\n${one.body}`)), { seen: () => this.shown });
  }

  /** The words of the tray's menu, each with its number, once an item is in the tray. */
  async menu() {
    const item = await until('an item in the tray', () => this.items.at(-1));
    const [, [, , entries]] = await this.ask('GetLayout', 'iias', [0, -1, []], { to: item, path: '/StatusNotifierItem/Menu', interface: 'com.canonical.dbusmenu' });
    return entries.map(([number, properties]) => ({ number, words: properties.label ?? '' }));
  }

  /** Chooses an entry of the tray's menu. */
  choose(number) {
    const event = [number, 'clicked', new Any('s', ''), 0];
    return this.ask('Event', 'isvu', event, { to: this.items.at(-1), path: '/StatusNotifierItem/Menu', interface: 'com.canonical.dbusmenu' });
  }

  async close() {
    this.socket.destroy();
    if (this.daemon.exitCode !== null || this.daemon.signalCode !== null) return;
    const ended = once(this.daemon, 'exit');
    this.daemon.kill('SIGTERM');
    await ended;
  }
}
