import { expect, it } from 'vitest';
import { OwnDrafts } from './draft';

it('C68 what was written here is ahead of the host until it is told back', () => {
  const drafts = new OwnDrafts();
  expect(drafts.of('c', 'old')).toBe('old');
  drafts.wrote('c', 'old and new');
  expect(drafts.of('c', 'old')).toBe('old and new');
  // An answer to an earlier keystroke is no news.
  expect(drafts.told('c', 'old and')).toBe(false);
  expect(drafts.of('c', 'old and')).toBe('old and new');
  expect(drafts.told('c', 'old and new')).toBe(false);
  // From here on another window's words count.
  expect(drafts.told('c', 'from another window')).toBe(true);
  expect(drafts.of('c', 'from another window')).toBe('from another window');
});

it('C68 the cursor comes back to where it was, within the text', () => {
  const drafts = new OwnDrafts();
  expect(drafts.cursor('c', 5)).toEqual([5, 5]);
  drafts.leave('c', 1, 3);
  expect(drafts.cursor('c', 5)).toEqual([1, 3]);
  expect(drafts.cursor('c', 2)).toEqual([1, 2]);
});
