import type { SearchHit, SearchPage } from '../../generated';
import type { Host } from '../../host/types';
import { toProblem } from '../../host/types';

/** How long typing rests before the messages are searched, in milliseconds. */
const REST = 140;
/** Hits of a page. */
const PAGE = 50;

/** What is found in the messages, for the text that was asked last. */
export class Search {
  hits = $state.raw<readonly SearchHit[]>([]);
  /** Where the search goes on; `null` at its end. */
  next = $state.raw<number | null>(null);
  busy = $state.raw(false);
  failed = $state.raw('');
  /** The text the hits are for. */
  asked = $state.raw('');

  #host: Host;
  #wanted = '';
  #generation = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  ask(text: string): void {
    const wanted = text.trim();
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#generation++;
    this.busy = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(wanted, null), REST);
  }

  async more(): Promise<void> {
    if (this.next !== null && !this.busy) await this.#run(this.#wanted, this.next);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#generation++;
  }

  async #run(text: string, after: number | null): Promise<void> {
    const generation = this.#generation;
    this.busy = true;
    try {
      const page = await this.#host.call<SearchPage>('search', { text, after, limit: PAGE });
      if (generation !== this.#generation) return;
      this.hits = after === null ? page.hits : [...this.hits, ...page.hits];
      this.next = page.next ?? null;
      this.failed = '';
    } catch (error) {
      if (generation !== this.#generation) return;
      this.hits = [];
      this.next = null;
      this.failed = toProblem(error).message;
    }
    this.asked = text;
    this.busy = false;
  }
}

/** Characters before what was found first that leave it in sight: two lines of a snippet are seen. */
const LEAD = 30;

/** The end of a text, from the beginning of a word where there is one. */
function lead(text: string): string {
  if (text.length <= LEAD + 1) return text;
  const end = text.slice(-LEAD);
  const word = /\s\S/.exec(end);
  return `…${word ? end.slice(word.index + 1) : end}`;
}

/** A snippet in pieces, those that were found marked. */
export function pieces(hit: SearchHit): { text: string; marked: boolean }[] {
  const all: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const [from, to] of hit.marks) {
    if (from > at) {
      const text = hit.snippet.slice(at, from);
      all.push({ text: all.length === 0 ? lead(text) : text, marked: false });
    }
    if (to > from) all.push({ text: hit.snippet.slice(from, to), marked: true });
    at = Math.max(at, to);
  }
  if (at < hit.snippet.length) all.push({ text: hit.snippet.slice(at), marked: false });
  return all;
}
