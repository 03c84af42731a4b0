/** Something the palette can do or show. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  /** Said after it: the workspace, the section. */
  readonly beside?: string;
  /** Keys as people read them: `Ctrl Shift K`. */
  readonly keys?: string;
  readonly group: 'command' | 'conversation';
  readonly run: () => void;
}

/**
 * How well a text fits what was typed; 0 for not at all. All letters must be
 * there in their order; beginnings of words and neighbours count for more.
 */
export function fit(text: string, typed: string): number {
  const wanted = typed.toLowerCase().replace(/\s+/g, '');
  if (wanted === '') return 1;
  const lower = text.toLowerCase();
  let at = -1;
  let score = 0;
  for (const letter of wanted) {
    const next = lower.indexOf(letter, at + 1);
    if (next < 0) return 0;
    const begins = next === 0 || /[\s/_.-]/.test(lower[next - 1] ?? '');
    score += next === at + 1 ? 3 : begins ? 2 : 1;
    at = next;
  }
  return score / wanted.length + (lower.includes(typed.trim().toLowerCase()) ? 2 : 0);
}

/** The entries that fit, the best first; as they are where nothing was typed. */
export function ranked(entries: readonly Entry[], typed: string, most = 40): Entry[] {
  if (typed.trim() === '') return entries.slice(0, most);
  return entries
    .map((entry) => ({ entry, score: fit(`${entry.title} ${entry.beside ?? ''}`, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}
