// The part of the D-Bus wire format (https://dbus.freedesktop.org/doc/dbus-specification.html) that
// a desktop needs to be played: little-endian messages, all types but file descriptors.

const SIZES = { y: 1, b: 4, n: 2, q: 2, i: 4, u: 4, x: 8, t: 8, d: 8, s: 4, o: 4, g: 1, a: 4, '(': 8, '{': 8, v: 1 };

/** The first whole type of a signature. */
function first(signature) {
  if (signature[0] === 'a') return `a${first(signature.slice(1))}`;
  if (signature[0] !== '(' && signature[0] !== '{') return signature[0];
  for (let at = 1, depth = 1; ; at++) {
    if ('({'.includes(signature[at])) depth += 1;
    else if (')}'.includes(signature[at]) && --depth === 0) return signature.slice(0, at + 1);
  }
}

function types(signature) {
  const all = [];
  for (let rest = signature; rest; rest = rest.slice(all.at(-1).length)) all.push(first(rest));
  return all;
}

/** A value with its type, where the type says “any”. */
export class Any {
  constructor(signature, value) {
    this.signature = signature;
    this.value = value;
  }
}

class Writer {
  bytes = [];

  align(to) {
    while (this.bytes.length % to) this.bytes.push(0);
  }

  number(value, size) {
    for (let at = 0; at < size; at++) this.bytes.push(Number((BigInt(value) >> BigInt(8 * at)) & 0xffn));
  }

  put(type, value) {
    this.align(SIZES[type[0]]);
    switch (type[0]) {
      case 's':
      case 'o':
      case 'g': {
        const text = Buffer.from(value);
        this.number(text.length, type === 'g' ? 1 : 4);
        this.bytes.push(...text, 0);
        break;
      }
      case 'v':
        this.put('g', value.signature);
        this.put(value.signature, value.value);
        break;
      case 'a': {
        const at = this.bytes.length;
        this.number(0, 4);
        this.align(SIZES[type[1]]);
        const from = this.bytes.length;
        for (const one of value) this.put(type.slice(1), one);
        const length = this.bytes.length - from;
        for (let byte = 0; byte < 4; byte++) this.bytes[at + byte] = (length >> (8 * byte)) & 255;
        break;
      }
      case '(':
      case '{':
        types(type.slice(1, -1)).forEach((one, index) => this.put(one, value[index]));
        break;
      default:
        this.number(value, SIZES[type]);
    }
  }
}

class Reader {
  at = 0;

  constructor(bytes) {
    this.bytes = bytes;
  }

  align(to) {
    this.at = Math.ceil(this.at / to) * to;
  }

  take(type) {
    const size = SIZES[type[0]];
    this.align(size);
    const number = (how) => {
      const value = this.bytes[how](this.at);
      this.at += size;
      return value;
    };
    switch (type[0]) {
      case 's':
      case 'o':
      case 'g': {
        const length = type === 'g' ? number('readUInt8') : number('readUInt32LE');
        const text = this.bytes.toString('utf8', this.at, this.at + length);
        this.at += length + 1;
        return text;
      }
      case 'v':
        return this.take(this.take('g'));
      case 'a': {
        const length = number('readUInt32LE');
        this.align(SIZES[type[1]]);
        const end = this.at + length;
        const all = [];
        while (this.at < end) all.push(this.take(type.slice(1)));
        return type[1] === '{' ? Object.fromEntries(all) : all;
      }
      case '(':
      case '{':
        return types(type.slice(1, -1)).map((one) => this.take(one));
      case 'b':
        return number('readUInt32LE') === 1;
      case 'y':
        return number('readUInt8');
      case 'n':
        return number('readInt16LE');
      case 'q':
        return number('readUInt16LE');
      case 'i':
        return number('readInt32LE');
      case 'u':
        return number('readUInt32LE');
      case 'x':
        return number('readBigInt64LE');
      case 't':
        return number('readBigUInt64LE');
      default:
        return number('readDoubleLE');
    }
  }
}

const FIELDS = { path: [1, 'o'], interface: [2, 's'], member: [3, 's'], error: [4, 's'], reply: [5, 'u'], to: [6, 's'], from: [7, 's'], signature: [8, 'g'] };

/** A message as bytes. `kind`: 1 a call, 2 an answer, 3 an error, 4 a signal. */
export function encode({ kind, serial, body = [], ...message }) {
  const content = new Writer();
  types(message.signature ?? '').forEach((type, index) => content.put(type, body[index]));
  const head = new Writer();
  for (const value of ['l'.charCodeAt(0), kind, 0, 1]) head.number(value, 1);
  head.number(content.bytes.length, 4);
  head.number(serial, 4);
  const fields = Object.entries(FIELDS)
    .filter(([name]) => message[name] !== undefined)
    .map(([name, [code, type]]) => [code, new Any(type, message[name])]);
  head.put('a(yv)', fields);
  head.align(8);
  return Buffer.from([...head.bytes, ...content.bytes]);
}

/** The messages at the beginning of these bytes, and what is left of them. */
export function decode(bytes) {
  const messages = [];
  for (;;) {
    if (bytes.length < 16) return { messages, rest: bytes };
    const head = Math.ceil((16 + bytes.readUInt32LE(12)) / 8) * 8;
    const whole = head + bytes.readUInt32LE(4);
    if (bytes.length < whole) return { messages, rest: bytes };
    const reader = new Reader(bytes.subarray(0, whole));
    reader.at = 12;
    const named = Object.fromEntries(reader.take('a(yv)'));
    const message = { kind: bytes[1], serial: bytes.readUInt32LE(8) };
    for (const [name, [code]] of Object.entries(FIELDS)) message[name] = named[code];
    reader.at = head;
    message.body = types(message.signature ?? '').map((type) => reader.take(type));
    messages.push(message);
    bytes = bytes.subarray(whole);
  }
}
