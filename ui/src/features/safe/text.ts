import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  title: 'This conversation is shown as plain text.',
  why: 'The window failed twice in a row while it was opening it. Nothing is lost: it can be read, searched, exported and deleted here.',
  full: 'Show it in full again',
  export: 'Export…',
  delete: 'Delete',
  find: 'Find in this conversation (Enter goes back through the pages)',
  earlier: 'Earlier',
  last: 'Latest',
  text: 'What was said',
  none: 'Not found on this page.',
  empty: 'Nothing was said yet.',
  more: { one: '[{n} more character]', other: '[{n} more characters]' } as Plural,
  'kind.user': 'You',
  'kind.agent': 'Agent',
  'kind.thinking': 'Thinking',
  'kind.tool': 'Tool',
  'kind.note': 'Note',
};

const de: Record<keyof typeof en, string | Plural> = {
  title: 'Dieses Gespräch wird als reiner Text gezeigt.',
  why: 'Das Fenster ist beim Öffnen zweimal hintereinander abgestürzt. Nichts ist verloren: Hier lässt es sich lesen, durchsuchen, exportieren und löschen.',
  full: 'Wieder vollständig zeigen',
  export: 'Exportieren…',
  delete: 'Löschen',
  find: 'In diesem Gespräch suchen (Eingabe geht durch die Seiten zurück)',
  earlier: 'Früher',
  last: 'Neueste',
  text: 'Was gesagt wurde',
  none: 'Auf dieser Seite nicht gefunden.',
  empty: 'Noch wurde nichts gesagt.',
  more: { one: '[{n} weiteres Zeichen]', other: '[{n} weitere Zeichen]' },
  'kind.user': 'Du',
  'kind.agent': 'Agent',
  'kind.thinking': 'Gedanken',
  'kind.tool': 'Werkzeug',
  'kind.note': 'Hinweis',
};

export const catalogues = { en, de };
export const t = textsOf(catalogues);
