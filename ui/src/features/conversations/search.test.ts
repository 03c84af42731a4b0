import { expect, it, vi } from 'vitest';
import type { SearchHit } from '../../generated';
import { fakeHost } from '../../test/fake-host';
import { pieces, Search } from './search.svelte';

function hit(
  item: string,
  snippet = 'the cache is cold',
  marks: [number, number][] = [],
): SearchHit {
  return { conversation: 'c', title: 'C', place: 1, item, at: 1, snippet, marks };
}

it('asks once typing rests, for the last text only, and goes on from there', async () => {
  vi.useFakeTimers();
  const call = vi.fn(async (_: string, args?: Record<string, unknown>) =>
    args?.['after'] === null ? { hits: [hit('a')], next: 7 } : { hits: [hit('b')], next: null },
  );
  const search = new Search(fakeHost({ call: call as never }));
  search.ask('ca');
  search.ask('cache ');
  await vi.runAllTimersAsync();
  expect(call).toHaveBeenCalledExactlyOnceWith('search', { text: 'cache', after: null, limit: 50 });
  expect([search.hits.map((one) => one.item), search.next, search.busy]).toEqual([['a'], 7, false]);
  await search.more();
  expect(call).toHaveBeenLastCalledWith('search', { text: 'cache', after: 7, limit: 50 });
  expect([search.hits.map((one) => one.item), search.next]).toEqual([['a', 'b'], null]);
  vi.useRealTimers();
});

it('an answer to an older question is dropped, and a failure is said', async () => {
  vi.useFakeTimers();
  let answer: (page: unknown) => void = () => {};
  const call = vi.fn(() => new Promise((resolve) => (answer = resolve)));
  const search = new Search(fakeHost({ call: call as never }));
  search.ask('one');
  await vi.runAllTimersAsync();
  const first = answer;
  call.mockImplementation(() => Promise.reject({ code: 'io', message: 'locked' }));
  search.ask('two');
  first({ hits: [hit('a')], next: null });
  await vi.runAllTimersAsync();
  expect([search.hits, search.failed, search.asked]).toEqual([[], 'locked', 'two']);
  vi.useRealTimers();
});

it('marks what was found and loses no letter', () => {
  const found = hit('a', 'the cache is cold', [
    [4, 9],
    [13, 17],
  ]);
  expect(pieces(found)).toEqual([
    { text: 'the ', marked: false },
    { text: 'cache', marked: true },
    { text: ' is ', marked: false },
    { text: 'cold', marked: true },
  ]);
});

it('begins a snippet near what was found: of a long one only two lines are seen', () => {
  const before = 'many words that stand before what was asked for, each of them longer, ';
  const [lead, found] = pieces(
    hit('a', `${before}cache and more`, [[before.length, before.length + 5]]),
  );
  expect(found).toEqual({ text: 'cache', marked: true });
  expect(lead!.text).toBe('…for, each of them longer, ');
  const one = 'x'.repeat(80);
  expect(pieces(hit('a', `${one}cache`, [[80, 85]]))[0]!.text).toBe(`…${'x'.repeat(30)}`);
  expect(pieces(hit('a', `short cache`, [[6, 11]]))[0]!.text).toBe('short ');
});
