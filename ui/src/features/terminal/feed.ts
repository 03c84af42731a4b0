import type { TerminalPart } from '../../generated';

/** What the terminal on screen takes. */
export interface Sink {
  /** The host no longer has what comes next: it goes on later. */
  skipped(): void;
  write(bytes: Uint8Array): void;
}

/**
 * Brings what an agent's terminal showed to the one on screen, in order and
 * once, however often it is told that there is more.
 */
export class Feed {
  #place = 0;
  #wanted = 0;
  #running = false;
  #ended = false;
  #fetch: (place: number) => Promise<TerminalPart>;
  #sink: Sink;

  constructor(fetch: (place: number) => Promise<TerminalPart>, sink: Sink) {
    this.#fetch = fetch;
    this.#sink = sink;
  }

  /** The terminal has shown so many bytes. */
  async upTo(shown: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, shown);
    if (this.#running || this.#ended) return;
    this.#running = true;
    try {
      while (this.#place < this.#wanted && !this.#ended) {
        const part = await this.#fetch(this.#place);
        if (this.#ended) return;
        if (part.from > this.#place) this.#sink.skipped();
        this.#sink.write(bytesOf(part.bytes));
        // Nothing new although more was told: better to wait than to ask for ever.
        if (part.to <= this.#place) return;
        this.#place = part.to;
        if (part.more) this.#wanted = Math.max(this.#wanted, part.to + 1);
      }
    } finally {
      this.#running = false;
    }
  }

  end(): void {
    this.#ended = true;
  }
}

export function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Sends what is typed, in order; what is typed while one is on its way goes together. */
export class Typing {
  #waiting = '';
  #sending = false;
  #send: (text: string) => Promise<void>;
  #failed: (error: unknown) => void;

  constructor(send: (text: string) => Promise<void>, failed: (error: unknown) => void) {
    this.#send = send;
    this.#failed = failed;
  }

  async type(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#sending) return;
    this.#sending = true;
    while (this.#waiting !== '') {
      const now = this.#waiting;
      this.#waiting = '';
      try {
        await this.#send(now);
      } catch (error) {
        this.#waiting = '';
        this.#failed(error);
      }
    }
    this.#sending = false;
  }
}
