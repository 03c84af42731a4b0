// What was measured over the time, as a table, and whether it stayed where it was.

/** How far a figure may lie from where it was after the start. */
export const WITHIN = 0.1;

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

/** A column's samples in a part of the time, from 0 to 1. */
function inside(samples, column, from, to) {
  const end = samples.at(-1).at;
  return samples.filter(({ at }) => at >= from * end && at <= to * end).map((sample) => sample[column]);
}

/**
 * What a part of the time is judged by. Of memory what the process comes back to: how far it
 * goes up between two collections depends on how busy the machine is.
 */
const figures = {
  lowest: (values) => Math.min(...values),
  middle: median,
  highest: (values) => Math.max(...values),
};

/** The parts of the time that are looked at; the first is the start, which is not held against anything. */
const PARTS = 9;
const START = 3;

/**
 * The figures by parts of the time, and what is wrong with them.
 * @param {Record<string, { of: string, by: 'lowest' | 'middle' | 'highest', within?: number, most?: number }>} wanted
 *   `within`: how far later parts may lie from the first one after the start, as a share of it;
 *   `most`: how many times as high they may be
 */
export function judge(samples, wanted) {
  const wrong = [];
  const rows = {};
  for (const [name, { of, by, within, most }] of Object.entries(wanted)) {
    const parts = Array.from({ length: PARTS }, (_, n) => {
      const values = inside(samples, of, n / PARTS, (n + 1) / PARTS);
      return values.length > 0 ? figures[by](values) : Number.NaN;
    });
    const reference = parts[START];
    const changes = parts.slice(START + 1).map((one) => one / reference - 1);
    const change = changes.reduce((worst, one) => (Math.abs(one) > Math.abs(worst) ? one : worst), 0);
    const allowed = within !== undefined ? `±${Math.round(100 * within)} %` : most !== undefined ? `${most} ×` : '–';
    if (parts.some(Number.isNaN)) wrong.push(`${name}: too few samples`);
    else if ((within !== undefined && Math.abs(change) > within) || (most !== undefined && 1 + change > most)) {
      wrong.push(`${name}: ${percent(change)} from ${shown(reference)}, where ${allowed} is allowed`);
    }
    rows[name] = { parts, change, allowed };
  }
  return { rows, wrong };
}

const percent = (share) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
const shown = (value) => (value >= 100 ? Math.round(value) : value.toFixed(1)).toString();

export function table({ rows }) {
  const cells = (row) => row.map((cell, n) => (n === 0 ? cell.padEnd(34) : cell.padStart(8))).join('');
  const head = ['', ...Array.from({ length: PARTS }, (_, n) => (n < START ? `(${n + 1})` : `${n + 1}`)), 'change', 'allowed'];
  const lines = Object.entries(rows).map(([name, { parts, change, allowed }]) =>
    cells([name, ...parts.map(shown), percent(change), allowed]),
  );
  return [cells(head), ...lines].join('\n');
}
