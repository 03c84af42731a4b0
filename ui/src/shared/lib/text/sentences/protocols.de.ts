/** What the host says of agents that stay, and what all protocols share, in German by its English. */
export const protocols: Readonly<Record<string, string>> = {
  // crates/protocols/src/aionrs/capabilities.rs
  'every later call of the same category (“info”, “edit”, “exec” or “mcp”), whatever its arguments, until this agent ends. Some builds ignore it and ask again.':
    'jeden späteren Aufruf derselben Art („info“, „edit“, „exec“ oder „mcp“), gleich mit welchen Argumenten, bis dieser Agent endet. Manche Versionen halten sich nicht daran und fragen wieder.',
  '“current_model” names no model': '„current_model“ nennt kein Modell',
  'Forget what was said here so far': 'Vergessen, was hier bisher gesagt wurde',
  'Sum up what was said, to make room': 'Zusammenfassen, was gesagt wurde, um Platz zu schaffen',
  'Show what the context is filled with': 'Zeigen, womit der Kontext gefüllt ist',
  "List the agent's own commands": 'Die eigenen Befehle des Agenten auflisten',
  'an item of “modes” names no mode': 'ein Eintrag von „modes“ nennt keinen Modus',
  "Asks before every call, except tools your agent's own settings allow.":
    'Fragt vor jedem Aufruf, außer bei Werkzeugen, die die eigenen Einstellungen des Agenten erlauben.',
  'Reads and changes files without asking; asks before commands and MCP tools.':
    'Liest und ändert Dateien ungefragt; fragt vor Befehlen und MCP-Werkzeugen.',
  'Runs everything without asking: commands and MCP tools too.':
    'Führt alles ungefragt aus: auch Befehle und MCP-Werkzeuge.',
  "Only looks and plans, by the agent's own word.": 'Sieht und plant nur, sagt der Agent selbst.',
  'The agent says: “{words}”. It may run commands without asking.':
    'Der Agent sagt: „{words}“. Vielleicht führt er Befehle ungefragt aus.',
  "A mode of this agent's own. It may run commands without asking.":
    'Ein eigener Modus dieses Agenten. Vielleicht führt er Befehle ungefragt aus.',
  // crates/protocols/src/aionrs/decode/calls.rs
  'The call “{call_id}” runs already.': 'Der Aufruf „{call_id}“ läuft schon.',
  'The refused call “{id}” gave: {1}': 'Der abgelehnte Aufruf „{id}“ ergab: {1}',
  'The agent cancelled the call “{call_id}”: {said}':
    'Der Agent hat den Aufruf „{call_id}“ abgebrochen: {said}',
  '(unnamed tool)': '(Werkzeug ohne Namen)',
  '{name} ran although it was not allowed (call “{call_id}”). Consider ending this agent.':
    '{name} lief, obwohl es nicht erlaubt war (Aufruf „{call_id}“). Erwäge, diesen Agenten zu beenden.',
  // crates/protocols/src/aionrs/decode/ends.rs
  'A “stream_end” that names no turn.': 'Ein „stream_end“, das keine Runde nennt.',
  'A “stream_end” of “{id}”, which is no open turn.':
    'Ein „stream_end“ von „{id}“, das keine offene Runde ist.',
  'the turn ended': 'die Runde ist zu Ende',
  // crates/protocols/src/aionrs/decode/requests.rs
  'Refused by the host: the same call_id was used again with other arguments while it waited for an answer. Ask again under a new call_id.':
    'Von Parley abgelehnt: Dieselbe call_id wurde noch einmal mit anderen Argumenten benutzt, während sie auf Antwort wartete. Frage unter einer neuen call_id.',
  'The agent asked about the call “{id}” twice.':
    'Der Agent hat nach dem Aufruf „{id}“ zweimal gefragt.',
  'its id was used again with other arguments':
    'seine Kennung wurde noch einmal mit anderen Argumenten benutzt',
  'the agent used its id for another call':
    'der Agent hat seine Kennung für einen anderen Aufruf benutzt',
  'The agent asks outside the known turns (msg_id “{of}”).':
    'Der Agent fragt außerhalb der bekannten Runden (msg_id „{of}“).',
  'its id was in use for a call with other arguments':
    'seine Kennung war für einen Aufruf mit anderen Argumenten in Gebrauch',
  'The agent asked about the call “{1}” again with other arguments before the first was answered. Both were refused.':
    'Der Agent hat nach dem Aufruf „{1}“ noch einmal mit anderen Argumenten gefragt, bevor das erste beantwortet war. Beide wurden abgelehnt.',
  // crates/protocols/src/aionrs/decode/session.rs
  'The agent said “ready” a second time.': 'Der Agent hat zum zweiten Mal „ready“ gesagt.',
  'The agent speaks version {version} of aionrs JSON Stream; version 0 is known here. What it says may be misread, so it was not used. Use an older build of the agent, or restart it here to use this one all the same.':
    'Der Agent spricht Version {version} von aionrs JSON Stream; bekannt ist hier Version 0. Was er sagt, könnte falsch gelesen werden, darum wurde es nicht benutzt. Nimm eine ältere Version des Agenten, oder starte ihn hier neu, um diese trotzdem zu benutzen.',
  "The agent's version “{version}” is no version number.":
    'Die Version des Agenten „{version}“ ist keine Versionsnummer.',
  'The agent did not tell its version.': 'Der Agent hat seine Version nicht genannt.',
  "The agent's abilities were not wholly understood: {problems}.":
    'Die Fähigkeiten des Agenten wurden nicht ganz verstanden: {problems}.',
  'The MCP server “{name}” is ready.': 'Der MCP-Server „{name}“ ist bereit.',
  'The MCP server “{name}” is ready with one tool: {one}.':
    'Der MCP-Server „{name}“ ist mit einem Werkzeug bereit: {one}.',
  'The MCP server “{name}” is ready with {1} tools: {2}.':
    'Der MCP-Server „{name}“ ist mit {1} Werkzeugen bereit: {2}.',
  // crates/protocols/src/aionrs/decode/stream.rs
  'that names no turn': ', der keine Runde nennt',
  'of the turn “{id}”, which has ended': 'zur Runde „{id}“, die zu Ende ist',
  'of “{id}”, which is no turn known here': 'zu „{id}“, das keine hier bekannte Runde ist',
  'Late text {of}.': 'Später Text {of}.',
  // crates/protocols/src/aionrs/decode.rs
  'A “{kind}” line held bytes that are not UTF-8. They are shown as �.':
    'Eine Zeile „{kind}“ enthielt Bytes, die kein UTF-8 sind. Sie erscheinen als �.',
  'an ill-formed “{kind}”: {problem}': 'ein fehlerhaftes „{kind}“: {problem}',
  'The agent sent “{kind}” before “ready”.': 'Der Agent hat „{kind}“ vor „ready“ gesendet.',
  'A “{kind}” was not wholly understood: {problems}.':
    'Ein „{kind}“ wurde nicht ganz verstanden: {problems}.',
  // crates/protocols/src/aionrs/encode.rs
  'The agent has not said that it is ready. Nothing may be sent before that.':
    'Der Agent hat noch nicht gesagt, dass er bereit ist. Vorher darf nichts gesendet werden.',
  'Earlier context can only be given before the first message.':
    'Früherer Zusammenhang lässt sich nur vor der ersten Nachricht mitgeben.',
  'This agent is of a generation that answers no probe.':
    'Dieser Agent ist von einer Generation, die auf keine Lebensfrage antwortet.',
  'The message “{msg_id}” was sent already.': 'Die Nachricht „{msg_id}“ wurde schon gesendet.',
  'No turn is running.': 'Es läuft keine Runde.',
  'The agent has no mode “{mode}”. It knows: {1}.':
    'Der Agent hat keinen Modus „{mode}“. Er kennt: {1}.',
  "This agent is of a generation whose settings can't be changed while it runs.":
    'Dieser Agent ist von einer Generation, deren Einstellungen sich im Lauf nicht ändern lassen.',
  'A change of settings names at least one setting, and none is called “type”.':
    'Eine Änderung von Einstellungen nennt mindestens eine Einstellung, und keine heißt „type“.',
  'The agent has no effort “{effort}”. It knows: {known}.':
    'Der Agent hat keinen Aufwand „{effort}“. Er kennt: {known}.',
  'This agent is of a generation that takes no MCP server while it runs.':
    'Dieser Agent ist von einer Generation, die im Lauf keinen MCP-Server nimmt.',
  'The agent takes MCP servers only before anything else is sent to it.':
    'Der Agent nimmt MCP-Server nur, bevor ihm etwas anderes gesendet wird.',
  '“{other}” is no transport of MCP servers here. Use stdio, sse or streamable-http.':
    '„{other}“ ist hier keine Art, MCP-Server zu erreichen. Nimm stdio, sse oder streamable-http.',
  'The MCP server “{1}” needs a {name} for {2}.': 'Der MCP-Server „{1}“ braucht {name} für {2}.',
  // crates/protocols/src/aionrs/mod.rs
  // crates/protocols/src/aionrs/plan.rs
  "The setting “{setting}” of the agent “{1}” must be {wanted}. Correct it in the agent's settings.":
    'Die Einstellung „{setting}“ des Agenten „{1}“ muss {wanted} sein. Berichtige sie in den Einstellungen des Agenten.',
  "The base URL of the agent “{1}” carries a password, which every program of this machine could read on the command line. Put the key into the agent's key instead.":
    'Die Basisadresse des Agenten „{1}“ enthält ein Passwort, das jedes Programm dieses Rechners auf der Befehlszeile lesen könnte. Gib den Schlüssel stattdessen als Schlüssel des Agenten an.',
  "The setting “{setting}” of the agent “{1}” must be true or false. Correct it in the agent's settings.":
    'Die Einstellung „{setting}“ des Agenten „{1}“ muss true oder false sein. Berichtige sie in den Einstellungen des Agenten.',
  'An argument holds a NUL character, which no program can be given: “{head}…”.':
    'Ein Argument enthält ein NUL-Zeichen, das kein Programm bekommen kann: „{head}…“.',
  'The argument “{head}…” has {1} bytes; the system takes {LONGEST_ARGUMENT} at most. Shorten it, or put it into a file of the workspace.':
    'Das Argument „{head}…“ hat {1} Byte; das System nimmt höchstens {LONGEST_ARGUMENT}. Kürze es, oder leg es in eine Datei des Arbeitsordners.',
  // crates/protocols/src/aionrs/wire.rs
  '“{name}” is missing': '„{name}“ fehlt',
  '“call_id” is empty': '„call_id“ ist leer',
  'the tool has no name': 'das Werkzeug hat keinen Namen',
  'the status “{other}” is unknown and taken for an error':
    'der Status „{other}“ ist unbekannt und gilt als Fehler',
  'the result has no status and is taken for a success':
    'das Ergebnis hat keinen Status und gilt als Erfolg',
  'The agent reported an error and did not say which.':
    'Der Agent hat einen Fehler gemeldet und nicht gesagt, welchen.',
  // crates/protocols/src/commands.rs
  'an item of “{field}” names no command': 'ein Eintrag von „{field}“ nennt keinen Befehl',
  // crates/protocols/src/fields.rs
  '“{name}” is {1} where {expected} was expected': '„{name}“ ist {1}, erwartet war {expected}',
  '“{name}” cannot be read: {problem}': '„{name}“ ist nicht lesbar: {problem}',
  'an object': 'ein Objekt',
  '“{name}” cannot be read: {1}': '„{name}“ ist nicht lesbar: {1}',
  'an item of {name}': 'ein Eintrag von {name}',
  // crates/protocols/src/lines.rs
  'the line is {length} bytes long, more than is taken of one line; only its head was kept':
    'die Zeile ist {length} Byte lang, mehr, als von einer Zeile genommen wird; nur ihr Anfang ist da',
  'JSON, but not an object': 'JSON, aber kein Objekt',
  'more than one JSON value on the line: the second begins at byte {1}':
    'mehr als ein JSON-Wert in der Zeile: der zweite beginnt bei Byte {1}',
  'not valid JSON: {1}, at byte {2}': 'kein gültiges JSON: {1}, bei Byte {2}',
  // crates/protocols/src/nuum/decode/ends.rs
  'no subtype': 'ohne Unterart',
  'Another turn has ended ({subtype}).': 'Eine weitere Runde ist zu Ende ({subtype}).',
  "The agent calls the turn's end “{subtype}”, and says that it is no error.":
    'Der Agent nennt das Ende der Runde „{subtype}“ und sagt, es sei kein Fehler.',
  "The turn's end is of an unknown kind: “{subtype}”.":
    'Das Ende der Runde ist von unbekannter Art: „{subtype}“.',
  'The agent reached the number of model calls it may make in one turn.':
    'Der Agent hat so oft zum Modell gesprochen, wie er in einer Runde darf.',
  'The turn failed, and the agent did not say why.':
    'Die Runde ist misslungen, und der Agent sagte nicht, warum.',
  'The agent says that nothing runs, and never said how this turn ended.':
    'Der Agent sagt, dass nichts läuft, und hat nie gesagt, wie diese Runde endete.',
  '{calls} model calls': '{calls} Anfragen an das Modell',
  'After {1}.': 'Nach {1}.',
  'Send “continue” to let it go on.': 'Sende „continue“, damit er weitermacht.',
  'The agent still runs: send the message again, or another one.':
    'Der Agent läuft noch: Sende die Nachricht noch einmal, oder eine andere.',
  // crates/protocols/src/nuum/decode/interrupt.rs
  'The agent said once more that it is interrupted.':
    'Der Agent hat noch einmal gesagt, dass er unterbrochen ist.',
  'The agent said that it is interrupted; no turn ran.':
    'Der Agent hat gesagt, dass er unterbrochen ist; es lief keine Runde.',
  // crates/protocols/src/nuum/decode/session.rs
  'The agent said “init” a second time.': 'Der Agent hat zum zweiten Mal „init“ gesagt.',
  'The agent did not tell who it is: a change of its database would go unseen.':
    'Der Agent hat nicht gesagt, wer er ist: Ein Wechsel seiner Datenbank bliebe unbemerkt.',
  'The agent has these tools: {names}.': 'Der Agent hat diese Werkzeuge: {names}.',
  'The agent is another one now: it was “{before}” and says that it is “{id}”. It may not remember what was said before.':
    'Der Agent ist jetzt ein anderer: Er war „{before}“ und sagt, er sei „{id}“. Vielleicht weiß er nicht, was bisher gesagt wurde.',
  // crates/protocols/src/nuum/decode/speech.rs
  'The agent was told: {text}': 'Dem Agenten wurde gesagt: {text}',
  'content block {kind}': 'Inhaltsblock {kind}',
  'an ill-formed content block: {reason}': 'ein fehlerhafter Inhaltsblock: {reason}',
  // crates/protocols/src/nuum/decode/tools.rs
  'Another result of the call “{id}”, which was over: {text}':
    'Noch ein Ergebnis des Aufrufs „{id}“, der vorbei war: {text}',
  // crates/protocols/src/nuum/decode/turns.rs
  'What follows belongs to the turn that was stopped.': 'Was folgt, gehört zur angehaltenen Runde.',
  // crates/protocols/src/nuum/decode.rs
  'A “{name}” line held bytes that are not UTF-8. They are shown as �.':
    'Eine Zeile „{name}“ enthielt Bytes, die kein UTF-8 sind. Sie erscheinen als �.',
  'an ill-formed “{name}”: {problem}': 'ein fehlerhaftes „{name}“: {problem}',
  'A “{name}” was not wholly understood: {problems}.':
    'Ein „{name}“ wurde nicht ganz verstanden: {problems}.',
  'The agent sent “{name}” before “init”.': 'Der Agent hat „{name}“ vor „init“ gesendet.',
  'The agent consolidated its memory.': 'Der Agent hat sein Gedächtnis geordnet.',
  'The agent consolidated its memory: {counts}.':
    'Der Agent hat sein Gedächtnis geordnet: {counts}.',
  // crates/protocols/src/nuum/encode.rs
  'This agent never asks before it runs a tool, so that there is nothing to answer.':
    'Dieser Agent fragt nie, bevor er ein Werkzeug ausführt; es gibt nichts zu beantworten.',
  'This agent keeps its own memory in its database; earlier context cannot be given to it.':
    'Dieser Agent behält sein eigenes Gedächtnis in seiner Datenbank; früherer Zusammenhang lässt sich ihm nicht geben.',
  'This agent has no modes: it runs every tool.':
    'Dieser Agent hat keine Modi: Er führt jedes Werkzeug aus.',
  "This agent's settings cannot be changed while it runs.":
    'Die Einstellungen dieses Agenten lassen sich im Lauf nicht ändern.',
  "MCP servers go with this agent's messages: put them into its settings, under “mcp_servers”.":
    'MCP-Server gehen mit den Nachrichten dieses Agenten: Trage sie in seinen Einstellungen unter „mcp_servers“ ein.',
  'The message “{1}” was sent already.': 'Die Nachricht „{1}“ wurde schon gesendet.',
  'The agent has not taken up the messages it was sent. Wait, or stop it.':
    'Der Agent hat die gesendeten Nachrichten noch nicht aufgenommen. Warte, oder halte ihn an.',
  'This agent takes no images: it is told the path of the file instead.':
    'Dieser Agent nimmt keine Bilder: Er erfährt stattdessen den Pfad der Datei.',
  'A message to this agent has no field “{name}”. It may have: {known}.':
    'Eine Nachricht an diesen Agenten hat kein Feld „{name}“. Sie kann haben: {known}.',
  'The field “{name}” must be {wanted}.': 'Das Feld „{name}“ muss {wanted} sein.',
  // crates/protocols/src/nuum/plan.rs
  "the program's own database": 'die eigene Datenbank des Programms',
  'the database {path}': 'die Datenbank {path}',
  '{1} has one memory, {memory}: every conversation with this agent shares it, and only one of them can run at a time.':
    '{1} hat ein Gedächtnis, {memory}: Alle Gespräche mit diesem Agenten teilen es, und nur eines davon kann gerade laufen.',
  'This agent': 'Dieser Agent',
  'The database “{path}” of the agent “{1}” begins with “~”, which only a shell knows. Give the whole path.':
    'Die Datenbank „{path}“ des Agenten „{1}“ beginnt mit „~“, was nur eine Shell versteht. Gib den ganzen Pfad an.',
  'text, the path of a file': 'Text, der Pfad einer Datei',
  'The argument “{head}…” has {1} bytes; the system takes {LONGEST_ARGUMENT} at most.':
    'Das Argument „{head}…“ hat {1} Byte; das System nimmt höchstens {LONGEST_ARGUMENT}.',
  // crates/protocols/src/nuum/settings.rs
  'text or an object': 'Text oder ein Objekt',
  'an object or a list': 'ein Objekt oder eine Liste',
  "The setting “{name}” of the agent “{1}” must be {wanted}. Correct it in the agent's settings.":
    'Die Einstellung „{name}“ des Agenten „{1}“ muss {wanted} sein. Berichtige sie in den Einstellungen des Agenten.',
  // crates/protocols/src/nuum/wire/content.rs
  '“content” is neither a string nor a list of blocks':
    '„content“ ist weder ein Text noch eine Liste von Blöcken',
  'it is no object': 'es ist kein Objekt',
  'a “tool_use” has no “id”': 'ein „tool_use“ hat keine „id“',
  'a “tool_use” has no “name”': 'ein „tool_use“ hat keinen „name“',
  '[an image: {media_type}]': '[ein Bild: {media_type}]',
  'of an unknown type': 'von unbekannter Art',
  // crates/protocols/src/nuum/wire/tasks.rs
  'a task that is no object was left out': 'eine Aufgabe, die kein Objekt ist, wurde weggelassen',
  'a task without an “id” was left out': 'eine Aufgabe ohne „id“ wurde weggelassen',
  '“{name}” is no time: “{text}”': '„{name}“ ist keine Zeit: „{text}“',
  // crates/protocols/src/nuum/wire.rs
  'a “system” message without a “subtype”': 'eine „system“-Nachricht ohne „subtype“',
  // crates/protocols/src/opt_in.rs
  'This profile hands the agent your whole environment (`inherit_env`), keys and passwords in it too.':
    'Dieses Profil gibt dem Agenten deine ganze Umgebung (`inherit_env`), auch Schlüssel und Passwörter darin.',
};
