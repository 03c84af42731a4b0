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
 * Keeps and prints a figure. `name` begins with the row of the budgets. `goal` such
 * as `≤ 8`, in the figure's unit; with `of: 'ratio'` the goal is the ratio's.
 * `baseline` is in the figure's unit, or in that of `baselineUnit`.
 */
export function figure(name, value, unit, goal, { baseline, baselineUnit, ratio, of = 'value', note } = {}) {
  const [operator, number] = goal.split(' ');
  const judged = of === 'ratio' ? ratio : value;
  const pass = Number.isFinite(judged) && OPERATORS[operator](judged, Number(number));
  const entry = {
    name,
    value: rounded(value),
    unit,
    goal: of === 'ratio' ? `${goal} × baseline` : `${goal} ${unit}`.trim(),
    pass,
    ...(baseline !== undefined && { baseline: rounded(baseline) }),
    ...(baselineUnit && { baselineUnit }),
    ...(ratio !== undefined && { ratio: rounded(ratio) }),
    ...(note && { note }),
  };
  figures.push(entry);
  print(entry);
  return entry;
}

/** A figure that could not be taken is told as such, and not met. */
export function missing(name, unit, goal, reason) {
  const entry = { name, value: null, unit, goal: `${goal} ${unit}`.trim(), pass: false, note: reason };
  figures.push(entry);
  print(entry);
}

export function print({ name, value, unit, goal, pass, baseline, baselineUnit, ratio, note }) {
  const beside = [
    baseline !== undefined && `baseline ${baseline} ${baselineUnit ?? unit}`,
    ratio !== undefined && `ratio ${ratio}`,
    note,
  ].filter(Boolean);
  console.log(
    `${pass ? 'met ' : 'NOT '} ${name.padEnd(58)} ${String(value ?? '–').padStart(8)} ${unit.padEnd(13)} goal ${goal}${beside.length ? ` (${beside.join('; ')})` : ''}`,
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
