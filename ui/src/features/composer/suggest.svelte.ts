import type { Header, WorkspaceFiles } from '../../generated';
import type { Slash, SlashAct } from './slash.logic';
import { fitting, offered } from './slash.logic';
import { t } from './text';
import type { Trigger } from './trigger.logic';
import { replaced, triggerAt, written } from './trigger.logic';

/** One line of the list. */
export interface Suggestion {
  readonly label: string;
  readonly hint: string;
  /** Characters of the label that fit what was typed. */
  readonly marks: readonly number[];
  readonly choice: { path: string } | { act: SlashAct };
}

/** What the list needs of the message box around it. */
export interface SuggestPort {
  header(): Header;
  hasList: boolean;
  files(text: string): Promise<WorkspaceFiles>;
  /** Puts a text and a cursor into the box. */
  write(text: string, cursor: number): void;
  act(act: SlashAct): void;
  /** Sends what is in the box. */
  send(): void;
}

/** The list over the message box: files after `@`, commands after `/`. */
export class Suggest {
  trigger = $state.raw<Trigger | null>(null);
  items = $state.raw<readonly Suggestion[]>([]);
  at = $state(0);
  note = $state('');
  #port: SuggestPort;
  #text = '';
  #cursor = 0;
  /** Sent away by Escape: it stays away until another one begins. */
  #dismissed: string | null = null;
  #asking = false;

  constructor(port: SuggestPort) {
    this.#port = port;
  }

  get open(): boolean {
    return this.trigger !== null && (this.items.length > 0 || this.note !== '');
  }

  /** The text or the cursor changed. */
  update(text: string, cursor: number): void {
    this.#text = text;
    this.#cursor = cursor;
    const trigger = triggerAt(text, cursor);
    if (!trigger || place(trigger) !== this.#dismissed) this.#dismissed = null;
    if (!trigger || this.#dismissed) {
      this.close();
      return;
    }
    const before = this.trigger;
    if (before?.query === trigger.query && place(before) === place(trigger)) return;
    this.trigger = trigger;
    if (trigger.kind === 'command') {
      this.note = '';
      this.#show(
        fitting(offered(this.#port.header(), this.#port.hasList), trigger.query).map(line),
      );
    } else void this.#ask();
  }

  close(): void {
    this.trigger = null;
    this.items = [];
    this.note = '';
  }

  /** Whether a key is the list's; then it was obeyed. */
  key(event: KeyboardEvent): boolean {
    if (!this.open || event.ctrlKey || event.altKey || event.metaKey) return false;
    switch (event.key) {
      case 'Escape':
        this.#dismissed = this.trigger && place(this.trigger);
        this.close();
        return true;
      case 'ArrowDown':
        return this.#move(1);
      case 'ArrowUp':
        return this.#move(-1);
      case 'Enter':
        if (event.shiftKey || event.repeat || this.items.length === 0) return false;
        this.choose(this.at);
        return true;
      case 'Tab':
        if (event.shiftKey || this.items.length === 0) return false;
        this.choose(this.at, true);
        return true;
      default:
        return false;
    }
  }

  /** Takes one. `goOn`: a folder is opened rather than named, a command written and not sent. */
  choose(at: number, goOn = false): void {
    const chosen = this.items[at];
    const trigger = this.trigger;
    if (!chosen || !trigger) return;
    const put = (words: string) => {
      const now = replaced(this.#text, trigger.from, this.#cursor, words);
      this.#port.write(now.text, now.cursor);
      return now;
    };
    if ('act' in chosen.choice) {
      const { act } = chosen.choice;
      this.close();
      if (act.do === 'say') {
        // A slash alone and Enter send nothing that nobody named.
        const named = trigger.query !== '' || at > 0;
        const send = act.whole && named && !goOn;
        put(send ? act.text : `${act.text} `);
        if (send) this.#port.send();
        return;
      }
      put('');
      this.#port.act(act);
      return;
    }
    const { path } = chosen.choice;
    if (goOn && path.endsWith('/')) {
      const now = put(`@${path}`);
      this.update(now.text, now.cursor);
      return;
    }
    this.close();
    const blank = /^\s/.test(this.#text.slice(this.#cursor)) ? '' : ' ';
    put(written(path) + blank);
  }

  #move(by: number): boolean {
    const count = this.items.length;
    if (count === 0) return false;
    this.at = (this.at + by + count) % count;
    return true;
  }

  #show(items: Suggestion[]): void {
    this.items = items;
    this.at = 0;
  }

  /** One question at a time; what was typed meanwhile is asked next. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (;;) {
        const asked = this.trigger;
        if (asked?.kind !== 'file') return;
        const found = await this.#port.files(asked.query);
        const now = this.trigger;
        if (now?.kind !== 'file') return;
        const current = now.query === asked.query;
        // An answer to what was typed a moment ago is better than none.
        if (current || found.files.length > 0) this.#tell(found, now.query);
        if (current) return;
      }
    } catch {
      // A folder that can't be read has nothing to offer.
      this.#show([]);
    } finally {
      this.#asking = false;
    }
  }

  #tell(found: WorkspaceFiles, query: string): void {
    this.#show(
      found.files.map(({ path, marks }) => ({ label: path, hint: '', marks, choice: { path } })),
    );
    this.note = found.cut
      ? t('suggest.cut', { n: found.of })
      : found.files.length === 0 && query
        ? t('suggest.none', { text: query })
        : '';
  }
}

function place(trigger: Trigger): string {
  return `${trigger.kind} ${trigger.from}`;
}

function line({ name, hint, act }: Slash): Suggestion {
  return { label: `/${name}`, hint, marks: [], choice: { act } };
}
