import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  title: { one: 'Export a conversation', other: 'Export {n} conversations' } as Plural,
  format: 'Format',
  markdown: 'Markdown',
  markdownHint: 'To read, and to go on writing in.',
  html: 'Web page',
  htmlHint: 'One file that looks like this window. It loads nothing and runs nothing.',
  jsonl: 'Parley',
  jsonlHint: 'Everything, as JSON lines. Can be imported again.',
  traffic: 'With the raw lines between Parley and the agent',
  part: 'What',
  whole: 'The whole conversation',
  some: 'Chosen turns',
  chosen: '{n} of {total} turns',
  all: 'All',
  none: 'None',
  reading: 'Reading the turns…',
  noTurns: 'There is no message to choose by. The whole conversation can be exported.',
  choose: 'Save as…',
  running: 'Writing… {percent} %',
  begun: 'Writing…',
  stop: 'Stop',
  done: 'The file is complete.',
  close: 'Done',
  again: 'Export again',
  imported: {
    one: '{n} conversation was imported.',
    other: '{n} conversations were imported.',
  } as Plural,
  renamed: {
    one: '{n} was there already and came in as a copy.',
    other: '{n} were there already and came in as copies.',
  } as Plural,
  incomplete: {
    one: 'Of {n} the file says less than it promised.',
    other: 'Of {n} the file says less than it promised.',
  } as Plural,
  brokenOff: 'The rest of the file was not imported.',
  left: { one: '{n} line was left out.', other: '{n} lines were left out.' } as Plural,
};

const de: typeof en = {
  title: { one: 'Gespräch exportieren', other: '{n} Gespräche exportieren' },
  format: 'Format',
  markdown: 'Markdown',
  markdownHint: 'Zum Lesen und Weiterschreiben.',
  html: 'Webseite',
  htmlHint: 'Eine Datei, die wie dieses Fenster aussieht. Sie lädt nichts und führt nichts aus.',
  jsonl: 'Parley',
  jsonlHint: 'Alles, als JSON-Zeilen. Kann wieder importiert werden.',
  traffic: 'Mit den Rohzeilen zwischen Parley und dem Agenten',
  part: 'Was',
  whole: 'Das ganze Gespräch',
  some: 'Ausgewählte Runden',
  chosen: '{n} von {total} Runden',
  all: 'Alle',
  none: 'Keine',
  reading: 'Die Runden werden gelesen…',
  noTurns: 'Es gibt keine Nachricht zum Auswählen. Das ganze Gespräch kann exportiert werden.',
  choose: 'Sichern unter…',
  running: 'Wird geschrieben… {percent} %',
  begun: 'Wird geschrieben…',
  stop: 'Abbrechen',
  done: 'Die Datei ist vollständig.',
  close: 'Fertig',
  again: 'Noch einmal exportieren',
  imported: {
    one: '{n} Gespräch wurde importiert.',
    other: '{n} Gespräche wurden importiert.',
  },
  renamed: {
    one: '{n} war schon da und kam als Kopie herein.',
    other: '{n} waren schon da und kamen als Kopien herein.',
  },
  incomplete: {
    one: 'Von {n} sagt die Datei weniger, als sie versprach.',
    other: 'Von {n} sagt die Datei weniger, als sie versprach.',
  },
  brokenOff: 'Der Rest der Datei wurde nicht importiert.',
  left: { one: '{n} Zeile wurde ausgelassen.', other: '{n} Zeilen wurden ausgelassen.' },
};

export const catalogues = { en, de };
export const t = textsOf(catalogues);
