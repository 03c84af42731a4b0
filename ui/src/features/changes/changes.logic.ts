import type { ChangesPage, FileChange, FileChanges } from '../../generated';
import { tx } from './text';

/** Files, or changes of a file, that come at once. */
export const PART = 100;

/** A path in its name and the folder before it. */
export function inParts(label: string): { folder: string; name: string } {
  const at = Math.max(label.lastIndexOf('/'), label.lastIndexOf('\\'));
  return { folder: at < 0 ? '' : label.slice(0, at), name: label.slice(at + 1) };
}

/** What was done, in one word. */
export function verb(change: FileChange): string {
  if (change.tool === 'write') return tx('written');
  return change.tool === 'edit' ? tx('edited') : tx('changed');
}

/** In which turn. */
export function turnOf(change: FileChange): string {
  return typeof change.turn === 'number' ? tx('turn', { n: change.turn }) : tx('ownTurn');
}

/** The first `wanted` files, asked for a part at a time: an answer has an end. */
export async function firstFiles(
  fetch: (from: number, limit: number) => Promise<ChangesPage>,
  wanted: number,
): Promise<ChangesPage> {
  const page = await fetch(0, Math.min(PART, wanted));
  const files = [...page.files];
  while (files.length < Math.min(wanted, page.total)) {
    const next = await fetch(files.length, Math.min(PART, wanted - files.length));
    if (next.files.length === 0) break;
    // Between two answers a file may have come to the front.
    const known = new Set(files.map((file) => file.path));
    files.push(...next.files.filter((file) => !known.has(file.path)));
    if (next.files.every((file) => known.has(file.path))) break;
  }
  return { ...page, files };
}

/** Tells the changes of a conversation apart. */
export function placeOf(change: FileChange): string {
  return `${change.item} ${change.index}`;
}

/** The newest `wanted` changes of a file. */
export async function newestChanges(
  fetch: (from: number, limit: number) => Promise<FileChanges>,
  wanted: number,
): Promise<FileChanges> {
  const page = await fetch(0, Math.min(PART, wanted));
  const changes = [...page.changes];
  while (changes.length < Math.min(wanted, page.total)) {
    const next = await fetch(changes.length, Math.min(PART, wanted - changes.length));
    if (next.changes.length === 0) break;
    // Between two answers a change may have come before all others.
    const known = new Set(changes.map(placeOf));
    const more = next.changes.filter((change) => !known.has(placeOf(change)));
    if (more.length === 0) break;
    changes.push(...more);
  }
  return { ...page, changes };
}
