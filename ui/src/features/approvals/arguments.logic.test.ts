import { describe, expect, it } from 'vitest';
import type { ApprovalCard } from '../../generated';
import { block, card } from '../../test/make';
import { pieces, shownByKind } from './arguments.logic';

describe('marks in a text', () => {
  it('F063 are picked out, and nothing is lost between them', () => {
    const text = 'a⟨U+202E⟩b⟨␤ × 5000⟩⟨U+E0041⟩ ⟨U+zz⟩';
    const found = pieces(text);
    expect(found.map((piece) => piece.text).join('')).toBe(text);
    expect(found.filter((piece) => piece.mark).map((piece) => piece.text)).toEqual([
      '⟨U+202E⟩',
      '⟨␤ × 5000⟩',
      '⟨U+E0041⟩',
    ]);
  });

  it('are left alone where a text is full of them', () => {
    const text = '⟨U+200B⟩x'.repeat(4000);
    const found = pieces(text);
    expect(found.length).toBeLessThan(1100);
    expect(found.map((piece) => piece.text).join('')).toBe(text);
  });
});

const json = (args: unknown) => JSON.stringify(args, null, 2);
const writes = { subject: 'write', path: 'a.txt', exists: false } as const;

it.each<[string, Partial<ApprovalCard>, boolean]>([
  ['a command alone', { rawArgs: json({ command: 'ls' }) }, true],
  ['a command and more', { rawArgs: json({ command: 'ls', sandbox: false }) }, false],
  ['a command of an unknown name', { rawArgs: json({ run: 'ls' }) }, false],
  ['what is no JSON', { rawArgs: 'command: ls' }, false],
  ['hidden characters', { rawArgs: json({ command: 'ls' }), hiddenCharacters: 1 }, false],
  ['blank runs', { rawArgs: json({ command: 'ls' }), blankRuns: 1 }, false],
  [
    'a write with its content shown',
    {
      subject: writes,
      rawArgs: json({ file_path: 'a.txt', content: 'x' }),
      preview: [block('x', 'diff')],
    },
    true,
  ],
  [
    'a write whose content is cut',
    {
      subject: writes,
      rawArgs: json({ file_path: 'a.txt', content: 'x' }),
      preview: [block('x', 'diff'), block('…', 'omitted')],
    },
    false,
  ],
  [
    'a write without a preview',
    { subject: writes, rawArgs: json({ path: 'a', text: 'x' }) },
    false,
  ],
])('%s: the raw arguments may be folded: %j', (_, change, folded) => {
  expect(shownByKind(card(change))).toBe(folded);
});
