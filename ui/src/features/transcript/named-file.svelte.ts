import type { ConversationId, ItemId, NamedFile } from '../../generated';
import { type Host, toProblem } from '../../host/types';
import { namedFile, showNamedFile } from './commands';

/** Which file: the conversation, the item that names it, its place among the files of that item. */
export type Named = [conversation: ConversationId, item: ItemId, index: number];

/** A look at a file that an item names. Nothing of it is read before the user asks. */
export class FileLook {
  shown = $state.raw<NamedFile | null>(null);
  refused = $state('');
  busy = $state(false);
  readonly #host: Host;
  readonly #named: () => Named;

  constructor(host: Host, named: () => Named) {
    this.#host = host;
    this.#named = named;
  }

  /** Shows the file as it is now, or puts it away. */
  async toggle(): Promise<void> {
    this.refused = '';
    if (this.shown) {
      this.shown = null;
      return;
    }
    this.busy = true;
    try {
      this.shown = await namedFile(this.#host, ...this.#named());
    } catch (error) {
      this.refused = toProblem(error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Shows its folder on the desktop. */
  async reveal(): Promise<void> {
    this.refused = '';
    try {
      await showNamedFile(this.#host, ...this.#named());
    } catch (error) {
      this.refused = toProblem(error).message;
    }
  }
}
