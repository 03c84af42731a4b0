/*
 * Where a text stops being JSON. Engines that read JSON tell it each in their own
 * way, WebKit's not at all; a schema is written by hand, so its line is wanted.
 */

export interface JsonProblem {
  /** From 1. */
  readonly line: number;
  /** What stands there; empty where the end is missing. */
  readonly found: string;
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

class Fails extends Error {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
}

/** What is wrong with a text that should be JSON; `null` where nothing is. */
export function jsonProblem(text: string): JsonProblem | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const at = failsAt(text);
    const found = /^\S{0,12}/.exec(text.slice(at))?.[0] ?? '';
    return { line: text.slice(0, at).split('\n').length, found };
  }
}

function failsAt(text: string): number {
  try {
    const end = skip(text, value(text, skip(text, 0)));
    return end < text.length ? end : 0;
  } catch (error) {
    return error instanceof Fails ? error.at : 0;
  }
}

function skip(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

function take(text: string, at: number, character: string): number {
  if (text[at] !== character) throw new Fails(at);
  return at + 1;
}

/** The place after the value that begins here. */
function value(text: string, at: number): number {
  if (text[at] === '{') return list(text, at, '}', member);
  if (text[at] === '[') return list(text, at, ']', value);
  SCALAR.lastIndex = at;
  if (!SCALAR.exec(text)) throw new Fails(at);
  return SCALAR.lastIndex;
}

function member(text: string, at: number): number {
  if (text[at] !== '"') throw new Fails(at);
  const colon = skip(text, value(text, at));
  return value(text, skip(text, take(text, colon, ':')));
}

function list(
  text: string,
  at: number,
  close: string,
  one: (text: string, at: number) => number,
): number {
  at = skip(text, at + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skip(text, one(text, at));
    if (text[at] === close) return at + 1;
    at = skip(text, take(text, at, ','));
  }
}
