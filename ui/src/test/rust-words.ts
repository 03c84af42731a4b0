import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A text in the Rust sources that a person may read, as a catalogue has it for its key. */
export interface RustWords {
  /** With its places named: `{name}`, or by number where the source has `{}`. */
  key: string;
  /** `crates/host/src/check.rs:57` */
  at: string;
}

/** Where the Rust sources are. */
const ROOT = join(import.meta.dirname, '../../../src-tauri/');

/**
 * Sources whose texts are not for a window: each with why.
 * A folder ends with a slash.
 */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'crates/understudy/': 'an agent speaks here, and what agents say stays as it is',
  'src/headless/': 'the command line, which is English',
  'src/cli.rs': 'the command line, which is English',
  'src/diagnostics.rs': 'a report for the people who mend Parley',
  'src/logging/': 'the log',
  'src/logging.rs': 'the log',
  'src/perf.rs': 'a measurement',
  'src/tray/': 'has both languages itself: no window is there',
  'src/notify/': 'has both languages itself: no window is there',
  'src/language.rs': 'has both languages itself: no window is there',
  'src/first.rs': 'has both languages itself: it is kept in the archive and in a file',
  'crates/host/src/export/html.rs': 'a file to give away',
  'crates/host/src/export/markdown.rs': 'a file to give away',
  'crates/host/src/export/words.rs': 'a file to give away',
  'crates/host/src/exec.rs': 'the command line, which is English',
  'crates/host/src/conversation/summary.rs': 'said to an agent',
  'crates/host/src/conversation/recorded.rs': 'a script, read by a program',
  'crates/protocols/src/recording.rs': 'a script, read by a program',
  'crates/process/src/control.rs': 'between Parley and its guardian',
  'crates/protocols/src/form.rs': 'a setting of a form has both languages beside each other',
  'crates/host/src/own_fields.rs': 'the same',
  'crates/protocols/src/aionrs/form.rs': 'the same',
  'crates/protocols/src/nib/asked.rs': 'has both languages itself: titles are kept in the archive',
  'crates/protocols/src/agentproc/form.rs': 'the same',
  'crates/protocols/src/nib/form.rs': 'the same',
  'crates/protocols/src/nuum/form.rs': 'the same',
  'crates/protocols/src/terminal/form.rs': 'the same',
  'crates/render/src/code.rs': 'names of languages of programs',
};

