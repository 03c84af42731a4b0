import { alone } from '../features/transcript/notices.logic';
import type { Folding } from '../features/transcript/notices.logic';
import type { RowData } from './apply-patch';
import { SeenParts } from './seen-parts';

/**
 * One row as something to render: a change of one row wakes that row's
 * component alone. What the reader opened or closed lives here too, because
 * the component goes away when the row is scrolled out of sight.
 */
export class RowCell {
  readonly place: number;
  data = $state.raw() as RowData;
  folding = $state.raw<Folding>(alone);
  #open = $state.raw<Readonly<Record<string, boolean>>>({});
  #seen: SeenParts | undefined;
  #onnear: ((cell: RowCell) => void) | undefined;

  /** `onnear` is called when the reader came near another chapter of it. */
  constructor(data: RowData, onnear?: (cell: RowCell) => void) {
    this.place = data.place;
    this.data = data;
    this.#onnear = onnear;
  }

  /** How its parts are seen; only what is long has that. */
  get seen(): SeenParts {
    return (this.#seen ??= new SeenParts(() => this.#onnear?.(this)));
  }

  /** Whether a part of the row is open; `undefined` where the reader has not chosen. */
  opened(part: string): boolean | undefined {
    return this.#open[part];
  }

  setOpened(part: string, open: boolean): void {
    this.#open = { ...this.#open, [part]: open };
  }
}
