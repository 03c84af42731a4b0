// What was measured over the time, as a table, and whether it stayed where it was.

/** How far a figure may lie from where it was after the start. */
export const WITHIN = 0.1;

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

/** The middle of a column's samples in a part of the time, from 0 to 1. */
function middle(samples, column, from, to) {
  const end = samples.at(-1).at;
  const inside = samples.filter(({ at }) => at >= from * end && at <= to * end);
  return inside.length > 0 ? median(inside.map((sample) => sample[column])) : Number.NaN;
}

/** The parts of the time that are looked at; the first is the start, which is not held against anything. */
const PARTS = 9;
const START = 3;

/**
 * The figures by parts of the time, and what is wrong with them. `bounds` has for each
 * column how far its later parts may lie from the first one after the start: a share of it.
 */
export function judge(samples, bounds) {
  const wrong = [];
  const rows = {};
  for (const [column, within] of Object.entries(bounds)) {
    const parts = Array.from({ length: PARTS }, (_, n) => middle(samples, column, n / PARTS, (n + 1) / PARTS));
    const reference = parts[START];
    const later = parts.slice(START + 1);
    const farthest = later.reduce((worst, one) => (Math.abs(one / reference - 1) > Math.abs(worst / reference - 1) ? one : worst), reference);
    const change = farthest / reference - 1;
    if (Number.isNaN(change)) wrong.push(`${column}: too few samples`);
    else if (within !== null && Math.abs(change) > within) {
      wrong.push(`${column}: ${percent(change)} from ${shown(reference)}, where ±${Math.round(within * 100)} % is allowed`);
    }
    rows[column] = { parts, change, within };
  }
  return { rows, wrong };
}

const percent = (share) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
const shown = (value) => (value >= 100 ? Math.round(value) : value.toFixed(1)).toString();

export function table({ rows }) {
  const cells = (row) => row.map((cell, n) => (n === 0 ? cell.padEnd(30) : cell.padStart(8))).join('');
  const head = ['', ...Array.from({ length: PARTS }, (_, n) => (n < START ? `(${n + 1})` : `${n + 1}`)), 'change', 'allowed'];
  const lines = Object.entries(rows).map(([name, { parts, change, within }]) =>
    cells([name, ...parts.map(shown), percent(change), within === null ? '–' : `±${Math.round(within * 100)} %`]),
  );
  return [cells(head), ...lines].join('\n');
}