/** A place in the source before a text that says the text is not for a window. */
const NOT_SHOWN: readonly RegExp[] = [
  // The log, a panic, a check of the build.
  /\b(?:tracing::)?(?:error|warn|info|debug|trace)!\((?:[^;"]|"[^"]*")*$/,
  /\b(?:eprintln|println|writeln|debug_assert|assert|assert_eq|panic|unreachable)!\((?:[^;"]|"[^"]*")*$/,
  /\.expect\(\s*$/,
  /\bdebug_struct\(\s*$/,
  // Attributes: of the compiler, of serde, of the types for the window.
  /#!?\[(?:cfg_attr|allow|expect|serde|doc|clap|arg|command|ts)\b[^\]]*$/,
  // SQL.
  /\b(?:prepare|prepare_cached|execute|execute_batch|query_row)\(\s*(?:&format!\(\s*)?$/,
  // A phrase has a code: its German is looked for by it.
  /\b(?:Phrase::(?:new|plain)|say)\(\s*"\w+",\s*$/,
  /: (?:Reason|Note) = \(\s*"\w+",\s*$/,
];

/** Every text of the sources that may be read in a window, once. */
export function rustWords(): RustWords[] {
  const found = new Map<string, RustWords>();
  for (const { path, source } of rustSources()) {
    for (const { key, line } of wordsOf(source)) {
      if (!found.has(key)) found.set(key, { key, at: `${path}:${line}` });
    }
  }
  return [...found.values()];
}

/** The sources whose texts may be read in a window. */
export function rustSources(): { path: string; source: string }[] {
  const elsewhere = [...Object.keys(ELSEWHERE), ...forTests()];
  return sources('')
    .filter(
      (path) =>
        !elsewhere.some((one) => path === one || (one.endsWith('/') && path.startsWith(one))),
    )
    .map((path) => ({ path, source: readFileSync(ROOT + path, 'utf8') }));
}

/** Modules that are built for tests alone. */
function forTests(): string[] {
  return sources('').flatMap((path) => {
    const declared = readFileSync(ROOT + path, 'utf8').matchAll(
      /#\[cfg\(test\)\]\s*(?:pub(?:\(\w+\))? )?mod (\w+);/g,
    );
    // Beside `mod.rs` and its like; below any other file.
    const folder = path.replace(/(?:mod|lib|main)\.rs$/, '').replace(/\.rs$/, '/');
    return [...declared].flatMap(([, name]) => [`${folder}${name}.rs`, `${folder}${name}/`]);
  });
}

/** The phrases of a source: code and English. */
export function phrasesOf(source: string): [string, string][] {
  const phrase =
    /(?:: (?:Reason|Note) = |\b(?:Phrase::(?:new|plain)|say))\(\s*"([a-z]\w+)",\s*"((?:\\[\s\S]|[^"\\])*)"/g;
  return [...withoutTests(source).matchAll(phrase)].map((match) => [
    match[1]!,
    unescaped(match[2]!),
  ]);
}

/** The texts of one source that may be read in a window. */
export function wordsOf(whole: string): { key: string; line: number }[] {
  const source = withoutTests(whole);
  return literals(source)
    .flatMap((one) => readIn(one.text).map((piece) => ({ ...one, ...piece })))
    .map(({ text, start, line, alone }) => {
      const before = source.slice(Math.max(0, start - 400), start);
      return { key: named(text).trim(), line, alone, before };
    })
    .filter(({ key, alone, before }) => {
      const read = isWords(key) || (alone && /^[A-Z][a-z]+$/.test(key));
      return read && !NOT_SHOWN.some((one) => one.test(before));
    })
    .map(({ key, line }) => ({ key, line }));
}

function sources(folder: string): string[] {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) {
      return ['tests', 'target', 'gen', 'examples', 'benches'].includes(entry.name)
        ? []
        : sources(`${path}/`);
    }
    return /\.rs$/.test(path) &&
      !/(?:^|\/)(?:tests?|build)\.rs$/.test(path) &&
      !/_rules\.rs$|src\/rules\.rs$/.test(path)
      ? [path]
      : [];
  });
}

function withoutTests(source: string): string {
  const tests = source.search(/#\[cfg\((?:all\()?test\b[^\n]*\]\s*mod \w+ \{/);
  return tests < 0 ? source : source.slice(0, tests);
}

/** What is read of a text: all of it, or what stands between tags, where one word is a text too. */
function readIn(text: string): { text: string; alone: boolean }[] {
  if (!/<\/?\w/.test(text)) return [{ text, alone: false }];
  return text.split(/<[^<>]*(?:>|$)/).map((piece) => ({ text: piece, alone: true }));
}

/** More than a name: two words, or a word that begins a sentence and ends it. */
function isWords(text: string): boolean {
  if (
    /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|FROM|PRAGMA|BEGIN|COMMIT)\b|^default-src|args_sha256|titled_by_user/.test(
      text,
    )
  )
    return false;
  const plain = text.replace(/\{\w*\}/g, '{}');
  return (
    /[a-z’']{2,}[”)]?[,.:;]? (?:[“"(]?[a-zA-Z]|\{\}|[–·])/.test(plain) ||
    /\{\}”? [a-z]{2,}/.test(plain) ||
    /^[A-Z][a-z]+[.?!]$/.test(plain)
  );
}

/** `{}` by its number, `{id:.80}` as `{id}`, `{{` as one brace. */
function named(text: string): string {
  let place = 0;
  return text
    .replaceAll('{{', '\u0001')
    .replaceAll('}}', '\u0002')
    .replace(/\{(\w*)(?::[^{}]*)?\}/g, (_, name: string) => `{${name || String(++place)}}`)
    .replaceAll('\u0001', '{')
    .replaceAll('\u0002', '}');
}

interface Literal {
  text: string;
  start: number;
  line: number;
}

/** The string literals of a Rust source; comments and characters are passed over. */
export function literals(source: string): Literal[] {
  const found: Literal[] = [];
  const lines = (until: number) => source.slice(0, until).split('\n').length;
  // In this order: comments, raw texts, texts, characters (a lifetime has no second quote).
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\b[bc]?r(#*)"([\s\S]*?)"\1|\b[bc]?"((?:\\[\s\S]|[^"\\])*)"|"((?:\\[\s\S]|[^"\\])*)"|'(?:\\[^']+|\\'|[^\\'])'/g;
  for (const match of source.matchAll(token)) {
    const raw = match[2];
    const escaped = match[3] ?? match[4];
    if (raw === undefined && escaped === undefined) continue;
    found.push({ text: raw ?? unescaped(escaped!), start: match.index, line: lines(match.index) });
  }
  return found;
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:\r?\n\s*|u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|([\s\S]))/g,
    (_, code, byte, one) => {
      if (code ?? byte)
        return String.fromCodePoint(parseInt(String(code ?? byte).replaceAll('_', ''), 16));
      if (!one) return '';
      return { n: '\n', t: '\t', r: '\r', '0': '\0' }[one as string] ?? (one as string);
    },
  );
}
