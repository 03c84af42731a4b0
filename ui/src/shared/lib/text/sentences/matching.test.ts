import { expect, it } from 'vitest';
import { german } from './de';
import { wording } from './matching';

const { text, part } = wording({
  'The agent ended ({how}). The next message starts it again.':
    'Der Agent hat sich beendet ({how}). Die nächste Nachricht startet ihn wieder.',
  'exit code {code}': 'Endcode {code}',
  '“{name}” can’t be read: {reason}.': '„{name}“ lässt sich nicht lesen: {reason}.',
  'it is empty': 'sie ist leer',
  'The file is gone.': 'Die Datei ist weg.',
  'The request is settled already.': 'Die Anfrage ist schon entschieden.',
  'The request {key} is settled already.': 'Die Anfrage {key} ist schon entschieden.',
});

it('words a text, what stands in its places, and the sentences after it', () => {
  expect(text('The agent ended (exit code 3). The next message starts it again.')).toBe(
    'Der Agent hat sich beendet (Endcode 3). Die nächste Nachricht startet ihn wieder.',
  );
  expect(part('“a.txt” can’t be read: it is empty.')).toBe(
    '„a.txt“ lässt sich nicht lesen: sie ist leer.',
  );
  expect(text('The file is gone. The request is settled already.')).toBe(
    'Die Datei ist weg. Die Anfrage ist schon entschieden.',
  );
  expect(text('  The file is gone.\nat line 3')).toBe('  Die Datei ist weg.\nat line 3');
});

it('takes the entry that says the most itself', () => {
  expect(text('The request is settled already.')).toBe('Die Anfrage ist schon entschieden.');
  expect(text('The request x is settled already.')).toBe('Die Anfrage x ist schon entschieden.');
});

it('leaves what is not the host’s as it is', () => {
  for (const other of [
    '',
    '42',
    'I looked at it. Nothing is wrong.',
    'it is empty',
    'exit code 3',
  ]) {
    expect(text(other)).toBe(other);
  }
  // A value is put in as it is.
  expect(part('“(.*)” can’t be read: $1.')).toBe('„(.*)“ lässt sich nicht lesen: $1.');
});

it('words a short one where it can only be the host’s', () => {
  expect(part('exit code 3')).toBe('Endcode 3');
  expect(part('it is empty')).toBe('sie ist leer');
});

it('is quick with a long text that nobody knows', () => {
  const long = 'a word. '.repeat(20_000);
  const begun = performance.now();
  expect(text(long)).toBe(long);
  expect(german.text(`${long}x`)).toBe(`${long}x`);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
