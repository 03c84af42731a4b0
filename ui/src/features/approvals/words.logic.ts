/** A command's words as one line to be edited: those with blanks or quotes are quoted. */
export function joined(words: readonly string[]): string {
  return words
    .map((word) => (/^[^\s'"\\]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

/** The words of such a line; `null` while a quote is open. */
export function split(line: string): string[] | null {
  const words: string[] = [];
  let word = '';
  let begun = false;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line.charAt(i);
    if (quote) {
      if (c === quote) quote = '';
      else word += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      begun = true;
    } else if (c === '\\' && i + 1 < line.length) {
      word += line.charAt(++i);
      begun = true;
    } else if (/\s/.test(c)) {
      if (begun) words.push(word);
      word = '';
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quote) return null;
  if (begun) words.push(word);
  return words;
}
