import type { ExportProgress, ExportRange, ExportTurn } from '../../generated';

/** Chosen turns as ranges of places: neighbours are one. */
export function ranges(turns: readonly ExportTurn[], chosen: ReadonlySet<number>): ExportRange[] {
  const found: ExportRange[] = [];
  for (const turn of turns) {
    if (!chosen.has(turn.from)) continue;
    const last = found.at(-1);
    if (last && last.to === turn.from) last.to = turn.to;
    else found.push({ from: turn.from, to: turn.to });
  }
  return found;
}

/** Whole percent of what is written, or `null` while that is not known. */
export function percent(progress: ExportProgress | null): number | null {
  if (!progress || progress.total === 0) return null;
  return Math.min(100, Math.floor((progress.done / progress.total) * 100));
}
