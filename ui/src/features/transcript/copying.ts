import { copyText } from '../../shared/lib/clipboard';
import { isTextField } from '../../shared/lib/text-field';
import type { ConversationStore } from '../../state/conversation.svelte';
import type { Session } from '../../state/session.svelte';
import { textOfRows } from './commands';
import { textOf } from './copying.logic';
import type { ListWindow } from './list-window.svelte';

/**
 * Selecting over rows that come and go. The rows a selection begins and ends in
 * stay in the page; what lies between and is not there is asked for when it is
 * copied (and before that, since a copy cannot wait).
 */
export class Copying {
  #session: Session;
  #store: ConversationStore;
  #list: ListWindow;
  /** Everything is selected, not only what is in the page. */
  #all = false;
  /** The text of rows that are not in the page, by what they are. */
  #ready: { key: string; text: Promise<string>; now: string | null } | null = null;

  constructor(session: Session, store: ConversationStore, list: ListWindow) {
    this.#session = session;
    this.#store = store;
    this.#list = list;
  }

  /** Svelte attachment of the scrolling element. */
  attach = (scroller: HTMLElement): (() => void) => {
    const changed = () => this.#changed(scroller);
    const copy = (event: ClipboardEvent) => this.#copy(scroller, event);
    const keys = (event: KeyboardEvent) => this.#keys(scroller, event);
    document.addEventListener('selectionchange', changed);
    document.addEventListener('copy', copy);
    document.addEventListener('keydown', keys);
    return () => {
      document.removeEventListener('selectionchange', changed);
      document.removeEventListener('copy', copy);
      document.removeEventListener('keydown', keys);
    };
  };

  #keys(scroller: HTMLElement, event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    if (event.shiftKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    const target = event.target;
    if (isTextField(target) || !(target instanceof Node)) return;
    const selection = document.getSelection();
    const inside = scroller.contains(target) || scroller.contains(selection?.anchorNode ?? null);
    if (!inside || !selection) return;
    event.preventDefault();
    selection.selectAllChildren(scroller);
    this.#all = true;
    void this.#between(this.#store.header ? 0 : this.#store.first, this.#store.end);
  }

  #changed(scroller: HTMLElement): void {
    const ends = this.#ends(scroller);
    if (!ends) {
      this.#all = false;
      this.#ready = null;
      this.#list.pin([]);
      return;
    }
    if (this.#all) {
      const selection = document.getSelection();
      if (selection?.anchorNode === scroller && selection.focusNode === scroller) return;
      this.#all = false;
    }
    this.#list.pin(ends.first === ends.last ? [ends.first] : [ends.first, ends.last]);
    if (this.#hasGap(scroller, ends.first, ends.last)) this.#between(ends.first + 1, ends.last);
  }

  /** The first and the last row of a selection in the transcript. */
  #ends(scroller: HTMLElement): { first: number; last: number; range: Range } | null {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    if (!scroller.contains(range.commonAncestorContainer)) return null;
    const place = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const row = element?.closest<HTMLElement>('[data-place]');
      return row ? Number(row.dataset['place']) : null;
    };
    if (this.#all) return { first: 0, last: this.#store.end, range };
    const first = place(range.startContainer);
    const last = place(range.endContainer);
    if (first === null || last === null) return null;
    return { first, last, range };
  }

  #hasGap(scroller: HTMLElement, first: number, last: number): boolean {
    for (let place = first + 1; place < last; place++) {
      const cell = this.#store.cell(place);
      if (cell?.folding.kind === 'hidden') continue;
      if (!cell || !scroller.querySelector(`[data-place="${place}"]`)) return true;
    }
    return false;
  }

  #between(from: number, to: number): Promise<string> {
    const key = `${from}-${to}-${this.#store.rev}`;
    if (this.#ready?.key !== key) {
      const text = textOfRows(this.#session.host, this.#store.id, from, to);
      const ready = { key, text, now: null as string | null };
      this.#ready = ready;
      text.then(
        (whole) => (ready.now = whole),
        // Said when it is copied; the next time it is asked for anew.
        () => {
          if (this.#ready === ready) this.#ready = null;
        },
      );
    }
    return this.#ready.text;
  }

  #copy(scroller: HTMLElement, event: ClipboardEvent): void {
    const ends = this.#ends(scroller);
    if (!ends || event.defaultPrevented) return;
    let before = '';
    let after = '';
    let middle: Promise<string>;
    if (this.#all) middle = this.#between(0, this.#store.end);
    else {
      if (!this.#hasGap(scroller, ends.first, ends.last)) return;
      const row = (place: number) => scroller.querySelector(`[data-place="${place}"]`);
      const first = row(ends.first);
      const last = row(ends.last);
      if (!first || !last) return;
      const head = ends.range.cloneRange();
      head.setEndAfter(first);
      const tail = ends.range.cloneRange();
      tail.setStartBefore(last);
      before = textOf(head.cloneContents());
      after = textOf(tail.cloneContents());
      middle = this.#between(ends.first + 1, ends.last);
    }
    event.preventDefault();
    const join = (text: string) => [before, text, after].filter((part) => part !== '').join('\n\n');
    const now = this.#ready?.now;
    if (typeof now === 'string') event.clipboardData?.setData('text/plain', join(now));
    else {
      void this.#session.attempt(async () => {
        await copyText(join(await middle));
      });
    }
  }
}
