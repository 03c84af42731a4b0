import type { ApprovalCard } from '../../generated';

/** A piece of text, or a mark the host put in place of what can't be seen. */
export interface Piece {
  readonly text: string;
  readonly mark: boolean;
}

/** Marks of the host: ⟨U+202E⟩ for a character, ⟨␤ × 5000⟩ for a blank run. */
const MARK = /⟨(?:U\+[0-9A-F]{4,6}|[␤␠␉][^⟩]{0,24})⟩/g;

/** More marks than this are not picked out: a text full of them is legible as it is. */
const MOST_MARKS = 500;

/** The text with its marks picked out, so that they can be made to stand out. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    if (found.length > 2 * MOST_MARKS) break;
    if (match.index > from) found.push({ text: text.slice(from, match.index), mark: false });
    found.push({ text: match[0], mark: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), mark: false });
  return found;
}

/** Names under which a subject's own argument goes, and those its preview shows. */
const SHOWN: Record<ApprovalCard['subject']['subject'], readonly RegExp[]> = {
  command: [/^(command|cmd|script)$/],
  write: [/^(file_?path|path|file(name)?)$/i, /^(contents?|text)$/],
  edit: [/^(file_?path|path|file(name)?)$/i, /^(old|new)(_?(string|text))?$/i],
  read: [/^(file_?path|path|file(name)?)$/i],
  url: [/^(url|uri)$/],
  other: [],
};

/**
 * Whether everything the agent sent can be read above the raw text, so that the
 * raw text itself may be folded. In doubt it is not.
 */
export function shownByKind(card: ApprovalCard): boolean {
  if (card.hiddenCharacters > 0 || card.blankRuns > 0 || card.previewNote) return false;
  if (card.preview.some((block) => block.kind === 'omitted')) return false;
  const kind = card.subject.subject;
  if (kind === 'other') return !!card.tree && !card.tree.html.includes('class="omitted"');
  if ((kind === 'write' || kind === 'edit') && card.preview.length === 0) return false;
  let args: unknown;
  try {
    args = JSON.parse(card.rawArgs);
  } catch {
    return false;
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return false;
  const entries = Object.entries(args);
  const shown = SHOWN[kind];
  return (
    entries.length <= (kind === 'edit' ? 3 : shown.length) &&
    entries.every(([name, value]) => {
      return typeof value === 'string' && shown.some((pattern) => pattern.test(name));
    })
  );
}
