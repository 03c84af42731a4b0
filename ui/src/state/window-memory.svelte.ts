import type { ConversationId, ScrollPlace, Startup, WindowMemory } from '../generated';
import type { Host } from '../host/types';
import type { Page, PanelId } from './places';

/** How long a window rests before what it looks like is kept, in milliseconds. */
const REST = 300;

/**
 * What the window looks like, kept by the shell: a reload and a restart bring it
 * back. The host's own state is not part of it.
 */
export class KeptWindow {
  /** Groups of the list whose fold is not the usual one. */
  folded = $state.raw<readonly string[]>([]);

  #host: Host;
  #page: Page | null = null;
  #panel: PanelId | null = null;
  #scroll = new Map<ConversationId, ScrollPlace | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** What the window looked like, or nothing where the shell has kept nothing. */
  restore(startup: Startup): { page: Page | null; panel: PanelId | null } {
    // Recordings and older shells know nothing of it.
    const memory = startup.memory as WindowMemory | undefined;
    this.folded = memory?.folded ?? [];
    this.#page = memory?.page
      ? memory.page.part
        ? { id: memory.page.id as Page['id'], part: memory.page.part }
        : { id: memory.page.id as Page['id'] }
      : null;
    this.#panel = (memory?.panel ?? null) as PanelId | null;
    return { page: this.#page, panel: this.#panel };
  }

  looks(page: Page | null, panel: PanelId | null): void {
    const same =
      page?.id === this.#page?.id && page?.part === this.#page?.part && panel === this.#panel;
    if (same) return;
    this.#page = page;
    this.#panel = panel;
    this.#now();
  }

  fold(group: string): void {
    this.folded = this.folded.includes(group)
      ? this.folded.filter((one) => one !== group)
      : [...this.folded, group];
    this.#now();
  }

  /** Where the reader of a conversation is; `null` at its end. */
  reads(conversation: ConversationId, at: ScrollPlace | null): void {
    this.#scroll.set(conversation, at);
    this.#later();
  }

  /** A single act: what a page sends as its window closes is lost, so it does not wait. */
  #now(): void {
    this.#later();
    this.flush();
  }

  /** Keeps it now. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const scroll = [...this.#scroll].map(([conversation, at]) => ({ conversation, at }));
    this.#scroll.clear();
    const memory: WindowMemory = {
      page: this.#page ? { id: this.#page.id, part: this.#page.part ?? null } : null,
      panel: this.#panel,
      folded: [...this.folded],
    };
    // Looks are not worth a word when they can't be kept.
    this.#host.call('remember', { memory, scroll }).catch(() => {});
  }

  #later(): void {
    this.#timer ??= setTimeout(() => this.flush(), REST);
  }
}
