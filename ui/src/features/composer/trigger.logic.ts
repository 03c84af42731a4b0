/** What is being typed at the cursor that a list of suggestions can finish. */
export interface Trigger {
  readonly kind: 'file' | 'command';
  /** Where it begins, with its sign. */
  readonly from: number;
  /** What follows the sign, up to the cursor. */
  readonly query: string;
}

/** The longest name that is looked for. */
const LONGEST = 200;

/**
 * A file is named by `@` where a word begins, a command by `/` as the first
 * character of all. `a@b` is an address and `and/or` is two words.
 */
export function triggerAt(text: string, cursor: number): Trigger | null {
  const before = text.slice(Math.max(0, cursor - LONGEST), cursor);
  const offset = cursor - before.length;
  if (offset === 0 && /^\/[^\n]*$/.test(before) && !/^\S/.test(text.slice(cursor)))
    return { kind: 'command', from: 0, query: before.slice(1) };
  const file = /(?:^|[\s([{"'`«„“])@([^\s@]*)$/.exec(before);
  if (!file) return null;
  const query = file[1] ?? '';
  return { kind: 'file', from: cursor - query.length - 1, query };
}

/** A text with the part from a trigger up to the cursor replaced. */
export function replaced(text: string, from: number, cursor: number, words: string) {
  return { text: text.slice(0, from) + words + text.slice(cursor), cursor: from + words.length };
}

/** A path as it is written into a message: one with a blank in it in quotes. */
export function written(path: string): string {
  return /[\s"'`]/.test(path) ? `"${path.replaceAll('"', '\\"')}"` : path;
}

/** A text in pieces: those that fit what was typed, and those between them. */
export function pieces(text: string, marks: readonly number[]): { text: string; fits: boolean }[] {
  const marked = new Set(marks);
  const result: { text: string; fits: boolean }[] = [];
  for (const [at, character] of [...text].entries()) {
    const fits = marked.has(at);
    const last = result[result.length - 1];
    if (last?.fits === fits) last.text += character;
    else result.push({ text: character, fits });
  }
  return result;
}

/** A text with a path written at the cursor, apart from the word before it. */
export function putWords(text: string, start: number, end: number, path: string) {
  const before = text.slice(0, start);
  const words = `${/\S$/.test(before) ? ' ' : ''}${written(path)} `;
  return { text: before + words + text.slice(end), cursor: start + words.length };
}
