import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  files: { one: '{n} file', other: '{n} files' } as Plural,
  changes: { one: '{n} change', other: '{n} changes' } as Plural,
  lines: 'lines added: {added}, removed: {removed}',
  list: 'Files that the agent changed',
  empty: 'No file has been changed.',
  known:
    'From the agent’s own writes and edits. What it changes by running commands can’t be known here.',
  written: 'Written',
  edited: 'Edited',
  changed: 'Changed',
  turn: 'Turn {n}',
  ownTurn: 'A turn of its own',
  toCall: 'Show in the conversation',
  noDiff: 'The agent did not say what it changed.',
  moreFiles: 'Show more files',
  moreChanges: 'Show earlier changes',
  moreDiff: 'Show more of it',
  show: 'Show the file as it is now',
  hide: 'Hide the file',
  folder: 'Show its folder',
  none: 'This can’t be shown here.',
};

const de: Record<keyof typeof en, string | Plural> = {
  files: { one: '{n} Datei', other: '{n} Dateien' },
  changes: { one: '{n} Änderung', other: '{n} Änderungen' },
  lines: 'Zeilen hinzugefügt: {added}, entfernt: {removed}',
  list: 'Dateien, die der Agent geändert hat',
  empty: 'Noch wurde keine Datei geändert.',
  known:
    'Nach dem, was der Agent selbst schreibt und bearbeitet. Was er durch Befehle ändert, ist hier nicht zu erfahren.',
  written: 'Geschrieben',
  edited: 'Bearbeitet',
  changed: 'Geändert',
  turn: 'Runde {n}',
  ownTurn: 'Eine eigene Runde',
  toCall: 'Im Gespräch zeigen',
  noDiff: 'Der Agent hat nicht gesagt, was er geändert hat.',
  moreFiles: 'Weitere Dateien zeigen',
  moreChanges: 'Frühere Änderungen zeigen',
  moreDiff: 'Mehr davon zeigen',
  show: 'Datei zeigen, wie sie jetzt ist',
  hide: 'Datei verbergen',
  folder: 'Ordner zeigen',
  none: 'Das lässt sich hier nicht zeigen.',
};

export const catalogues = { en, de };
export const tx = textsOf(catalogues);
