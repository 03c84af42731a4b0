import type { ConversationId, Found, FoundBlock, ItemId, NamedFile } from '../../generated';
import type { Host } from '../../host/types';

/** Where a text occurs in the whole conversation. */
export function findInConversation(
  host: Host,
  conversation: ConversationId,
  text: string,
): Promise<Found> {
  return host.call('find_in_conversation', { conversation, text });
}

/** Which block of a row shows an occurrence of a text; null where none does. */
export function findInRow(
  host: Host,
  conversation: ConversationId,
  place: number,
  text: string,
  nth: number,
): Promise<FoundBlock | null> {
  return host.call('find_in_row', { conversation, place, text, nth });
}

/** Where an item stands in its conversation; null where it is not there. */
export function placeOfItem(
  host: Host,
  conversation: ConversationId,
  item: ItemId,
): Promise<number | null> {
  return host.call('place_of_item', { conversation, item });
}

/** The text of rows, from a place up to another one that is not part of it. */
export function textOfRows(
  host: Host,
  conversation: ConversationId,
  from: number,
  to: number,
): Promise<string> {
  return host.call('text_of_rows', { conversation, from, to });
}

/** A file that a row names; only when the user asks for it. */
export function namedFile(
  host: Host,
  conversation: ConversationId,
  item: ItemId,
  index: number,
): Promise<NamedFile> {
  return host.call('named_file', { conversation, item, index });
}

/** Shows the folder of a file that a row names. */
export function showNamedFile(
  host: Host,
  conversation: ConversationId,
  item: ItemId,
  index: number,
): Promise<void> {
  return host.call('show_named_file', { conversation, item, index });
}
