import { expect, it } from 'vitest';
import type { TerminalPart } from '../../generated';
import { Feed, Typing, bytesOf } from './feed';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A host that keeps `whole` from `first` on, and sends three bytes at a time. */
function host(whole: () => string, first = 0) {
  return (place: number): Promise<TerminalPart> => {
    const from = Math.max(place, first);
    const to = Math.min(from + 3, whole().length);
    return Promise.resolve({
      from,
      to,
      more: to < whole().length,
      bytes: btoa(whole().slice(from, to)),
    });
  };
}

it('brings everything once and in order, whoever asks how often', async () => {
  let whole = 'hello';
  const shown: string[] = [];
  const sink = { skipped: () => shown.push('…'), write: (b: Uint8Array) => shown.push(text(b)) };
  const feed = new Feed(
    host(() => whole),
    sink,
  );
  const first = feed.upTo(2);
  void feed.upTo(5);
  await first;
  expect(shown.join('')).toBe('hello');
  await feed.upTo(5);
  whole = 'hello there';
  await feed.upTo(11);
  expect(shown.join('')).toBe('hello there');
  feed.end();
  whole += '!';
  await feed.upTo(12);
  expect(shown.join('')).toBe('hello there');
});

it('says where something is not kept any more', async () => {
  const shown: string[] = [];
  const sink = { skipped: () => shown.push('…'), write: (b: Uint8Array) => shown.push(text(b)) };
  await new Feed(
    host(() => 'abcdefgh', 4),
    sink,
  ).upTo(8);
  expect(shown.join('')).toBe('…efgh');
});

it('reads bytes, not characters', () => {
  expect([...bytesOf(btoa('\x1b[1m\xff\x00'))]).toEqual([27, 91, 49, 109, 255, 0]);
});

it('sends what is typed in order, and what piles up together', async () => {
  const sent: string[] = [];
  let go: () => void = () => {};
  const failures: unknown[] = [];
  const typing = new Typing(
    (keys) => {
      sent.push(keys);
      if (keys === 'bad') return Promise.reject(new Error('gone'));
      return new Promise((resolve) => (go = resolve));
    },
    (error) => failures.push(error),
  );
  const all = typing.type('a');
  void typing.type('b');
  void typing.type('c');
  expect(sent).toEqual(['a']);
  go();
  await Promise.resolve();
  await Promise.resolve();
  expect(sent).toEqual(['a', 'bc']);
  go();
  await all;
  await typing.type('bad');
  expect(failures).toHaveLength(1);
});
