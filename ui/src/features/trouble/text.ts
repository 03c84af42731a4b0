import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  'locked.title': 'Another program has the conversations open',
  'locked.what':
    'Parley opens its archive only where nothing else writes to it. Close the other Parley, or whatever uses the file, and try again.',
  'readOnly.title': 'The conversations can’t be written',
  'readOnly.what':
    'The archive or its folder is read-only, so nothing new could be kept. Make both writable for you and try again.',
  'newer.title': 'A newer Parley wrote these conversations',
  'newer.what': 'This version does not know their format. Update Parley; nothing was changed.',
  'damaged.title': 'The archive is damaged',
  'damaged.what':
    'Nothing was changed. A repair makes a new archive of all that can still be read, and keeps the damaged one beside it.',
  'notArchive.title': 'This file is no archive',
  'notArchive.what':
    'Where the conversations should be is something else, or nothing that can be read. A repair keeps it beside and starts with what it finds in it.',
  'diskFull.title': 'The disk is full',
  'diskFull.what': 'The archive needs some room to open. Free some and try again; nothing is lost.',
  'oldSqlite.title': 'This build of Parley can’t keep conversations',
  'oldSqlite.what':
    'A part it was built with is too old to be trusted with them. Use another build.',
  'folder.title': 'The folder of Parley’s files can’t be used',
  'folder.what': 'Make it a folder that you own, or start Parley with --data-dir and another one.',
  'refused.title': 'The archive could not be opened',
  'refused.what': 'Nothing was changed. Below is what the system says.',
  kept: 'Your conversations are kept in',
  copy: 'Copy the path',
  copied: 'Copied',
  show: 'Show folder',
  retry: 'Try again',
  retrying: 'Opening…',
  repair: 'Repair',
  repairing: 'Repairing… Large archives take a while.',
  details: 'Details',
  readable: 'They can still be read. To save a copy of all of them:',
  still: 'It still can’t be opened.',
  doneTitle: 'The archive is repaired',
  soundTitle: 'Nothing is wrong with the archive',
  sound: 'The repair found no damage and left the archive as it is.',
  saved: {
    one: 'Saved: {n} conversation with {events} events.',
    other: 'Saved: {n} conversations with {events} events.',
  } as Plural,
  lost: 'Lost',
  lostNothing: 'Nothing was lost.',
  lostNames: {
    one: 'the name of {n} conversation, now “Recovered conversation”',
    other: 'the names of {n} conversations, now “Recovered conversation”',
  } as Plural,
  lostEvents: {
    one: '{n} event of “{title}”',
    other: '{n} events of “{title}”',
  } as Plural,
  lostPlaces: {
    one: 'what was in {n} place that can’t be read',
    other: 'what was in {n} places that can’t be read',
  } as Plural,
  untitled: 'Untitled',
  old: 'The old archive is kept in',
  go: 'Open Parley',
};

const de: Record<keyof typeof en, string | Plural> = {
  'locked.title': 'Ein anderes Programm hat die Gespräche offen',
  'locked.what':
    'Parley öffnet sein Archiv nur, wo nichts anderes hineinschreibt. Das andere Parley, oder was sonst die Datei benutzt, schließen und noch einmal versuchen.',
  'readOnly.title': 'Die Gespräche lassen sich nicht schreiben',
  'readOnly.what':
    'Das Archiv oder sein Ordner ist schreibgeschützt, Neues könnte nicht behalten werden. Beides beschreibbar machen und noch einmal versuchen.',
  'newer.title': 'Ein neueres Parley hat diese Gespräche geschrieben',
  'newer.what':
    'Diese Version kennt ihr Format nicht. Parley aktualisieren; nichts wurde verändert.',
  'damaged.title': 'Das Archiv ist beschädigt',
  'damaged.what':
    'Nichts wurde verändert. Eine Reparatur macht aus allem, was noch lesbar ist, ein neues Archiv und behält das beschädigte daneben.',
  'notArchive.title': 'Diese Datei ist kein Archiv',
  'notArchive.what':
    'Wo die Gespräche sein sollten, ist etwas anderes oder nichts Lesbares. Eine Reparatur behält es daneben und beginnt mit dem, was sie darin findet.',
  'diskFull.title': 'Der Datenträger ist voll',
  'diskFull.what':
    'Das Archiv braucht etwas Platz zum Öffnen. Platz schaffen und noch einmal versuchen; nichts ist verloren.',
  'oldSqlite.title': 'Dieser Bau von Parley kann keine Gespräche behalten',
  'oldSqlite.what':
    'Ein Teil, mit dem er gebaut wurde, ist zu alt, um sie ihm anzuvertrauen. Einen anderen Bau verwenden.',
  'folder.title': 'Der Ordner der Dateien von Parley ist nicht zu gebrauchen',
  'folder.what':
    'Er muss ein eigener Ordner sein; oder Parley mit --data-dir und einem anderen starten.',
  'refused.title': 'Das Archiv ließ sich nicht öffnen',
  'refused.what': 'Nichts wurde verändert. Unten steht, was das System sagt.',
  kept: 'Die Gespräche liegen in',
  copy: 'Pfad kopieren',
  copied: 'Kopiert',
  show: 'Ordner zeigen',
  retry: 'Noch einmal versuchen',
  retrying: 'Wird geöffnet…',
  repair: 'Reparieren',
  repairing: 'Wird repariert… Bei großen Archiven dauert das eine Weile.',
  details: 'Einzelheiten',
  readable: 'Sie lassen sich noch lesen. Eine Kopie von allen sichert:',
  still: 'Es lässt sich immer noch nicht öffnen.',
  doneTitle: 'Das Archiv ist repariert',
  soundTitle: 'Dem Archiv fehlt nichts',
  sound: 'Die Reparatur fand keinen Schaden und ließ das Archiv, wie es ist.',
  saved: {
    one: 'Gerettet: {n} Gespräch mit {events} Ereignissen.',
    other: 'Gerettet: {n} Gespräche mit {events} Ereignissen.',
  },
  lost: 'Verloren',
  lostNothing: 'Nichts ging verloren.',
  lostNames: {
    one: 'der Name von {n} Gespräch, nun „Recovered conversation“',
    other: 'die Namen von {n} Gesprächen, nun „Recovered conversation“',
  },
  lostEvents: {
    one: '{n} Ereignis von „{title}“',
    other: '{n} Ereignisse von „{title}“',
  },
  lostPlaces: {
    one: 'was an {n} Stelle stand, die nicht lesbar ist',
    other: 'was an {n} Stellen stand, die nicht lesbar sind',
  },
  untitled: 'Ohne Titel',
  old: 'Das alte Archiv liegt in',
  go: 'Parley öffnen',
};

export const catalogues = { en, de };
export const t = textsOf(catalogues);
