/** What the host says of operations of nib, in German by its English. */
export const nib: Readonly<Record<string, string>> = {
  // crates/protocols/src/nib/answer.rs
  'The backend ended without an answer: nothing on stdout, though it exited as if all was well. {1}':
    'Das Backend endete ohne Antwort: nichts auf der Standardausgabe, obwohl es mit Erfolg endete. {1}',
  'It wrote to stderr: {stderr}': 'Es schrieb auf die Fehlerausgabe: {stderr}',
  'Try again, or start it by hand in the project to see why.':
    'Versuche es noch einmal, oder starte es von Hand im Projekt, um zu sehen, warum.',
  'is {length} bytes long, more than is taken of one answer':
    'ist {length} Byte lang, mehr, als von einer Antwort genommen wird',
  'cannot be read': 'ist nicht lesbar',
  'has no “type”': 'hat kein „type“',
  'has no usable “type”: {problems}': 'hat kein brauchbares „type“: {problems}',
  'The backend reported an error and did not say which.':
    'Das Backend hat einen Fehler gemeldet und nicht gesagt, welchen.',
  "The backend's answer is of the type “{1}”; known are “success” and “error”. It may be made for another version of nib.":
    'Die Antwort des Backends ist von der Art „{1}“; bekannt sind „success“ und „error“. Vielleicht ist es für eine andere Version von nib.',
  'is for “{named}”, and “{asked}” was asked': 'ist für „{named}“, gefragt war „{asked}“',
  'does not say which operation it is for': 'sagt nicht, für welchen Vorgang sie ist',
  'The answer held bytes that are not UTF-8. They are shown as �.':
    'Die Antwort enthielt Bytes, die kein UTF-8 sind. Sie erscheinen als �.',
  'The session failed ({1}): {stderr}': 'Die Sitzung ist misslungen ({1}): {stderr}',
  'The session failed ({1}). What it said is in the terminal.':
    'Die Sitzung ist misslungen ({1}). Was sie sagte, steht im Terminal.',
  'The backend may not know the session “{id}” any more: begin it anew without “resume”, with its context.':
    'Vielleicht kennt das Backend die Sitzung „{id}“ nicht mehr: Beginne sie neu, ohne „resume“ und mit ihrem Kontext.',
  'The backend failed ({1}): {stderr}': 'Das Backend ist gescheitert ({1}): {stderr}',
  'The backend failed ({1}) and wrote nothing to stderr. Start it by hand in the project to see why.':
    'Das Backend ist gescheitert ({1}) und schrieb nichts auf die Fehlerausgabe. Starte es von Hand im Projekt, um zu sehen, warum.',
  'not taken, because the backend failed ({1})':
    'nicht genommen, weil das Backend gescheitert ist ({1})',
  'A backend writes one JSON object to stdout and nothing else; its messages belong on stderr.':
    'Ein Backend schreibt ein JSON-Objekt auf die Standardausgabe und sonst nichts; seine Meldungen gehören auf die Fehlerausgabe.',
  'That is a fault of the backend: try again, or use another version of it.':
    'Das ist ein Fehler des Backends: Versuche es noch einmal, oder nimm eine andere Version.',
  "The backend's answer {problem}. {hint}": 'Die Antwort des Backends {problem}. {hint}',
  'the answer {problem}': 'die Antwort {problem}',
  // crates/protocols/src/nib/decode.rs
  'the backend wrote this before anything was asked':
    'das schrieb das Backend, bevor etwas gefragt war',
  'The backend was ended before it was done; the {length} bytes it had written are no answer.':
    'Das Backend wurde beendet, bevor es fertig war; die {length} Byte, die es geschrieben hatte, sind keine Antwort.',
  // crates/protocols/src/nib/discovery.rs
  "the profile's setting “agent”": 'die Einstellung „agent“ des Profils',
  'the variable NIB_AGENT': 'die Variable NIB_AGENT',
  "the repository's git setting nib.agent": 'die git-Einstellung nib.agent des Projekts',
  'the default': 'die Vorgabe',
  '{origin} names the backend “{name}”, {problem}. Write a name such as “claude”: letters, digits, “.”, “_” and “-”, at most {LONGEST_NAME}.':
    '{origin} nennt das Backend „{name}“, {problem}. Schreibe einen Namen wie „claude“: Buchstaben, Ziffern, „.“, „_“ und „-“, höchstens {LONGEST_NAME}.',
  'which is empty': 'was leer ist',
  'which holds a slash: a name is looked up on PATH and is no path':
    'was einen Schrägstrich enthält: Ein Name wird im PATH gesucht und ist kein Pfad',
  'which holds “..”': 'was „..“ enthält',
  'which is too long': 'was zu lang ist',
  'which holds a character no name has': 'was ein Zeichen enthält, das kein Name hat',
  // crates/protocols/src/nib/document.rs
  'is JSON, but not an object': 'ist JSON, aber kein Objekt',
  'is not one JSON value': 'ist nicht ein einziger JSON-Wert',
  'nothing is there': 'es ist nichts da',
  'holds more than one JSON value: after the first comes “{1}”':
    'enthält mehr als einen JSON-Wert: nach dem ersten kommt „{1}“',
  'has text after its JSON object: “{1}”': 'hat Text nach ihrem JSON-Objekt: „{1}“',
  'has text before its JSON object: “{1}”': 'hat Text vor ihrem JSON-Objekt: „{1}“',
  'is not JSON; it begins with “{1}”': 'ist kein JSON; sie beginnt mit „{1}“',
  'ends in the middle of its JSON': 'endet mitten in ihrem JSON',
  'is not valid JSON: {1}, at line {2}, column {3}':
    'ist kein gültiges JSON: {1}, in Zeile {2}, Spalte {3}',
  // crates/protocols/src/nib/encode.rs
  'nib has no stop command: its process is ended instead.':
    'nib kennt kein Anhalten: Sein Prozess wird stattdessen beendet.',
  'A nib backend asks for no approval: it runs its tools by itself.':
    'Ein nib-Backend fragt nicht um Erlaubnis: Es führt seine Werkzeuge selbst aus.',
  'A nib backend takes no earlier context; only character-talk has sessions.':
    'Ein nib-Backend nimmt keinen früheren Zusammenhang; nur character-talk hat Sitzungen.',
  'A nib backend has no modes.': 'Ein nib-Backend hat keine Modi.',
  'A nib backend takes no settings while it runs. Its effort goes with each operation.':
    'Ein nib-Backend nimmt im Lauf keine Einstellungen. Sein Aufwand geht mit jedem Vorgang mit.',
  'A nib backend takes no MCP servers.': 'Ein nib-Backend nimmt keine MCP-Server.',
  'A nib backend answers no probe.': 'Ein nib-Backend antwortet auf keine Lebensfrage.',
  'This process of the backend has its operation already; the next one has a process of its own.':
    'Dieser Prozess des Backends hat seinen Vorgang schon; der nächste hat einen eigenen Prozess.',
  // crates/protocols/src/nib/fields.rs
  'must be one of {1}': 'muss eines von diesen sein: {1}',
  'must be text': 'muss Text sein',
  'is empty': 'ist leer',
  'must be one line without control characters': 'muss eine Zeile ohne Steuerzeichen sein',
  'must be a plain name, without slashes and “..”':
    'muss ein einfacher Name sein, ohne Schrägstriche und „..“',
  'is longer than {LONGEST_IDENTIFIER} bytes': 'ist länger als {LONGEST_IDENTIFIER} Byte',
  'must be a list of paths': 'muss eine Liste von Pfaden sein',
  'must hold exactly one path, the absolute one of the whole manuscript in one file; it holds {1}':
    'muss genau einen Pfad enthalten, den absoluten des ganzen Manuskripts in einer Datei; es sind {1}',
  'must be a list of paths; item {number} is no text':
    'muss eine Liste von Pfaden sein; Eintrag {number} ist kein Text',
  'names “{path}”, which {problem}': 'nennt „{path}“, und das {problem}',
  'must be an object of “id”, “resume” and “new”':
    'muss ein Objekt aus „id“, „resume“ und „new“ sein',
  'has an unknown part “{1}”; it has “id”, “resume” and “new”':
    'hat einen unbekannten Teil „{1}“; es gibt „id“, „resume“ und „new“',
  'has an “id” that {problem}': 'hat eine „id“, und die {problem}',
  "can't be resumed and new at once; choose one":
    'kann nicht zugleich fortgesetzt und neu sein; wähle eines',
  'has a “{name}” that must be true or false': 'hat ein „{name}“, das true oder false sein muss',
  // crates/protocols/src/nib/language.rs
  'the question is there twice, as words and as “question”':
    'die Frage steht zweimal da, als Wörter und als „question“',
  '“{key}=” is no key; a path that holds “=” is written in quotes':
    '„{key}=“ ist kein Schlüssel; ein Pfad mit „=“ steht in Anführungszeichen',
  '“{key}=” is there twice': '„{key}=“ steht zweimal da',
  '{place}“{head}” can\'t be read; in quotes write \\" for a quote, \\n for a line end, \\\\ for a backslash, and a space after the last quote':
    '{place}„{head}“ ist nicht lesbar; in Anführungszeichen schreibe \\" für ein Anführungszeichen, \\n für ein Zeilenende, \\\\ für einen Rückstrich und ein Leerzeichen nach dem letzten',
  "{1} can't be read: {problem}.": '{1} ist nicht lesbar: {problem}.',
  // crates/protocols/src/nib/mod.rs
  // crates/protocols/src/nib/operations.rs
  'Proofread scenes; the files are changed': 'Szenen Korrektur lesen; die Dateien werden geändert',
  'Proofread the scenes of a chapter; the files are changed':
    'Die Szenen eines Kapitels Korrektur lesen; die Dateien werden geändert',
  'Talk over a scene with an editor': 'Eine Szene mit einem Lektor besprechen',
  'Talk over a chapter with an editor': 'Ein Kapitel mit einem Lektor besprechen',
  'Talk over the whole manuscript, one file, with an editor':
    'Das ganze Manuskript, eine Datei, mit einem Lektor besprechen',
  "Check that a character's voice is the same in all scenes":
    'Prüfen, ob die Stimme einer Figur in allen Szenen gleich ist',
  'Look for contradictions in scenes': 'In Szenen nach Widersprüchen suchen',
  'Ask about the manuscript': 'Zum Manuskript fragen',
  'Draw data out of a scene, by a JSON Schema':
    'Daten aus einer Szene ziehen, nach einem JSON-Schema',
  'Interview a character': 'Eine Figur befragen',
  'Search scenes by a question': 'Szenen nach einer Frage durchsuchen',
  "Write the backend's own files into a project":
    'Die eigenen Dateien des Backends ins Projekt schreiben',
  // crates/protocols/src/nib/paths.rs
  'is absolute; it must be relative to the project': 'ist absolut; er muss vom Projekt aus gelten',
  'leads out of the project': 'führt aus dem Projekt hinaus',
  'is the project itself, not a file in it': 'ist das Projekt selbst, keine Datei darin',
  'is relative; it must be absolute': 'ist relativ; er muss absolut sein',
  'holds “..”; write it without': 'enthält „..“; schreibe ihn ohne',
  'holds a NUL character': 'enthält ein NUL-Zeichen',
  // crates/protocols/src/nib/request.rs
  "A nib backend takes no attachments. Name files of the project as the operation's paths instead.":
    'Ein nib-Backend nimmt keine Anhänge. Nenne Dateien des Projekts stattdessen als Pfade des Vorgangs.',
  '“{1}” is no operation of nib': '„{1}“ ist kein Vorgang von nib',
  'The form names no “operation”': 'Das Formular nennt keine „operation“',
  '{what}. Choose one of: {1}.': '{what}. Wähle eines von: {1}.',
  'is missing': 'fehlt',
  'is always the workspace, {1}; leave it out': 'ist immer der Arbeitsordner, {1}; lass es weg',
  'is not one of its fields': 'gehört nicht zu seinen Feldern',
  'is no field of the protocol': 'ist kein Feld des Protokolls',
  'must be empty where a session is resumed: the session has it':
    'muss leer sein, wo eine Sitzung fortgesetzt wird: Die Sitzung hat ihn',
  "{1} can't be sent: {2}. It takes {3}.": '{1} lässt sich nicht senden: {2}. Es nimmt {3}.',
  // crates/protocols/src/nib/result.rs
  'The answer was not wholly understood: {problems}.':
    'Die Antwort wurde nicht ganz verstanden: {problems}.',
  'The answer also held {1}, which the protocol does not know.':
    'Die Antwort enthielt auch {1}, was das Protokoll nicht kennt.',
  'cannot be used: {problem}': 'ist unbrauchbar: {problem}',
  'to {1} holds no “data”': 'auf {1} enthält kein „data“',
  'The backend says that {1} is done, and its answer holds no “{promised}”.':
    'Das Backend sagt, {1} sei fertig, und seine Antwort enthält kein „{promised}“.',
  'an entry is no text': 'ein Eintrag ist kein Text',
  'and {more} more': 'und {more} weitere',
  'The backend names files that are not shown: {1}.':
    'Das Backend nennt Dateien, die nicht gezeigt werden: {1}.',
  // crates/protocols/src/nib/schema.rs
  'is not an object': 'ist kein Objekt',
  'is nested deeper than {DEEPEST} levels': 'ist tiefer als {DEEPEST} Ebenen verschachtelt',
  'its top': 'ihr Anfang',
  'is no JSON Schema, at {place}: {error}': 'ist kein JSON-Schema, bei {place}: {error}',
  'the pattern {pattern} was not checked: it looks ahead or back':
    'das Muster {pattern} wurde nicht geprüft: Es sieht voraus oder zurück',
  'it refers to {url}, and what it refers to must be in it':
    'es verweist auf {url}, und worauf es verweist, muss darin stehen',
  'it is not an object': 'es ist kein Objekt',
  'there are more than {TOLD} problems; these are the first':
    'es gibt mehr als {TOLD} Fehler; dies sind die ersten',
  // crates/protocols/src/nib/schema/words.rs
  'must be {1}, and is {got}': 'muss {1} sein und ist {got}',
  'lacks {1}': 'es fehlt {1}',
  'has {1}, which the schema does not know': 'enthält {1}, was das Schema nicht kennt',
  'must be at least {want}, and is {got}': 'muss mindestens {want} sein und ist {got}',
  'must be at most {want}, and is {got}': 'darf höchstens {want} sein und ist {got}',
  'must have at least {want} entries, and has {got}':
    'muss mindestens {want} Einträge haben und hat {got}',
  'must have at most {want} entries, and has {got}':
    'darf höchstens {want} Einträge haben und hat {got}',
  'must have at least {want} characters, and has {got}':
    'muss mindestens {want} Zeichen haben und hat {got}',
  'must have at most {want} characters, and has {got}':
    'darf höchstens {want} Zeichen haben und hat {got}',
  'must not be there': 'darf nicht da sein',
  'is what it must not be': 'ist, was es nicht sein darf',
  'is none of what the schema allows here': 'ist nichts von dem, was das Schema hier erlaubt',
  'is more than one of what it may be only one of':
    'ist mehr als eines von dem, wovon es nur eines sein darf',
  'has “{prop}”, and the schema allows no such name':
    'enthält „{prop}“, und so einen Namen erlaubt das Schema nicht',
  'has “{prop}”, and so lacks {1}': 'enthält „{prop}“, und darum fehlt {1}',
  'must be one of {want}': 'muss eines von diesen sein: {want}',
  'must be {want}': 'muss {want} sein',
  'is not exactly what the schema asks for': 'ist nicht genau das, was das Schema verlangt',
  'does not fit the pattern {want}': 'passt nicht zum Muster {want}',
  'is not of the form “{want}”': 'hat nicht die Form „{want}“',
  'is not encoded as “{want}”': 'ist nicht als „{want}“ kodiert',
  'does not hold “{want}”': 'enthält nicht „{want}“',
  'must be more than {want}, and is {got}': 'muss mehr als {want} sein und ist {got}',
  'must be less than {want}, and is {got}': 'muss weniger als {want} sein und ist {got}',
  'must be a multiple of {want}, and is {got}': 'muss ein Vielfaches von {want} sein und ist {got}',
  'has {got} entries more than the schema allows':
    'hat {got} Einträge mehr, als das Schema erlaubt',
  'must not have the same entry twice: {one} and {other} are equal':
    'darf keinen Eintrag doppelt haben: {one} und {other} sind gleich',
  'has no entry of the kind that it must have': 'hat keinen Eintrag der Art, die es haben muss',
  'must have at least {want} entries of one kind, and has {got}':
    'muss mindestens {want} Einträge einer Art haben und hat {got}',
  'must have at most {want} entries of one kind, and has {got}':
    'darf höchstens {want} Einträge einer Art haben und hat {got}',
  'must have at least {want} fields, and has {got}':
    'muss mindestens {want} Felder haben und hat {got}',
  'must have at most {want} fields, and has {got}':
    'darf höchstens {want} Felder haben und hat {got}',
  // crates/protocols/src/nib/settings.rs
  'one of {1}': 'eines von {1}',
  "The agent “{1}” can't be started: {error}": 'Der Agent „{1}“ lässt sich nicht starten: {error}',
  "The agent “{1}” sets the variable {REQUEST_FILE}. It belongs to the protocol: a backend that sees it waits for a terminal. Take it out of the agent's environment.":
    'Der Agent „{1}“ setzt die Variable {REQUEST_FILE}. Sie gehört zum Protokoll: Ein Backend, das sie sieht, wartet auf ein Terminal. Nimm sie aus der Umgebung des Agenten.',
  'a whole number of seconds from 1 to {LONGEST_SECS}':
    'eine ganze Zahl von Sekunden von 1 bis {LONGEST_SECS}',
  'a list of names of variables': 'eine Liste von Namen von Variablen',
};
