/** A few blocks that come and go together, or a few such segments. */
export type PartKind = 'segment' | 'chapter';

/** How the parts of a long row are seen: they come and go, and so does what shows the row. */
export class SeenParts {
  /** How high parts were when they were last seen, by their place among those of their kind. */
  readonly heights: Readonly<Record<PartKind, number[]>> = { segment: [], chapter: [] };
  readonly #near = new Set<number>();
  readonly #onnear: (() => void) | undefined;
  #told = true;

  constructor(onnear?: () => void) {
    this.#onnear = onnear;
  }

  /** The chapters that are near the reader. */
  get near(): ReadonlySet<number> {
    return this.#near;
  }

  /** A chapter came near, or went away; what comes and goes together is told of once. */
  tell(chapter: number, near: boolean): void {
    if (this.#near.has(chapter) === near) return;
    if (near) this.#near.add(chapter);
    else this.#near.delete(chapter);
    if (!this.#told) return;
    this.#told = false;
    queueMicrotask(() => {
      this.#told = true;
      this.#onnear?.();
    });
  }
}
