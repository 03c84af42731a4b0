import type { Batch, PullRequest } from '../generated';

/** What the loop needs from its surroundings; tests give their own. */
export interface PullSurroundings {
  pull(request: PullRequest): Promise<Batch>;
  /** What to ask for now, made anew before every pull. */
  request(): PullRequest;
  /** Takes one batch into the state. */
  apply(batch: Batch): void;
  /** Called with the number of failures in a row, 0 when it works again. */
  onTrouble(failures: number): void;
  hidden(): boolean;
  /** Resolves when the window is visible. */
  untilVisible(): Promise<void>;
  /** Resolves in the next animation frame. */
  nextFrame(): Promise<void>;
  sleep(ms: number): Promise<void>;
}

/** Longest wait between two tries while the host does not answer, in milliseconds. */
const LONGEST_PAUSE = 4000;

/**
 * Asks, applies in one frame, asks again. One call is awaited at a time, and
 * none is made while the window is hidden.
 */
export class PullLoop {
  #surroundings: PullSurroundings;
  /** Grows when what the window shows changes: answers to older questions are dropped. */
  #generation = 0;
  #running = false;
  #disturb: (() => void) | null = null;

  constructor(surroundings: PullSurroundings) {
    this.#surroundings = surroundings;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  stop(): void {
    this.#running = false;
    this.ask();
  }

  /** What is shown has changed: gives up the answer awaited and asks anew at once. */
  ask(): void {
    this.#generation++;
    this.#disturb?.();
  }

  async #run(): Promise<void> {
    const s = this.#surroundings;
    let failures = 0;
    while (this.#running) {
      if (s.hidden()) await s.untilVisible();
      if (!this.#running) return;
      const generation = this.#generation;
      const disturbed = new Promise<null>((resolve) => {
        this.#disturb = () => resolve(null);
      });
      let batch: Batch | null;
      try {
        batch = await Promise.race([s.pull(s.request()), disturbed]);
      } catch {
        failures++;
        s.onTrouble(failures);
        await Promise.race([s.sleep(Math.min(LONGEST_PAUSE, 125 * 2 ** failures)), disturbed]);
        continue;
      }
      if (failures > 0) {
        failures = 0;
        s.onTrouble(0);
      }
      if (batch === null || generation !== this.#generation) continue;
      if (!batch.conversation && !batch.list && !batch.topics && !batch.plain) continue;
      if (s.hidden()) {
        // What came too late to be seen is not kept: the revision held is the
        // one asked after when the window returns.
        continue;
      }
      await s.nextFrame();
      if (generation === this.#generation && this.#running) s.apply(batch);
    }
  }
}
