import { textsOf } from '../../shared/lib/text/feature';
import type { Plural } from '../../shared/lib/text/en';

const en = {
  search: 'Search in the lines',
  all: 'All',
  fromAgent: 'From the agent',
  toAgent: 'To the agent',
  stderr: 'Standard error',
  host: 'Parley',
  doubtful: 'Not understood',
  directions: 'Which lines',
  live: 'Live',
  earlier: 'Show earlier lines',
  none: 'No lines yet. They appear when the agent has started.',
  noMatch: 'No line fits.',
  bytes: { one: '{n} byte', other: '{n} bytes' } as Plural,
  process: 'Process {n}',
  became: 'What it became',
  nothing: 'Nothing: it changed no state.',
  lossy: 'Some bytes are not text; they are shown as �.',
  copy: 'Copy the line',
  copied: 'Copied',
  more: 'More',
  scriptWhy:
    'What the agent said, to be replayed by the scripted agent: as a profile here, or in a test.',
  scriptFile: 'To a file',
  scriptProfile: 'As an agent',
  savedFile: {
    one: '{n} line was saved to {path}.',
    other: '{n} lines were saved to {path}.',
  } as Plural,
  savedProfile: {
    one: 'A new agent replays {n} line. Start a conversation with it to see it.',
    other: 'A new agent replays {n} lines. Start a conversation with it to see it.',
  } as Plural,
  report: 'Report on a fault…',
  reportTitle: 'What would be saved',
  reportWhy:
    'Versions, sizes, settings, agents and the end of the log. Keys are taken out. Nothing is sent anywhere: read it, then save it.',
  reportSave: 'Save…',
  reportSaved: 'Saved to {path}.',
  reportWait: 'Collecting…',
};

const de: typeof en = {
  search: 'In den Zeilen suchen',
  all: 'Alle',
  fromAgent: 'Vom Agenten',
  toAgent: 'An den Agenten',
  stderr: 'Fehlerausgabe',
  host: 'Parley',
  doubtful: 'Nicht verstanden',
  directions: 'Welche Zeilen',
  live: 'Live',
  earlier: 'Frühere Zeilen zeigen',
  none: 'Noch keine Zeilen. Sie erscheinen, sobald der Agent gestartet ist.',
  noMatch: 'Keine Zeile passt.',
  bytes: { one: '{n} Byte', other: '{n} Byte' },
  process: 'Prozess {n}',
  became: 'Was daraus wurde',
  nothing: 'Nichts: Sie hat keinen Zustand geändert.',
  lossy: 'Einige Bytes sind kein Text; sie erscheinen als �.',
  copy: 'Zeile kopieren',
  copied: 'Kopiert',
  more: 'Mehr',
  scriptWhy:
    'Was der Agent gesagt hat, zum Nachspielen durch den Skript-Agenten: hier als Profil oder in einem Test.',
  scriptFile: 'In eine Datei',
  scriptProfile: 'Als Agent',
  savedFile: { one: '{n} Zeile in {path} gesichert.', other: '{n} Zeilen in {path} gesichert.' },
  savedProfile: {
    one: 'Ein neuer Agent spielt {n} Zeile nach. Beginne ein Gespräch mit ihm.',
    other: 'Ein neuer Agent spielt {n} Zeilen nach. Beginne ein Gespräch mit ihm.',
  },
  report: 'Fehlerbericht…',
  reportTitle: 'Was gesichert würde',
  reportWhy:
    'Versionen, Größen, Einstellungen, Agenten und das Ende des Protokolls. Schlüssel sind entfernt. Nichts wird verschickt: Lies es, dann sichere es.',
  reportSave: 'Sichern…',
  reportSaved: 'Gesichert in {path}.',
  reportWait: 'Wird gesammelt…',
};

export const catalogues = { en, de };
export const t = textsOf<keyof typeof en>(catalogues);
