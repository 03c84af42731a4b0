// A figure: what was measured, its goal, and whether that was met.

/** @type {{ name: string, value: number | null, unit: string, goal: string, pass: boolean, baseline?: number, ratio?: number, note?: string }[]} */
export const figures = [];

const OPERATORS = {
  '≤': (value, goal) => value <= goal,
  '<': (value, goal) => value < goal,
  '≥': (value, goal) => value >= goal,
  '=': (value, goal) => value === goal,
};

/**
 * Keeps and prints a figure. `goal` such as `≤ 8`, in the figure's unit; with
 * `of: 'ratio'` the goal is for the ratio to the baseline.
 */
export function figure(name, value, unit, goal, { baseline, ratio, of = 'value', note } = {}) {
  const [operator, number] = goal.split(' ');
  const judged = of === 'ratio' ? ratio : value;
  const pass = Number.isFinite(judged) && OPERATORS[operator](judged, Number(number));
  const entry = {
    name,
    value: rounded(value),
    unit,
    goal: of === 'ratio' ? `${goal} × baseline` : `${goal} ${unit}`,
    pass,
    ...(baseline !== undefined && { baseline: rounded(baseline) }),
    ...(ratio !== undefined && { ratio: rounded(ratio) }),
    ...(note && { note }),
  };
  figures.push(entry);
  print(entry);
  return entry;
}

/** A figure that could not be taken is told as such, and not met. */
export function missing(name, unit, goal, reason) {
  const entry = { name, value: null, unit, goal: `${goal} ${unit}`, pass: false, note: reason };
  figures.push(entry);
  print(entry);
}

/** Takes a figure another program of the bench printed as JSON. */
export function taken(entry) {
  figures.push(entry);
  print(entry);
}

function print({ name, value, unit, goal, pass, baseline, ratio, note }) {
  const beside = [
    baseline !== undefined && `baseline ${baseline} ${unit}`,
    ratio !== undefined && `ratio ${ratio}`,
    note,
  ].filter(Boolean);
  console.log(
    `${pass ? 'met ' : 'NOT '} ${name.padEnd(58)} ${String(value ?? '–').padStart(10)} ${unit.padEnd(12)} goal ${goal}${beside.length ? ` (${beside.join('; ')})` : ''}`,
  );
}

export function rounded(value) {
  if (value === null || !Number.isFinite(value)) return null;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return Number(value.toFixed(digits));
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

export const median = (values) => percentile(values, 0.5);
