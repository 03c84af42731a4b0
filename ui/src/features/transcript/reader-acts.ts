/*
 * What the reader does that can move the transcript. A scroll alone says nothing:
 * the browser makes one too whenever what is in the window becomes lower, even for
 * less than a frame. So a scroll is the reader's where an act of theirs came before
 * it; or where nothing at all has changed that could have made it: a screen reader
 * and other means of access scroll without any act that a page can see.
 */

/** A scroll that begins this long after an act belongs to it, in milliseconds. */
const LASTS = 1000;
/** A pointer that went this far does not click but drags, in pixels. */
const DRAGS = 4;

const UP = new Set(['ArrowUp', 'PageUp', 'Home']);
const DOWN = new Set(['ArrowDown', 'PageDown', 'End']);

function writes(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(element?.tagName ?? '') || !!element?.isContentEditable;
}

export class ReaderActs {
  /** Told when the reader sets out downwards. */
  ondown: () => void = () => {};
  #up = Number.NEGATIVE_INFINITY;
  /** The scrollbar is held, or a selection is drawn over the edge. */
  #held = false;
  #frames = 0;
  #frame = 0;

  /** Whether the reader did something that makes a scroll upwards theirs. */
  get goesUp(): boolean {
    return this.#held || performance.now() - this.#up < LASTS;
  }

  /** Whether nothing has changed for some frames. */
  get quiet(): boolean {
    return this.#frames === 0;
  }

  /** Something changed in the page: until it is drawn, the browser may scroll by itself. */
  stir = (): void => {
    this.#frames = 2;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#drawn);
  };

  /** What the reader did before counts no more: they asked for another place. */
  forget(): void {
    this.#up = Number.NEGATIVE_INFINITY;
    this.#held = false;
    this.stir();
  }

  #drawn = (): void => {
    this.#frame = --this.#frames > 0 ? requestAnimationFrame(this.#drawn) : 0;
  };

  #sayUp = (): void => {
    this.#up = performance.now();
  };

  /** Listens to what is done to a scrolling element, until the returned function is called. */
  watch(element: HTMLElement): () => void {
    const leaving: (() => void)[] = [];
    const on = <K extends keyof DocumentEventMap>(
      target: EventTarget,
      type: K,
      tell: (event: DocumentEventMap[K]) => void,
    ) => {
      target.addEventListener(type, tell as EventListener, { passive: true });
      leaving.push(() => target.removeEventListener(type, tell as EventListener));
    };
    const goes = (up: number) => {
      if (up > 0) this.#sayUp();
      else if (up < 0) this.ondown();
    };

    on(element, 'wheel', (event) => {
      if (!event.ctrlKey) goes(-event.deltaY);
    });

    let finger = 0;
    on(element, 'touchstart', (event) => (finger = event.touches[0]?.clientY ?? 0));
    on(element, 'touchmove', (event) => {
      const now = event.touches[0]?.clientY ?? finger;
      goes(now - finger);
      finger = now;
    });

    on(document, 'keydown', (event) => {
      const target = event.target as Element;
      if (event.defaultPrevented || writes(target)) return;
      if (target !== document.body && !element.contains(target)) return;
      const space = event.key === ' ';
      if (UP.has(event.key) || (space && event.shiftKey)) goes(1);
      else if (DOWN.has(event.key) || space) goes(-1);
    });
    // The Tab key brings what it goes to into sight.
    on(element, 'focusin', ({ target }) => {
      if (target !== element && (target as Element).matches(':focus-visible')) goes(1);
    });

    let from: { x: number; y: number } | null = null;
    on(element, 'pointerdown', (event) => {
      // Beside all rows there is only the scrollbar; the middle button scrolls by itself.
      this.#held = event.target === element;
      if (event.button === 1) goes(1);
      from = { x: event.clientX, y: event.clientY };
    });
    on(document, 'pointermove', (event) => {
      if (!from) return;
      if (event.buttons === 0) letGo();
      else if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAGS) {
        this.#held = true;
      }
    });
    const letGo = () => {
      if (this.#held) this.#sayUp();
      this.#held = false;
      from = null;
    };
    on(document, 'pointerup', letGo);
    on(document, 'pointercancel', letGo);
    // A message box that is written in may be lower for a moment, to be measured.
    on(document, 'input', this.stir);

    const changes = new MutationObserver(this.stir);
    changes.observe(element.closest('main') ?? element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['style', 'class', 'hidden'],
    });
    return () => {
      for (const leave of leaving) leave();
      changes.disconnect();
      cancelAnimationFrame(this.#frame);
      this.#frame = this.#frames = 0;
      this.#held = false;
    };
  }
}
