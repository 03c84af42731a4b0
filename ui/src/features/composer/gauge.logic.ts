/** How full a context is, as a gauge shows it. */
export interface Gauge {
  readonly used: number;
  readonly limit: number;
  /** From 0 to 1, for the ring. */
  readonly part: number;
  /** In whole percent; over 100 where it is. */
  readonly percent: number;
  readonly state: 'normal' | 'high' | 'over';
}

/** From here on it is worth a look: agents begin to sum up or to forget. */
const HIGH = 0.8;

/** The gauge of a context; none where its agent tells no limit or nothing was used. */
export function gauge(
  used: number | null | undefined,
  limit: number | null | undefined,
): Gauge | null {
  if (!used || !limit) return null;
  const part = used / limit;
  return {
    used,
    limit,
    part: Math.min(1, part),
    percent: Math.max(1, Math.round(part * 100)),
    state: part >= 1 ? 'over' : part >= HIGH ? 'high' : 'normal',
  };
}
