import { describe, expect, it } from 'vitest';
import type { Block } from '../generated';
import { withGrown } from './grown';
import { goneParts, inParts, withBlocks } from './parts';

const prose = (html: string): Block => ({ kind: 'prose', html });
const before = inParts([prose('<p>a</p>'), { kind: 'code', html: 'let x', label: 'rust' }]);

describe('blocks that grew', () => {
  it('keep what they had up to a place, and all they are beside', () => {
    expect(withGrown(before, [[1, 4, 'y = 1;']])).toEqual([
      [[prose('<p>a</p>'), { kind: 'code', html: 'let y = 1;', label: 'rust' }]],
    ]);
  });

  it('count as scripts do', () => {
    const wave = inParts([prose('<p>👋 é</p>')]);
    expect(withGrown(wave, [[0, 7, ', hello</p>']])).toEqual([[[prose('<p>👋 é, hello</p>')]]]);
  });

  it('are the same where nothing differs, or the window has not got them', () => {
    expect(withGrown(before, [[0, 3, 'a</p>']])).toBe(before);
    expect(withGrown(before, [[7, 3, 'b</p>']])).toBe(before);
    expect(withGrown(before, [])).toBe(before);
  });

  it('tell that a chapter that is not here has changed', () => {
    const gone = withBlocks(goneParts(2), [[200, prose('<p>a</p>')]]);
    const after = withGrown(gone, [[103, 70, 'b</p>']]);
    expect(after.map((chapter, at) => chapter === gone[at])).toEqual([true, false, true]);
    expect(after[1]).toEqual([]);
  });
});
