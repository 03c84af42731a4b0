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
 * Asks, applies, and asks again once that was drawn. One call is awaited at a time, and
 * none is made while the window is hidden.
 */
export class PullLoop {
  #surroundings: PullSurroundings;
  /** Grows when what the window shows changes: answers to older questions are dropped. */
  #generation = 0;
  #running = false;
  #disturb: (() => void) | null = null;
  /** Asked already, before the loop came to it. */
  #asked: Promise<Batch> | null = null;

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
    this.#asked = null;
    this.#disturb?.();
  }

  /** The same without a moment's delay: the host is at it while the window takes down what it showed. */
  turn(): void {
    this.ask();
    if (!this.#running || this.#surroundings.hidden()) return;
    this.#asked = this.#pull();
    // Nobody awaits it where something else is asked meanwhile.
    this.#asked.catch(() => {});
  }

  #pull(): Promise<Batch> {
    return this.#surroundings.pull(this.#surroundings.request());
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
        const asked = this.#asked ?? this.#pull();
        this.#asked = null;
        batch = await Promise.race([asked, disturbed]);
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
      // At once: what is in the page when a frame begins is drawn in it. Applied only then, it
      // would have waited for that frame, and WebKitGTK draws a page that changed without
      // waiting for the screen.
      s.apply(batch);
      // A window that draws slowly is told less often. Who turned to a conversation is about
      // to be told more of it.
      if (!batch.conversation?.reset) await Promise.race([s.nextFrame(), disturbed]);
    }
  }
}
