/** What the host says of agents that are started for each message, in German by its English. */
export const perMessage: Readonly<Record<string, string>> = {
  // crates/protocols/src/agentproc/decode/events.rs
  'a line of wire 0.1': 'eine Zeile der Fassung 0.1',
  'an object without a “type”': 'ein Objekt ohne „type“',
  'an ill-formed “{kind}”: {lack}{more}': 'ein fehlerhaftes „{kind}“: {lack}{more}',
  'The event “{kind}” was not wholly understood: {problems}.':
    'Das Ereignis „{kind}“ wurde nicht ganz verstanden: {problems}.',
  'The agent asks for leave, but this profile has it closed off: nobody can answer. Set `permission: true` in the profile and send the message again.':
    'Der Agent bittet um Erlaubnis, aber dieses Profil hat das Fragen abgeschaltet: Niemand kann antworten. Setze `permission: true` im Profil und sende die Nachricht noch einmal.',
  'an ill-formed “permission_request”: {reason}': 'ein fehlerhaftes „permission_request“: {reason}',
  'The agent sent a second result. A turn has one: this one is in the traffic only.':
    'Der Agent hat ein zweites Ergebnis gesendet. Eine Runde hat eines: Dieses steht nur im Verkehr.',
  'The agent asked “{id}” twice.': 'Der Agent hat „{id}“ zweimal gefragt.',
  'The agent asked “{id}” again for something else ({tool}) before the first was answered. Both were refused.':
    'Der Agent hat „{id}“ noch einmal für etwas anderes ({tool}) gefragt, bevor das erste beantwortet war. Beide wurden abgelehnt.',
  // crates/protocols/src/agentproc/decode/prefixed.rs
  'The agent sent an {prefix} that is not a JSON string. It is taken as it stands.':
    'Der Agent hat ein {prefix} gesendet, das kein JSON-Text ist. Es wird genommen, wie es dasteht.',
  'Its head is shown.': 'Ihr Anfang wird gezeigt.',
  'The agent reported an error too long to be taken.':
    'Der Agent hat einen Fehler gemeldet, der für eine Zeile zu lang ist.',
  "It was an error of the agent's.": 'Es war ein Fehler des Agenten.',
  'It is left out.': 'Sie fehlt hier.',
  'A line of the agent has {length} bytes, more than is taken of one line. {what}':
    'Eine Zeile des Agenten hat {length} Byte, mehr, als von einer Zeile genommen wird. {what}',
  // crates/protocols/src/agentproc/decode.rs
  'The agent reported an error without a word about it.':
    'Der Agent hat einen Fehler gemeldet, ohne ein Wort darüber.',
  'The agent sent a {what} after its error. It is in the traffic only.':
    'Der Agent hat nach seinem Fehler noch ein {what} gesendet. Es steht nur im Verkehr.',
  "The agent's output held bytes that are not UTF-8. They are shown as �.":
    'Die Ausgabe des Agenten enthielt Bytes, die kein UTF-8 sind. Sie erscheinen als �.',
  // crates/protocols/src/agentproc/encode.rs
  "This protocol has no stop: the agent's process is ended.":
    'Dieses Protokoll kennt kein Anhalten: Der Prozess des Agenten wird beendet.',
  'This protocol knows no lasting leave: allow each call.':
    'Dieses Protokoll kennt keine dauernde Erlaubnis: Erlaube jeden Aufruf einzeln.',
  'This protocol carries no earlier context: the agent keeps its own, by its session id.':
    'Dieses Protokoll überträgt keinen früheren Zusammenhang: Der Agent behält seinen eigenen, nach seiner Sitzungskennung.',
  'This protocol knows no modes.': 'Dieses Protokoll kennt keine Modi.',
  "This protocol's settings are in its profile and count from the next message on.":
    'Die Einstellungen dieses Protokolls stehen im Profil und gelten ab der nächsten Nachricht.',
  'This protocol takes no MCP servers.': 'Dieses Protokoll nimmt keine MCP-Server.',
  'This protocol has no liveness probe.': 'Dieses Protokoll kennt keine Lebensfrage.',
  'This request is not open any more: it was answered, or the agent or its turn ended.':
    'Diese Anfrage ist nicht mehr offen: Sie ist beantwortet, oder der Agent oder seine Runde ist zu Ende.',
  "This agent's process is for one message, and has had it.":
    'Der Prozess dieses Agenten ist für eine Nachricht da und hatte sie schon.',
  'The message is too long for AGENT_MESSAGE: the agent gets it on its stdin only.':
    'Die Nachricht ist zu lang für AGENT_MESSAGE: Der Agent bekommt sie nur auf der Standardeingabe.',
  // crates/protocols/src/agentproc/ending.rs
  'The agent ended before it was done: {how}.':
    'Der Agent hat sich beendet, bevor er fertig war: {how}.',
  'The agent ended well and said nothing.': 'Der Agent hat sich gut beendet und nichts gesagt.',
  '{message} Send the message again to try once more.':
    '{message} Sende die Nachricht noch einmal, um es neu zu versuchen.',
  'The agent failed and did not say why (exit code 1).':
    'Dem Agenten misslang es, und er sagte nicht, warum (Endcode 1).',
  'The agent ran into a time limit of its own (exit code 124).':
    'Der Agent stieß an eine eigene Zeitgrenze (Endcode 124).',
  'cancelled (exit code 125)': 'abgebrochen (Endcode 125)',
  'interrupted by SIGINT (exit code 130)': 'unterbrochen durch SIGINT (Endcode 130)',
  'terminated by SIGTERM (exit code 143)': 'beendet durch SIGTERM (Endcode 143)',
  'signal {1} (exit code {code})': 'Signal {1} (Endcode {code})',
  'The agent failed and did not say why (exit code {code}).':
    'Dem Agenten misslang es, und er sagte nicht, warum (Endcode {code}).',
  'The reply looks like AgentProc wire 0.4. If the agent speaks it, set `wire: "0.4"` in the profile.':
    'Die Antwort sieht nach AgentProc 0.4 aus. Wenn der Agent es spricht, setze `wire: "0.4"` im Profil.',
  'The agent\'s output looks like an older AgentProc wire. For lines with AGENT_SESSION: and the like set `wire: "0.1"` in the profile; for “session” and “text” events update the agent\'s AgentProc SDK to 0.10 or newer.':
    'Die Ausgabe des Agenten sieht nach einem älteren AgentProc aus. Bei Zeilen mit AGENT_SESSION: und Ähnlichem setze `wire: "0.1"` im Profil; bei Ereignissen „session“ und „text“ aktualisiere das AgentProc-SDK des Agenten auf 0.10 oder neuer.',
  // crates/protocols/src/agentproc/environment.rs
  "“{name}” can't be the name of a variable. Correct it in the agent's settings.":
    '„{name}“ kann kein Name einer Variablen sein. Berichtige ihn in den Einstellungen des Agenten.',
  'The variable {name} uses ${{other}}, which “env_allowlist” does not name: it is left empty.':
    'Die Variable {name} benutzt ${{other}}, das „env_allowlist“ nicht nennt: Sie bleibt leer.',
  'The variable {name} mixes ${…} with a placeholder, and what the placeholder stands for holds “${” itself. Use two variables.':
    'Die Variable {name} mischt ${…} mit einem Platzhalter, und wofür er steht, enthält selbst „${“. Nimm zwei Variablen.',
  // crates/protocols/src/agentproc/import.rs
  "{path} can't be used as an AgentProc profile: {what}":
    '{path} taugt nicht als AgentProc-Profil: {what}',
  'it is not valid YAML: {error}': 'es ist kein gültiges YAML: {error}',
  'it is not a list of keys and values.': 'es ist keine Liste aus Schlüsseln und Werten.',
  '“agentproc” must hold keys and values.': '„agentproc“ muss Schlüssel und Werte enthalten.',
  '“type” is a shortcut of another host and means nothing here; it is kept.':
    '„type“ ist eine Abkürzung eines anderen Programms und bedeutet hier nichts; es bleibt erhalten.',
  '“{key}” is no key of an AgentProc profile that Parley knows; it is kept and not used.':
    '„{key}“ ist kein Schlüssel eines AgentProc-Profils, den Parley kennt; er bleibt erhalten und wird nicht benutzt.',
  'The profile does not say which wire it is for, and “{key}” is younger than wire 0.1. If its agent was published since mid-2026, add `wire: "0.4"`.':
    'Das Profil sagt nicht, für welche Fassung es ist, und „{key}“ ist jünger als 0.1. Wenn sein Agent nach Mitte 2026 erschien, füge `wire: "0.4"` hinzu.',
  "it has an “executor”, which runs inside AgentProc's own SDK, and no “command”. Give it the command of the agent's bridge.":
    'es hat einen „executor“, der in AgentProcs eigenem SDK läuft, und keinen „command“. Gib ihm den Befehl der Brücke zum Agenten.',
  '“command” must be the program to run.': '„command“ muss das Programm sein, das laufen soll.',
  "“executor” is for AgentProc's own SDK and is not used: the command is run.":
    '„executor“ ist für AgentProcs eigenes SDK und wird nicht benutzt: Es läuft der Befehl.',
  'each of “args” must be a text or a number.':
    'jedes von „args“ muss ein Text oder eine Zahl sein.',
  '“args” must be a list.': '„args“ muss eine Liste sein.',
  'the variable “{name}” must be a text or a number.':
    'die Variable „{name}“ muss ein Text oder eine Zahl sein.',
  '“env” must hold names and values.': '„env“ muss Namen und Werte enthalten.',
  '“cwd” must be a folder.': '„cwd“ muss ein Ordner sein.',
  // crates/protocols/src/agentproc/permissions.rs
  'The user refused this call.': 'Von dir abgelehnt.',
  'malformed permission request': 'fehlerhafte Bitte um Erlaubnis',
  'the same request_id was used for two requests; ask again under a new one':
    'dieselbe request_id stand für zwei Anfragen; frage unter einer neuen noch einmal',
  'its id was used twice': 'seine Kennung wurde zweimal benutzt',
  'the agent ended': 'der Agent hat sich beendet',
  // crates/protocols/src/agentproc/plan.rs
  'Argument {1}': 'Das Argument {1}',
  'The command': 'Der Befehl',
  "This profile puts your messages on the agent's command line ({MESSAGE} in “args”), where every program of this machine can read them. Better: let the agent read AGENT_MESSAGE, or set `stdin: message`.":
    'Dieses Profil setzt deine Nachrichten auf die Befehlszeile des Agenten ({MESSAGE} in „args“), wo jedes Programm dieses Rechners sie lesen kann. Besser: Lass den Agenten AGENT_MESSAGE lesen, oder setze `stdin: message`.',
  'This profile has {MESSAGE} in “args”, which wire 0.4 does not replace: the message travels on stdin.':
    'Dieses Profil hat {MESSAGE} in „args“, was Fassung 0.4 nicht ersetzt: Die Nachricht geht über die Standardeingabe.',
  'This profile hands the agent your whole environment (`env_inherit: all`), keys and passwords in it too.':
    'Dieses Profil gibt dem Agenten deine ganze Umgebung (`env_inherit: all`), auch Schlüssel und Passwörter darin.',
  'An empty message can be sent only with an attachment.':
    'Eine leere Nachricht geht nur mit einem Anhang.',
  'The message holds a NUL character, which no program can be given in a variable. Remove it.':
    'Die Nachricht enthält ein NUL-Zeichen, das kein Programm in einer Variablen bekommen kann. Entferne es.',
  'The message has {1} bytes; the system takes {LIMIT} at most for one variable, and this agent gets its messages in one. Shorten it, put it into a file of the workspace, or set `stdin: message` in the profile if the agent reads its stdin.':
    'Die Nachricht hat {1} Byte; das System nimmt für eine Variable höchstens {LIMIT}, und dieser Agent bekommt seine Nachrichten in einer. Kürze sie, leg sie in eine Datei des Arbeitsordners, oder setze `stdin: message` im Profil, wenn der Agent seine Standardeingabe liest.',
  'The variable {name} would hold a NUL character, which no program can be given.':
    'Die Variable {name} enthielte ein NUL-Zeichen, das kein Programm bekommen kann.',
  'The variable {name} would have {1} bytes; the system takes {LIMIT} at most, its name counted.':
    'Die Variable {name} hätte {1} Byte; das System nimmt höchstens {LIMIT}, den Namen mitgezählt.',
  '{which} would hold a NUL character, which no program can be given.':
    '{which} enthielte ein NUL-Zeichen, das kein Programm bekommen kann.',
  '{which} would have {1} bytes; the system takes {LIMIT} at most, a closing NUL counted. Set `stdin: message` in the profile and take {{MESSAGE}} out of “args”.':
    '{which} hätte {1} Byte; das System nimmt höchstens {LIMIT}, ein schließendes NUL mitgezählt. Setze `stdin: message` im Profil und nimm {{MESSAGE}} aus „args“.',
  // crates/protocols/src/agentproc/sessions.rs
  "The agent told a session id that can't be one (“{id}”). The earlier one is kept.":
    'Der Agent hat eine Sitzungskennung genannt, die keine sein kann („{id}“). Die frühere gilt weiter.',
  'The agent told a second session id (“{id}”) in one turn. The first one is kept (“{first}”).':
    'Der Agent hat in einer Runde eine zweite Sitzungskennung genannt („{id}“). Die erste gilt weiter („{first}“).',
  // crates/protocols/src/agentproc/settings.rs
  'off, or the profile\'s “wire” "0.4": wire 0.1 has no way to ask':
    'aus, oder das „wire“ des Profils "0.4": Fassung 0.1 kann nicht fragen',
  'at least one character': 'mindestens ein Zeichen',
  "The setting “{key}” of the agent “{1}” must be {wanted}. Correct it in the agent's settings.":
    'Die Einstellung „{key}“ des Agenten „{1}“ muss {wanted} sein. Berichtige sie in den Einstellungen des Agenten.',
  'The agent “{1}” speaks AgentProc wire {told}, which was in use for a few weeks only. Parley speaks 0.1 and 0.4: update the agent\'s AgentProc SDK to 0.10 or newer and set `wire: "0.4"` in the profile.':
    'Der Agent „{1}“ spricht AgentProc {told}, das nur wenige Wochen in Gebrauch war. Parley spricht 0.1 und 0.4: Aktualisiere das AgentProc-SDK des Agenten auf 0.10 oder neuer und setze `wire: "0.4"` im Profil.',
  'true or false': 'true oder false',
  'a number of seconds, 0 or more': 'eine Zahl von Sekunden, 0 oder mehr',
  'a whole number above 0': 'eine ganze Zahl über 0',
  'a list of names': 'eine Liste von Namen',
  'a moment with its time zone, as in 2026-12-01T18:00:00+01:00':
    'ein Zeitpunkt mit Zeitzone, etwa 2026-12-01T18:00:00+01:00',
  // crates/protocols/src/agentproc/wire.rs
  'it has no text': 'es hat keinen Text',
  'its request_id is no name': 'seine request_id ist kein Name',
  'it names no tool': 'es nennt kein Werkzeug',
  'its input is no object': 'sein „input“ ist kein Objekt',
  // crates/protocols/src/terminal/decode/end.rs
  'No output: the agent ended without saying anything.':
    'Keine Ausgabe: Der Agent endete, ohne etwas zu sagen.',
  'The text names more files; the first {1} are shown.':
    'Der Text nennt weitere Dateien; gezeigt werden die ersten {1}.',
  'The agent wrote more text than is shown: the first {1} MiB are here, {2} more bytes are in Traffic only.':
    'Der Agent hat mehr Text geschrieben, als gezeigt wird: Die ersten {1} MiB sind hier, {2} weitere Byte nur im Verkehr.',
  'the agent failed': 'dem Agenten misslang es',
  "The shell did not find the command: correct it in the agent's settings.":
    'Die Shell hat den Befehl nicht gefunden: Berichtige ihn in den Einstellungen des Agenten.',
  "The shell could not run the command: correct it in the agent's settings.":
    'Die Shell konnte den Befehl nicht ausführen: Berichtige ihn in den Einstellungen des Agenten.',
  'What it said before is here. The next message starts it again.':
    'Was er bisher sagte, steht hier. Die nächste Nachricht startet ihn wieder.',
  'The next message starts it again.': 'Die nächste Nachricht startet ihn wieder.',
  'The agent did not end well ({how}). {next}': 'Der Agent endete nicht gut ({how}). {next}',
  'The agent failed. {next}': 'Dem Agenten misslang es. {next}',
  // crates/protocols/src/terminal/decode/frames.rs
  'The agent sent an empty message.': 'Der Agent hat eine leere Nachricht gesendet.',
  'The agent reported an error without saying which.':
    'Der Agent hat einen Fehler gemeldet, ohne zu sagen, welchen.',
  // crates/protocols/src/terminal/decode.rs
  'A frame “{kind}” was not wholly understood: {problems}.':
    'Ein Rahmen „{kind}“ wurde nicht ganz verstanden: {problems}.',
  // crates/protocols/src/terminal/encode.rs
  'This protocol has no stop of its own: ending the program stops it.':
    'Dieses Protokoll kennt kein eigenes Anhalten: Das Programm wird beendet.',
  'Agents of this protocol ask nothing: there is no request to answer.':
    'Agenten dieses Protokolls fragen nichts: Es gibt keine Anfrage zu beantworten.',
  'Agents of this protocol take no earlier context: they remember by themselves.':
    'Agenten dieses Protokolls nehmen keinen früheren Zusammenhang: Sie merken sich selbst etwas.',
  'Agents of this protocol have no modes.': 'Agenten dieses Protokolls haben keine Modi.',
  "Settings of this agent can't be changed while it runs. Change its profile: the next message uses it.":
    'Die Einstellungen dieses Agenten lassen sich im Lauf nicht ändern. Ändere sein Profil: Die nächste Nachricht benutzt es.',
  'Agents of this protocol take no MCP server.':
    'Agenten dieses Protokolls nehmen keinen MCP-Server.',
  'Agents of this protocol answer no probe.':
    'Agenten dieses Protokolls antworten auf keine Lebensfrage.',
  'A program of this agent takes one message. The next one starts it again.':
    'Ein Programm dieses Agenten nimmt eine Nachricht. Die nächste startet es wieder.',
  'The program has ended. The next message starts it again.':
    'Das Programm ist zu Ende. Die nächste Nachricht startet es wieder.',
  '{1} not handed to the agent: “passMedia” is off in its settings.':
    '{1} dem Agenten nicht gegeben: „passMedia“ ist in seinen Einstellungen aus.',
  'The file was': 'Die Datei wurde',
  'The {count} files were': 'Die {count} Dateien wurden',
  // crates/protocols/src/terminal/import.rs
  '{path} is not valid JSON: {error}.': '{path} ist kein gültiges JSON: {error}.',
  '{path} holds no JSON object, so it is no config.json.':
    '{path} enthält kein JSON-Objekt, ist also keine config.json.',
  'Only “terminal” was taken of the file. Left in it: {1}.':
    'Aus der Datei wurde nur „terminal“ genommen. Darin blieb: {1}.',
  '“terminal” in {path} is no object.': '„terminal“ in {path} ist kein Objekt.',
  '{path} has neither a part “terminal” nor a “command”: it describes no agent of the Terminal Protocol.':
    '{path} hat weder einen Teil „terminal“ noch einen „command“: Es beschreibt keinen Agenten des Terminal Protocol.',
  '“command” in {path} is empty: there is nothing to run.':
    '„command“ in {path} ist leer: Es gibt nichts auszuführen.',
  '“enabled” is false: nanobot itself would not run this command. Here it runs when you choose this agent.':
    '„enabled“ ist false: nanobot selbst würde diesen Befehl nicht ausführen. Hier läuft er, wenn du diesen Agenten wählst.',
  'Not known here, kept and not used: {1}.': 'Hier nicht bekannt, erhalten und nicht benutzt: {1}.',
  'The file holds API keys: {1}. They are still in the file.':
    'Die Datei enthält API-Schlüssel: {1}. In der Datei stehen sie weiterhin.',
  // crates/protocols/src/terminal/plan.rs
  "This agent's command takes your message as an argument ({message}): while it runs, every program of this machine can read the message there. The agent gets it on stdin too; if it reads it there, take {message} out of the command.":
    'Der Befehl dieses Agenten nimmt deine Nachricht als Argument ({message}): Solange er läuft, kann jedes Programm dieses Rechners sie dort lesen. Der Agent bekommt sie auch auf der Standardeingabe; wenn er sie dort liest, nimm {message} aus dem Befehl.',
  'The agent “{1}” has no command. Write the shell command that runs it into “command”.':
    'Der Agent „{1}“ hat keinen Befehl. Schreibe den Shell-Befehl, der ihn startet, in „command“.',
  'The command of the agent “{agent}” holds a NUL character, which no program can be given.':
    'Der Befehl des Agenten „{agent}“ enthält ein NUL-Zeichen, das kein Programm bekommen kann.',
  'The command of the agent “{agent}” holds {message}. On Windows no quoting keeps a text from being run as a command, so Parley does not put it there. Take it out of the command: the agent gets the message on stdin, as “text” of the JSON envelope.':
    'Der Befehl des Agenten „{agent}“ enthält {message}. Unter Windows bewahrt kein Anführungszeichen einen Text davor, als Befehl zu laufen, darum setzt Parley ihn dort nicht ein. Nimm es aus dem Befehl: Der Agent bekommt die Nachricht auf der Standardeingabe, als „text“ im JSON.',
  'The message holds a NUL character, which cannot be an argument, and the command of the agent “{agent}” takes it as one. Take the character out, or take {message} out of the command: the agent gets the message on stdin too.':
    'Die Nachricht enthält ein NUL-Zeichen, das kein Argument sein kann, und der Befehl des Agenten „{agent}“ nimmt sie als eines. Entferne das Zeichen, oder nimm {message} aus dem Befehl: Der Agent bekommt die Nachricht auch auf der Standardeingabe.',
  'The command of the agent “{agent}” holds {message} in {place}, where a message could run as a command. Put {message} outside, as a word of its own: Parley quotes it.':
    'Der Befehl des Agenten „{agent}“ enthält {message} an dieser Stelle: {place}. Dort könnte eine Nachricht als Befehl laufen. Setze {message} außerhalb, als eigenes Wort: Parley setzt es in Anführungszeichen.',
  "With the message, the agent's command has {length} bytes; the system takes {LONGEST_ARGUMENT} at most. Shorten the message, or take {message} out of the command: the agent gets the message on stdin too, at any length.":
    'Mit der Nachricht hat der Befehl des Agenten {length} Byte; das System nimmt höchstens {LONGEST_ARGUMENT}. Kürze die Nachricht, oder nimm {message} aus dem Befehl: Der Agent bekommt die Nachricht auch auf der Standardeingabe, in jeder Länge.',
  "The agent's command has {length} bytes; the system takes {LONGEST_ARGUMENT} at most. Put it into a script.":
    'Der Befehl des Agenten hat {length} Byte; das System nimmt höchstens {LONGEST_ARGUMENT}. Leg ihn in ein Skript.',
  // crates/protocols/src/terminal/quote.rs
  'single quotes': 'einfache Anführungszeichen',
  'double quotes': 'doppelte Anführungszeichen',
  'a place after a backslash': 'nach einem Rückstrich',
  'a command with a here-document': 'ein Befehl mit Here-Dokument',
  // crates/protocols/src/terminal/settings.rs
  '“plain” or “rich”': '„plain“ oder „rich“',
  '“close” or “inject”': '„close“ oder „inject“',
  '“close” where “protocol” is “plain”: only a rich agent reads on':
    '„close“, wenn „protocol“ „plain“ ist: Nur ein Agent mit „rich“ liest weiter',
  "The setting “{1}{name}” of the agent “{2}” must be {wanted}. Correct it in the agent's settings.":
    'Die Einstellung „{1}{name}“ des Agenten „{2}“ muss {wanted} sein. Berichtige sie in den Einstellungen des Agenten.',
  'a whole number of seconds above 0': 'eine ganze Zahl von Sekunden über 0',
  'a list of texts': 'eine Liste von Texten',
  "a variable's name without “=”, with a text without NUL":
    'der Name einer Variablen ohne „=“, mit einem Text ohne NUL',
  'keys without NUL': 'Schlüssel ohne NUL',
  // crates/protocols/src/terminal/wire.rs
  'it has no “text”': 'es hat keinen „text“',
  'an item of “media” is no path': 'ein Eintrag von „media“ ist kein Pfad',
};
