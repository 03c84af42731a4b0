/** What the host says of the window and its start, in German by its English. */
export const shell: Readonly<Record<string, string>> = {
  // src/caller.rs
  "This window shows another conversation and can't act on this one. Use the main window.":
    'Dieses Fenster zeigt ein anderes Gespräch und kann in diesem nicht handeln. Nimm das Hauptfenster.',
  'This window shows one conversation and has no list.':
    'Dieses Fenster zeigt ein Gespräch und hat keine Liste.',
  'The command {1} names no conversation.': 'Der Befehl {1} nennt kein Gespräch.',
  // src/closing.rs
  'Parley is still starting.': 'Parley startet noch.',
  // src/commands/agents.rs
  "{1} can't be written: {error}. Choose another place.":
    '{1} lässt sich nicht schreiben: {error}. Wähle einen anderen Ort.',
  // src/commands/app.rs
  'Parley has no such window.': 'Ein solches Fenster hat Parley nicht.',
  'This conversation is not there any more, so it has no window.':
    'Dieses Gespräch ist nicht mehr da, also hat es kein Fenster.',
  'A window to choose a folder is open already.':
    'Ein Fenster zum Wählen eines Ordners ist schon offen.',
  "The name of the folder {1} is not valid text (UTF-8), so agents can't be told about it. Choose another one.":
    'Der Name des Ordners {1} ist kein gültiger Text (UTF-8); Agenten lässt er sich so nicht nennen. Wähle einen anderen.',
  'No program on this system opened the link: {error}':
    'Kein Programm dieses Systems hat den Link geöffnet: {error}',
  // src/commands/exports.rs
  'This export is not there any more.': 'Diesen Export gibt es nicht mehr.',
  'Parley conversations': 'Parley-Gespräche',
  // src/commands/files.rs
  'A window to choose a file is open already.':
    'Ein Fenster zum Wählen einer Datei ist schon offen.',
  // src/commands/terminal.rs
  'That is more than a terminal takes at once (8 MiB). Paste less of it.':
    'Das ist mehr, als ein Terminal auf einmal nimmt (8 MiB). Füge weniger ein.',
  // src/commands/transcript.rs
  'No program on this system showed the folder: {error}':
    'Kein Programm dieses Systems hat den Ordner gezeigt: {error}',
  // src/commands/trouble.rs
  'The archive is open and in use, so it was not repaired. Close Parley and use `parley repair`.':
    'Das Archiv ist offen und in Gebrauch, darum wurde es nicht repariert. Schließe Parley und nimm `parley repair`.',
  'No program on this system showed the folder {1}: {error}':
    'Kein Programm dieses Systems hat den Ordner {1} gezeigt: {error}',
  // src/commands.rs
  'The work broke off: {why}': 'Die Arbeit brach ab: {why}',
  // src/error.rs
  "Parley's window needs a display, and there is none. Without one, start it as `xvfb-run -a parley`, or talk to an agent with `parley exec`.":
    'Parleys Fenster braucht einen Bildschirm, und es gibt keinen. Ohne einen starte es als `xvfb-run -a parley`, oder sprich mit `parley exec` mit einem Agenten.',
  'Parley does not know where to keep its files: neither HOME nor XDG_DATA_HOME is set. Say it with --data-dir DIR.':
    'Parley weiß nicht, wohin mit seinen Dateien: Weder HOME noch XDG_DATA_HOME ist gesetzt. Sag es mit --data-dir DIR.',
  "Parley can't use the folder {path} for its files: {reason}. Choose another one with --data-dir DIR.":
    'Parley kann den Ordner {path} nicht für seine Dateien benutzen: {reason}. Wähle mit --data-dir DIR einen anderen.',
  'The folder {path} is in use by another Parley ({owner}). End that one, or choose another folder with --data-dir DIR.':
    'Der Ordner {path} wird von einem anderen Parley benutzt ({owner}). Beende es, oder wähle mit --data-dir DIR einen anderen Ordner.',
  "Parley can't find where it is installed: {0}. Install it again.":
    'Parley findet nicht, wo es installiert ist: {0}. Installiere es neu.',
  'Parley could not start its threads: {0}. The system may be out of processes or memory.':
    'Parley konnte seine Threads nicht starten: {0}. Vielleicht fehlen dem System Prozesse oder Speicher.',
  'Parley could not open its window: {0}': 'Parley konnte sein Fenster nicht öffnen: {0}',
  'The desktop refused: {error}': 'Der Desktop hat abgelehnt: {error}',
  // src/instance.rs
  '{1}, process {2}': '{1}, Prozess {2}',
  'it did not say which': 'es wurde nicht gesagt, welches',
  // src/link.rs
  'This link holds characters no address has. It was not opened.':
    'Dieser Link enthält Zeichen, die keine Adresse hat. Er wurde nicht geöffnet.',
  'This link is no address. It was not opened.':
    'Dieser Link ist keine Adresse. Er wurde nicht geöffnet.',
  'Parley opens web and mail addresses only (http, https, mailto). This link was not opened.':
    'Parley öffnet nur Web- und Mailadressen (http, https, mailto). Dieser Link wurde nicht geöffnet.',
  'This link hides its real host behind a user name. It was not opened.':
    'Dieser Link versteckt seine wahre Adresse hinter einem Benutzernamen. Er wurde nicht geöffnet.',
  'This link would attach a file to a mail. It was not opened.':
    'Dieser Link würde einer Mail eine Datei anhängen. Er wurde nicht geöffnet.',
  // src/programs.rs
  'its own program has no folder': 'sein eigenes Programm hat keinen Ordner',
  // src/settings.rs
  'the host writes the settings': 'die Einstellungen schreibt der Host',
  // src/windows.rs
  "This conversation can't have a window of its own.":
    'Dieses Gespräch kann kein eigenes Fenster haben.',
};
