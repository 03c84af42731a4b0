import type { Attached, ConversationId, DraftFile, NotAttached } from '../../generated';
import { toProblem } from '../../host/types';
import type { Host } from '../../host/types';
import { attachChosen, attachClipboard, attachDropped, attachText, detach } from './commands';

/** A text this long is a file, in bytes (C87). */
export const LONG = 32 * 1024;
/** What the box holds at most, in characters; what would make it longer is a file. */
export const MOST = 100 * 1024;

/** Files on their way into a draft, and those that did not get there. */
export class Attaching {
  /** How many acts are under way. */
  busy = $state(0);
  refused = $state.raw<readonly NotAttached[]>([]);
  problem = $state('');
  #host: Host;
  #id: ConversationId;

  constructor(host: Host, id: ConversationId) {
    this.#host = host;
    this.#id = id;
  }

  choose(): Promise<Attached | null> {
    return this.#attach(attachChosen(this.#host, this.#id));
  }

  dropped(): Promise<Attached | null> {
    return this.#attach(attachDropped(this.#host, this.#id));
  }

  /**
   * Takes what is pasted, unless it is a text that fits into the box, which is
   * the box's own. `insert` gets the text of what was taken for files and is none.
   */
  paste(event: ClipboardEvent, held: number, insert: (text: string) => void): boolean {
    const data = event.clipboardData;
    if (!data) return false;
    const text = data.getData('text/plain');
    if (isLong(text) || (held + text.length > MOST && text.length > 1024)) {
      event.preventDefault();
      void this.#attach(attachText(this.#host, this.#id, text));
      return true;
    }
    if (text !== '' && !namesFiles(data, text)) return false;
    event.preventDefault();
    void this.#attach(attachClipboard(this.#host, this.#id)).then((outcome) => {
      if (outcome && outcome.added.length + outcome.refused.length === 0 && text) insert(text);
    });
    return true;
  }

  remove(file: DraftFile): Promise<Attached | null> {
    const gone = detach(this.#host, this.#id, file.id);
    return this.#attach(gone.then(() => ({ added: [], refused: [] })));
  }

  dismiss(one: NotAttached): void {
    this.refused = this.refused.filter((other) => other !== one);
  }

  forget(): void {
    this.refused = [];
    this.problem = '';
  }

  async #attach(work: Promise<Attached>): Promise<Attached | null> {
    this.forget();
    this.busy++;
    try {
      const outcome = await work;
      this.refused = outcome.refused;
      return outcome;
    } catch (error) {
      this.problem = toProblem(error).message;
      return null;
    } finally {
      this.busy--;
    }
  }
}

function isLong(text: string): boolean {
  if (text.length >= LONG) return true;
  // At most three bytes for each of these.
  return text.length * 3 >= LONG && new TextEncoder().encode(text).length >= LONG;
}

/** Whether a pasted text is only the names of files that were copied in a file manager. */
function namesFiles(data: DataTransfer, text: string): boolean {
  if (/^file:/.test(data.getData('text/uri-list'))) return true;
  return [...data.types].includes('Files') && /^(file:|\/)/.test(text);
}
