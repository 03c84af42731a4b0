// What was measured over the time, as a table, and whether it stayed where it was.

/** How far a figure may lie from where it was after the start. */
export const WITHIN = 0.1;

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
};

/** A column's samples in a part of the time, from 0 to 1; each is in one part only. */
function inside(samples, column, from, to) {
  const end = samples.at(-1).at;
  return samples.filter(({ at }) => at >= from * end && (at < to * end || to === 1)).map((sample) => sample[column]);
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

/** The parts of the time that are looked at; the first are the start, which is not held against anything. */
const PARTS = 9;
const START = 3;

/**
 * The figures by parts of the time, and what is wrong with them.
 *
 * A figure that stays where it is moves about a middle, and one that creeps up does not show by
 * that: so each part is held against the middle of them all, and the last three against the
 * first three, by what either comes back to.
 * @param {Record<string, { of: string, by: 'lowest' | 'middle' | 'highest', within?: number, most?: number }>} wanted
 *   `within`: how far a part may lie from the middle, and the last parts from the first, as a share;
 *   `most`: how many times the middle a part may be
 */
export function judge(samples, wanted) {
  const wrong = [];
  const rows = {};
  for (const [name, { of, by, within, most }] of Object.entries(wanted)) {
    const parts = Array.from({ length: PARTS }, (_, n) => {
      const values = inside(samples, of, n / PARTS, (n + 1) / PARTS);
      return values.length > 0 ? figures[by](values) : Number.NaN;
    });
    const judged = parts.slice(START);
    const [early, late] = [judged.slice(0, START), judged.slice(-START)].map(figures[by]);
    const reference = median(judged);
    const changes = judged.map((one) => one / reference - 1);
    const change = changes.reduce((worst, one) => (Math.abs(one) > Math.abs(worst) ? one : worst), 0);
    const drift = late / early - 1;
    const allowed = within !== undefined ? `±${Math.round(100 * within)} %` : most !== undefined ? `${most} ×` : '–';
    if (parts.some(Number.isNaN)) wrong.push(`${name}: too few samples`);
    else if ((within !== undefined && Math.abs(change) > within) || (most !== undefined && 1 + change > most)) {
      wrong.push(`${name}: ${percent(change)} from ${shown(reference)}, where ${allowed} is allowed`);
    } else if (within !== undefined && Math.abs(drift) > within) {
      wrong.push(`${name}: ${percent(drift)} from ${shown(early)} to ${shown(late)}, where ${allowed} is allowed`);
    }
    rows[name] = { parts, change, drift, allowed };
  }
  return { rows, wrong };
}

const percent = (share) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
const shown = (value) => (value >= 100 ? Math.round(value) : value.toFixed(1)).toString();

export function table({ rows }) {
  const cells = (row) => row.map((cell, n) => (n === 0 ? cell.padEnd(34) : cell.padStart(9))).join('');
  const head = ['', ...Array.from({ length: PARTS }, (_, n) => (n < START ? `(${n + 1})` : `${n + 1}`)), 'farthest', 'drift', 'allowed'];
  const lines = Object.entries(rows).map(([name, { parts, change, drift, allowed }]) =>
    cells([name, ...parts.map(shown), percent(change), percent(drift), allowed]),
  );
  return [cells(head), ...lines].join('\n');
}
