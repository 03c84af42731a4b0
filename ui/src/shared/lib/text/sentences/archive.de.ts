/** What the host says of the archive, in German by its English. */
export const archive: Readonly<Record<string, string>> = {
  // crates/archive/src/approvals.rs
  'the approval {1} is damaged: {error}': 'die Anfrage {1} ist beschädigt: {error}',
  'the approval {1} is settled or sent already':
    'die Anfrage {1} ist schon entschieden oder unterwegs',
  'the approval {1} has another answer already': 'die Anfrage {1} hat schon eine andere Antwort',
  // crates/archive/src/archive.rs
  '{broken} rows of {table} hold broken text':
    '{broken} Zeilen von {table} enthalten kaputten Text',
  // crates/archive/src/error.rs
  'The archive {1} is in use by another Parley. Close it, or choose another data folder.':
    'Das Archiv {1} wird von einem anderen Parley benutzt. Schließe es, oder wähle einen anderen Datenordner.',
  'The archive {1} cannot be written. Make its folder and files writable for you, or open it read-only.':
    'Das Archiv {1} lässt sich nicht beschreiben. Gib dir für seinen Ordner und die Dateien Schreibrechte, oder öffne es nur zum Lesen.',
  'The archive {1} was written by a newer Parley (format {found}; this one knows {known}). Update Parley; nothing was changed.':
    'Das Archiv {1} stammt von einem neueren Parley (Format {found}; dieses kennt {known}). Aktualisiere Parley; es wurde nichts geändert.',
  'The archive {1} is damaged: {reason}. It was left as it is; make a copy of the folder, then restore a backup or repair it.':
    'Das Archiv {1} ist beschädigt: {reason}. Es blieb, wie es war; kopiere den Ordner und spiele dann eine Sicherung ein oder repariere es.',
  '{1} is not an archive: {reason}. It was left as it is; move it away to start a new archive there.':
    '{1} ist kein Archiv: {reason}. Es blieb, wie es war; verschiebe es, um dort ein neues Archiv zu beginnen.',
  'The archive {1} cannot be opened because the disk is full. Free some space and start again.':
    'Das Archiv {1} lässt sich nicht öffnen, weil die Platte voll ist. Schaffe Platz und starte noch einmal.',
  'This build of Parley carries SQLite {found}; it needs {needed} or newer. Use another build.':
    'Dieses Parley bringt SQLite {found} mit, braucht aber {needed} oder neuer. Nimm eine andere Version.',
  'The archive {1} cannot be opened: {source}. Check that the path is a folder you own.':
    'Das Archiv {1} lässt sich nicht öffnen: {source}. Sieh nach, ob der Pfad ein Ordner ist, der dir gehört.',
  'The archive {1} cannot be opened: {reason}. It was left as it is.':
    'Das Archiv {1} lässt sich nicht öffnen: {reason}. Es blieb, wie es war.',
  'A part of the archive is damaged ({reason}). Make a copy of it, then repair it.':
    'Ein Teil des Archivs ist beschädigt ({reason}). Kopiere es und repariere es dann.',
  'The archive is locked by another program. Close it and try again.':
    'Das Archiv ist von einem anderen Programm gesperrt. Schließe es und versuche es noch einmal.',
  'The archive could not be read: {reason}.': 'Das Archiv ließ sich nicht lesen: {reason}.',
  'The conversation {conversation} is not in the archive; it may have been deleted.':
    'Das Gespräch {conversation} ist nicht im Archiv; vielleicht wurde es gelöscht.',
  'The archive refused a record: {reason}.': 'Das Archiv hat einen Eintrag abgelehnt: {reason}.',
  'The archive cannot be written and {limit_mib} MiB wait in memory already; this was not kept. Free disk space.':
    'Das Archiv lässt sich nicht beschreiben, und {limit_mib} MiB warten schon im Speicher; dies wurde nicht behalten. Schaffe Platz auf der Platte.',
  'The archive was closed before this was written ({reason}).':
    'Das Archiv wurde geschlossen, bevor dies geschrieben war ({reason}).',
  // crates/archive/src/health.rs
  'The disk is full: new messages are kept in memory only. Free some space.':
    'Die Platte ist voll: Neue Nachrichten bleiben nur im Speicher. Schaffe Platz.',
  'The archive became read-only: new messages are kept in memory only. Make it writable.':
    'Das Archiv ist nur noch lesbar: Neue Nachrichten bleiben nur im Speicher. Mach es beschreibbar.',
  'Another program has locked the archive: new messages are kept in memory only. Close it.':
    'Ein anderes Programm hat das Archiv gesperrt: Neue Nachrichten bleiben nur im Speicher. Schließe es.',
  'The archive is damaged ({detail}): new messages are kept in memory only. Export what you need.':
    'Das Archiv ist beschädigt ({detail}): Neue Nachrichten bleiben nur im Speicher. Exportiere, was du brauchst.',
  'The archive cannot be written ({detail}): new messages are kept in memory only.':
    'Das Archiv lässt sich nicht beschreiben ({detail}): Neue Nachrichten bleiben nur im Speicher.',
  // crates/archive/src/inbox.rs
  'it is closed, or open for reading alone': 'es ist geschlossen oder nur zum Lesen offen',
  // crates/archive/src/ledger.rs
  'another event has the number {1}': 'ein anderes Ereignis hat die Nummer {1}',
  // crates/archive/src/opening.rs
  'its folder does not allow a write-ahead log (it stays in {mode})':
    'sein Ordner erlaubt kein Schreibprotokoll (es bleibt bei {mode})',
  'its main file is gone while its log is still there':
    'seine Hauptdatei fehlt, ihr Protokoll ist noch da',
  'it is not a regular file': 'es ist keine gewöhnliche Datei',
  'it is empty (0 bytes)': 'es ist leer (0 Byte)',
  'its first bytes are not those of a database': 'es beginnt nicht wie eine Datenbank',
  'it is cut short ({1} bytes)': 'es ist abgeschnitten ({1} Byte)',
  'its header names an impossible page size ({page})':
    'sein Kopf nennt eine unmögliche Seitengröße ({page})',
  'its header names an unknown file format': 'sein Kopf nennt ein unbekanntes Dateiformat',
  'it is cut short ({1} of {whole} bytes)': 'es ist abgeschnitten ({1} von {whole} Byte)',
  'it is a database of another program': 'es ist die Datenbank eines anderen Programms',
  'it holds no tables': 'es enthält keine Tabellen',
  'its table {table} cannot be read ({error})': 'seine Tabelle {table} ist nicht lesbar ({error})',
  // crates/archive/src/reading.rs
  'damaged in the archive: {error}': 'im Archiv beschädigt: {error}',
  // crates/archive/src/receipt.rs
  'the writer ended': 'der Schreiber ist beendet',
  // crates/archive/src/writer.rs
  "The archive's writer stopped by a fault of Parley's: nothing more is kept. Start Parley again.":
    'Das Archiv schreibt wegen eines Fehlers in Parley nicht mehr: Es wird nichts mehr behalten. Starte Parley neu.',
};
