import { expect, it } from 'vitest';
import { literals, rustWords, wordsOf } from '../../../../test/rust-words';
import { sentences } from './de';

/** Texts of the sources that look like words and are none for a person, or are names. */
const NO_WORDS: Readonly<Record<string, string>> = {
  'git push': 'a command',
  'git reset --hard': 'a command',
  'git clean': 'a command',
  'git checkout --': 'a command',
  'npm publish': 'a command',
  'cargo publish': 'a command',
  'npm install --global @sanity-labs/nuum': 'a command',
  'parley exec': 'a command',
  'Build it from source: https://github.com/iOfficeAI/aionrs says how.': 'has German beside it',
  'Aus dem Quelltext bauen: https://github.com/iOfficeAI/aionrs sagt, wie.': 'the German',
  'It comes with nib: https://github.com/poiesic/nib says how.': 'has German beside it',
  'Es kommt mit nib: https://github.com/poiesic/nib sagt, wie.': 'the German',
  'aionrs JSON Stream': 'a name',
  'nib Agent Protocol': 'a name',
  'nuum Wire Protocol': 'a name',
  'Terminal Protocol (nanobot)': 'a name',
  'Amazon Bedrock': 'a name',
  'Google Vertex AI': 'a name',
  'Parley: {account}': 'a name in the keychain',
  'SQLite format 3\u0000': 'the beginning of a file',
  'at line': 'a part of an error of another library',
  'diff diff-more': 'classes of style',
  'similarity index': 'a line of a diff',
  'dissimilarity index': 'a line of a diff',
  '*** Update File:': 'a line of a diff',
  '*** Add File:': 'a line of a diff',
  '*** Delete File:': 'a line of a diff',
};

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

it('everything Rust says in a window has its German', () => {
  const lacking = rustWords()
    .filter(({ key }) => !(key in sentences) && !(key in NO_WORDS))
    .map(({ key, at }) => `${at}: ${key}`);
  expect(lacking).toEqual([]);
});

it('every sentence of the catalogue is still said, with the same places', () => {
  const said = new Set(rustWords().map(({ key }) => key));
  expect(said.size).toBeGreaterThan(500);
  expect(
    [...Object.keys(sentences), ...Object.keys(NO_WORDS)].filter((key) => !said.has(key)),
  ).toEqual([]);
  for (const [english, german] of Object.entries(sentences)) {
    expect({
      english,
      places: [...new Set(places(german))].filter((one) => !places(english).includes(one)),
    }).toEqual({
      english,
      places: [],
    });
  }
});

it('finds a text in Rust wherever it stands, and passes over what nobody reads', () => {
  const source = `
    //! "a comment with words"
    #[error("The file {} is gone: {reason:?}. Put it back.")]
    fn f<'a>(x: &'a str) -> char { '"' }
    fn g() -> String {
        tracing::warn!(%error, "a word for the log");
        let sql = conn.prepare("SELECT a word FROM b");
        format!("{name:.80} took \\
                 {{none}}, “{0}”")
    }
    const RAW: &str = r#"it holds "quotes" too"#;
    debug_struct("Some Thing here");
    #[cfg(test)]
    mod tests { fn t() { say("only a test says this"); } }
  `;
  expect(wordsOf(source).map(({ key, line }) => [key, line])).toEqual([
    ['The file {1} is gone: {reason}. Put it back.', 3],
    ['{name} took {none}, “{0}”', 8],
    ['it holds "quotes" too', 11],
  ]);
  expect(literals(`'"' "a" '\\'' "b"`).map(({ text }) => text)).toEqual(['a', 'b']);
});
