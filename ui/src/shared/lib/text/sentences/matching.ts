/*
 * The host words much itself: refusals, notices, what is wrong with a line or a
 * profile. Such a text is kept with the conversation, goes through logs and the
 * command line, and reaches the window as it is, in English. A catalogue has its
 * translation by the English, with the same places in both:
 * `'The agent ended ({how}).': 'Der Agent hat sich beendet ({how}).'`
 *
 * What stands in a place is worded too (`{how}` may be `exit code 3`), and a text
 * of several sentences sentence by sentence. A text that no entry fits is not the
 * host's (an agent's, the system's, the user's) and stays as it is.
 */

/** What words a text of the host. */
export interface Wording {
  /** A text that may also be somebody else's: only what can hardly be by chance is worded. */
  text: (text: string) => string;
  /** A text that is the host's: short ones too, `exit code 3`. */
  part: (text: string) => string;
}

interface Template {
  /** What it says itself: before, between and after its places. */
  readonly pieces: readonly string[];
  readonly names: readonly string[];
  readonly translation: string;
  readonly letters: number;
}

/** So many letters, and a text is not like the host's by chance. */
const CERTAIN = 12;
/** Places within places; more than anything that is said. */
const DEEPEST = 4;
/** Texts that are remembered. */
const REMEMBERED = 500;
/** Nobody words a longer text sentence by sentence. */
const MOST_SENTENCES = 12;

const PLACE = /\{(\w+)\}/g;

export function wording(catalogue: Readonly<Record<string, string>>): Wording {
  const exact = new Map<string, string>();
  const templates: Template[] = [];
  for (const [english, translation] of Object.entries(catalogue)) {
    const names = [...english.matchAll(PLACE)].map((match) => match[1]!);
    if (names.length === 0) exact.set(english, translation);
    else {
      const pieces = english.split(PLACE).filter((_, place) => place % 2 === 0);
      templates.push({ pieces, names, translation, letters: letters(english) });
    }
  }
  // The more of a text an entry says itself, the more it is the one that is meant.
  templates.sort((a, b) => b.letters - a.letters);

  function whole(text: string, certain: boolean, depth: number): string | null {
    const same = exact.get(text);
    if (same !== undefined && (!certain || letters(text) >= CERTAIN)) return same;
    for (const one of templates) {
      if (certain && one.letters < CERTAIN) return null;
      const found = placed(text, one.pieces);
      if (!found) continue;
      const values = new Map(one.names.map((name, place) => [name, found[place]!]));
      return one.translation.replace(PLACE, (place, name: string) => {
        const value = values.get(name);
        return value === undefined ? place : worded(value, false, depth + 1);
      });
    }
    return null;
  }

  function worded(text: string, certain: boolean, depth = 0): string {
    if (depth > DEEPEST || !/\p{L}/u.test(text)) return text;
    const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
    const said = whole(inner, certain, depth) ?? bySentence(inner, certain, depth) ?? inner;
    return before + said + after;
  }

  /** Several sentences: the longest beginning that is known, then the rest. */
  function bySentence(text: string, certain: boolean, depth: number): string | null {
    const parts = text.split(/(?<=[.!?:;]["”)]?)(\s+)/);
    if (parts.length < 3 || parts.length > 2 * MOST_SENTENCES) return null;
    for (let end = parts.length - 2; end > 0; end -= 2) {
      const said = whole(parts.slice(0, end).join(''), certain, depth);
      if (said === null) continue;
      return said + parts[end]! + worded(parts.slice(end + 1).join(''), certain, depth);
    }
    const rest = parts.slice(2).join('');
    const said = worded(rest, certain, depth);
    return said === rest ? null : parts[0]! + parts[1]! + said;
  }

  return {
    text: remembering((text) => worded(text, true)),
    part: remembering((text) => worded(text, false)),
  };
}

/** What stands between the pieces of an entry, where a text has them all in their order. */
function placed(text: string, pieces: readonly string[]): string[] | null {
  const first = pieces[0]!;
  const last = pieces[pieces.length - 1]!;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const end = text.length - last.length;
  const found: string[] = [];
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    // A place holds something.
    const at = text.indexOf(piece, from + 1);
    if (at < 0 || at >= end) return null;
    found.push(text.slice(from, at));
    from = at + piece.length;
  }
  if (from >= end) return null;
  found.push(text.slice(from, end));
  return found;
}

/** Letters outside of places. */
export function letters(text: string): number {
  return text.replace(PLACE, '').replace(/\P{L}/gu, '').length;
}

/** The same texts are shown again and again. */
function remembering(word: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const said = word(text);
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, said);
    return said;
  };
}
