import { expect, it } from 'vitest';
import type { ChangedFile, ChangesPage, FileChange } from '../../generated';
import { firstFiles, inParts, newestChanges, PART, turnOf, verb } from './changes.logic';

const change: FileChange = {
  item: 'i',
  index: 0,
  tool: 'edit',
  at: 1,
  lines: [1, 2],
  turn: 3,
  message: 'do it',
};
const file = (n: number): ChangedFile => ({
  path: `/w/${n}`,
  label: `${n}`,
  changes: 1,
  added: 1,
  removed: 2,
  last: change,
});
const serve =
  (total: number, asked: [number, number][] = []) =>
  (from: number, limit: number): Promise<ChangesPage> => {
    asked.push([from, limit]);
    const count = Math.max(0, Math.min(limit, total - from));
    const files = Array.from({ length: count }, (_, at) => file(from + at));
    return Promise.resolve({ from, files, total, added: 9, removed: 8 });
  };

it('a path is shown as its name and the folder before it', () => {
  expect(inParts('src/cache/key.rs')).toEqual({ folder: 'src/cache', name: 'key.rs' });
  expect(inParts('notes.md')).toEqual({ folder: '', name: 'notes.md' });
  expect(inParts('a\\b.txt')).toEqual({ folder: 'a', name: 'b.txt' });
});

it('a change says what was done and in which turn', () => {
  expect([verb(change), turnOf(change)]).toEqual(['Edited', 'Turn 3']);
  expect(verb({ ...change, tool: 'write' })).toBe('Written');
  expect(verb({ ...change, tool: 'other' })).toBe('Changed');
  expect(turnOf({ ...change, turn: null })).toBe('A turn of its own');
});

it('files beyond one answer are asked for a part at a time, and no more than wanted', async () => {
  const asked: [number, number][] = [];
  const page = await firstFiles(serve(1000, asked), 2 * PART + 50);
  expect(asked).toEqual([
    [0, PART],
    [PART, PART],
    [2 * PART, 50],
  ]);
  expect(page.files.map((one) => one.path)).toEqual(
    Array.from({ length: 250 }, (_, n) => `/w/${n}`),
  );
  expect(page.total).toBe(1000);
});

it('a file that came to the front between two answers stands there once', async () => {
  const shifted = serve(150);
  let answers = 0;
  const page = await firstFiles(async (from, limit) => {
    const answer = await shifted(answers === 0 ? from : from - 1, limit);
    answers += 1;
    return answer;
  }, 150);
  expect(new Set(page.files.map((one) => one.path)).size).toBe(page.files.length);
});

it('changes of a file end where there are no more', async () => {
  const asked: number[] = [];
  const page = await newestChanges((from, limit) => {
    asked.push(from);
    const changes =
      from === 0 ? Array.from({ length: limit }, (_, index) => ({ ...change, index })) : [];
    return Promise.resolve({ changes, total: 500 });
  }, 300);
  expect([asked, page.changes.length]).toEqual([[0, PART], PART]);
});

it('a change that came between two answers moves the others, and none of them stands there twice', async () => {
  let came = 0;
  const page = await newestChanges((from, limit) => {
    const changes = Array.from({ length: limit }, (_, at) => ({
      ...change,
      index: from + at - came,
    }));
    came++;
    return Promise.resolve({ changes, total: 250 });
  }, 250);
  expect(new Set(page.changes.map((one) => one.index)).size).toBe(page.changes.length);
});
