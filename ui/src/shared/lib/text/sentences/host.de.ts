/** What the host says of conversations, approvals, files and settings, in German by its English. */
export const host: Readonly<Record<string, string>> = {
  // crates/host/src/agents.rs
  'There is no agent “{id}” any more.': 'Den Agenten „{id}“ gibt es nicht mehr.',
  'Give the agent a name.': 'Gib dem Agenten einen Namen.',
  "{name} looks like a key. Parley keeps keys in the system's keychain, not in a profile: save it under Settings, Keys, or name a variable of your environment as ${{name}}.":
    '{name} sieht wie ein Schlüssel aus. Parley bewahrt Schlüssel im Schlüsselbund des Systems auf, nicht in einem Profil: Lege ihn unter Einstellungen, Schlüssel ab, oder nenne eine Variable deiner Umgebung als ${{name}}.',
  'Parley does not speak “{1}”.': 'Parley spricht „{1}“ nicht.',
  'The file holds a value for {name}. It was left out: keys belong in the keychain, under Settings, Keys.':
    'Die Datei enthält einen Wert für {name}. Er wurde weggelassen: Schlüssel gehören in den Schlüsselbund, unter Einstellungen, Schlüssel.',
  'Its keys are in the system’s keychain now: see Settings, Providers.':
    'Seine Schlüssel liegen jetzt im Schlüsselbund des Systems: siehe Einstellungen, Anbieter.',
  'Its keys hold only until Parley is closed: {why}':
    'Seine Schlüssel gelten nur, bis Parley geschlossen wird: {why}',
  "The profile can't be written: {error}.": 'Das Profil lässt sich nicht schreiben: {error}.',
  // crates/host/src/approvals/modes.rs
  'Asks before every call, except those your rules let pass.':
    'Fragt vor jedem Aufruf, außer vor denen, die deine Regeln erlauben.',
  'Reads, and changes files in the workspace, without asking; asks before everything else.':
    'Liest und ändert Dateien im Arbeitsordner ungefragt; fragt vor allem anderen.',
  'Lets everything pass that no rule refuses: commands too.':
    'Lässt alles durch, was keine Regel ablehnt: auch Befehle.',
  // crates/host/src/approvals/rulebook.rs
  "A rule of the user's refuses this: {1}.": 'Eine deiner Regeln lehnt das ab: {1}.',
  'It is too late to bring this rule back.': 'Es ist zu spät, diese Regel zurückzuholen.',
  'the archive did not answer in time': 'das Archiv hat nicht rechtzeitig geantwortet',
  'The rule could not be saved: the disk does not take it. Nothing passes by it until it is.':
    'Die Regel ließ sich nicht speichern: Die Platte nimmt sie nicht an. Bis dahin geht nichts durch sie durch.',
  'This rule is not there any more.': 'Diese Regel gibt es nicht mehr.',
  // crates/host/src/approvals/wording.rs
  'any tool': 'jedes Werkzeug',
  "This rule can't be kept: {why}.": 'Diese Regel geht nicht: {why}.',
  'a rule that allows names an agent, a workspace and a tool':
    'eine Regel, die erlaubt, nennt einen Agenten, einen Arbeitsordner und ein Werkzeug',
  'it names no arguments': 'sie nennt keine Argumente',
  'it names no command': 'sie nennt keinen Befehl',
  'its pattern is not one of paths inside the workspace, like src/**':
    'ihr Muster meint keine Pfade im Arbeitsordner wie src/**',
  'it names no host, like docs.rs': 'sie nennt keine Adresse wie docs.rs',
  'it would refuse everything; stop the agent instead':
    'sie würde alles ablehnen; halte stattdessen den Agenten an',
  // crates/host/src/backend.rs
  "The nib backend “{1}” ({2}) is not on the PATH. Looked for: {3}. Install {executable}, or choose another backend with NIB_AGENT or git's nib.agent.":
    'Das nib-Backend „{1}“ ({2}) liegt nicht im PATH. Gesucht in: {3}. Installiere {executable}, oder wähle ein anderes Backend mit NIB_AGENT oder nib.agent in git.',
  'Your word on this backend could not be saved: {error}.':
    'Dein Wort zu diesem Backend ließ sich nicht speichern: {error}.',
  // crates/host/src/changes/mod.rs
  'This change is not in the conversation any more.':
    'Diese Änderung steht nicht mehr im Gespräch.',
  // crates/host/src/check.rs
  '{program} is there. It is started for each message, so nothing was started now.':
    '{program} ist da. Es wird für jede Nachricht gestartet, darum wurde jetzt nichts gestartet.',
  'not told': 'nicht genannt',
  'The agent is ready (version {version}, session {session}).':
    'Der Agent ist bereit (Version {version}, Sitzung {session}).',
  'exit code {code}': 'Endcode {code}',
  'signal {signal}': 'Signal {signal}',
  'no status': 'ohne Endcode',
  'The agent ended before it was ready ({how}). {stderr_tail}':
    'Der Agent hat sich beendet, bevor er bereit war ({how}). {stderr_tail}',
  "The agent's conversation ended.": 'Das Gespräch des Agenten ist zu Ende.',
  'The agent started and did not become ready within {limit} s.':
    'Der Agent wurde gestartet und war nach {limit} s noch nicht bereit.',
  // crates/host/src/conversation/answers.rs
  'What was shown is not what the agent asked for. Nothing was answered; look at the request again.':
    'Gezeigt wurde etwas anderes, als der Agent verlangt hat. Es wurde nichts beantwortet; sieh dir die Anfrage noch einmal an.',
  'The request has only just appeared. Look at it, then allow it.':
    'Die Anfrage ist gerade erst erschienen. Sieh sie dir an und erlaube sie dann.',
  'The arguments are long. Read them to their end, then allow the call.':
    'Die Argumente sind lang. Lies sie bis zum Ende und erlaube dann den Aufruf.',
  'Only calls that read, with the same tool and the same arguments, are allowed together.':
    'Zusammen erlaubt werden nur Aufrufe, die lesen, mit demselben Werkzeug und denselben Argumenten.',
  "This request can't be answered any more: the agent ended, the turn ended, or it took the request back.":
    'Diese Anfrage lässt sich nicht mehr beantworten: Der Agent oder die Runde ist zu Ende, oder er hat sie zurückgezogen.',
  'This request was already answered, here or in another window.':
    'Diese Anfrage wurde schon beantwortet, hier oder in einem anderen Fenster.',
  // crates/host/src/conversation/context.rs
  'A summary has at least one word and at most {1} KiB. Shorten it, or go on without.':
    'Eine Zusammenfassung hat mindestens ein Wort und höchstens {1} KiB. Kürze sie, oder mach ohne weiter.',
  'The agent was told as earlier context:\n{text}':
    'Dem Agenten wurde als früherer Zusammenhang gesagt:\n{text}',
  // crates/host/src/conversation/crashes.rs
  'The agent ended by itself {crashes} times in {minutes} minutes, so Parley does not start it again. Look at what it wrote last and mend the cause; “Restart” tries again.':
    'Der Agent hat sich in {minutes} Minuten {crashes}-mal von selbst beendet, darum startet Parley ihn nicht wieder. Sieh nach, was er zuletzt geschrieben hat, und behebe die Ursache; „Neu starten“ versucht es noch einmal.',
  // crates/host/src/conversation/driver.rs
  'No agent runs in a terminal here.': 'Hier läuft kein Agent in einem Terminal.',
  // crates/host/src/conversation/effects.rs
  'The agent has not read its input for {1} s. Stop it if it stays so.':
    'Der Agent hat seit {1} s seine Eingabe nicht gelesen. Halte ihn an, wenn es so bleibt.',
  'The agent has not answered for {seconds} s. It may still be working; nothing is ended by itself.':
    'Der Agent hat seit {seconds} s nicht geantwortet. Vielleicht arbeitet er noch; von selbst wird nichts beendet.',
  'The agent ran a tool without asking, although it promised to ask. Its own settings, or a file in this folder, may allow that.':
    'Der Agent hat ein Werkzeug ungefragt ausgeführt, obwohl er zu fragen versprach. Vielleicht erlauben das seine eigenen Einstellungen oder eine Datei in diesem Ordner.',
  // crates/host/src/conversation/endings.rs
  'The agent ended before it was done ({how}). The next message starts it again.':
    'Der Agent hat sich beendet, bevor er fertig war ({how}). Die nächste Nachricht startet ihn wieder.',
  "The agent ended before it was ready ({how}). What it wrote last says why; check the profile's arguments and variables.":
    'Der Agent hat sich beendet, bevor er bereit war ({how}). Warum, sagt, was er zuletzt geschrieben hat; prüfe Argumente und Variablen des Profils.',
  'The agent ended ({how}). The next message starts it again.':
    'Der Agent hat sich beendet ({how}). Die nächste Nachricht startet ihn wieder.',
  // crates/host/src/conversation/judging.rs
  "This request can't be answered by a rule.": 'Diese Anfrage kann keine Regel beantworten.',
  'This rule does not settle this request, so it was not kept.':
    'Diese Regel erledigt diese Anfrage nicht, darum wurde sie nicht behalten.',
  // crates/host/src/conversation/launch.rs
  'This version of Parley does not speak the protocol “{id}”.':
    'Diese Version von Parley spricht das Protokoll „{id}“ nicht.',
  'The agent could not take up the earlier session: it starts without what was said before. This transcript is whole.':
    'Der Agent konnte die frühere Sitzung nicht aufnehmen: Er beginnt ohne das bisher Gesagte. Dieser Verlauf ist vollständig.',
  // crates/host/src/conversation/loading.rs
  'Parley was closed': 'Parley wurde geschlossen',
  // crates/host/src/conversation/metering.rs
  'process {1}': 'Prozess {1}',
  // crates/host/src/conversation/provisions.rs
  "The folder {folder} can't be made: {error}.":
    'Der Ordner {folder} lässt sich nicht anlegen: {error}.',
  "The request can't be written to a file: {error}.":
    'Die Anfrage lässt sich nicht in eine Datei schreiben: {error}.',
  "{path} can't be opened: {error}.": '{path} lässt sich nicht öffnen: {error}.',
  "Another conversation's agent is using {database}. One database is one agent: end that one first, or give this profile a database of its own.":
    'Der Agent eines anderen Gesprächs benutzt {database}. Eine Datenbank ist ein Agent: Beende erst den anderen, oder gib diesem Profil eine eigene Datenbank.',
  "{path} can't be locked: {error}.": '{path} lässt sich nicht sperren: {error}.',
  // crates/host/src/conversation/queue.rs
  'There is nothing to send.': 'Es gibt nichts zu senden.',
  'The agent does not know what was said before. Decide first what it is told.':
    'Der Agent weiß nicht, was bisher gesagt wurde. Entscheide zuerst, was er erfährt.',
  'This message is no longer in the queue: it was sent or taken out.':
    'Diese Nachricht steht nicht mehr in der Schlange: Sie wurde gesendet oder herausgenommen.',
  // crates/host/src/conversation/redaction.rs
  'This could not be shown without a key that Parley keeps.':
    'Dies ließ sich nicht ohne einen Schlüssel zeigen, den Parley bewahrt.',
  // crates/host/src/conversation/starting.rs
  'The agent ended by itself. It is started again in {seconds} s.':
    'Der Agent hat sich von selbst beendet. Er wird in {seconds} s wieder gestartet.',
  'The agent and what it started take {1} of memory; the ceiling is {2}. Nothing is ended by itself: the process panel shows what takes it.':
    'Der Agent und was er gestartet hat belegen {1} Speicher; die Grenze liegt bei {2}. Von selbst wird nichts beendet: Die Seite „Prozess“ zeigt, was ihn belegt.',
  // crates/host/src/conversation/state.rs
  "This agent keeps one memory that can't be turned back: it would remember the earlier message too. Write what you want instead as a new message.":
    'Dieser Agent hat ein Gedächtnis, das sich nicht zurückdrehen lässt: Er wüsste auch die frühere Nachricht noch. Schreib stattdessen eine neue Nachricht.',
  // crates/host/src/conversation/stop.rs
  'The agent has not become ready within {seconds} s. It may still be loading; stop it if it stays so.':
    'Der Agent ist seit {seconds} s nicht bereit. Vielleicht lädt er noch; halte ihn an, wenn es so bleibt.',
  'This agent has no mode “{mode}”.': 'Dieser Agent hat keinen Modus „{mode}“.',
  'The agent does not run yet. Send a message first, then change the mode.':
    'Der Agent läuft noch nicht. Sende erst eine Nachricht und ändere dann den Modus.',
  'The agent does not run yet. Send a message first, then change its settings.':
    'Der Agent läuft noch nicht. Sende erst eine Nachricht und ändere dann seine Einstellungen.',
  'The agent was started anew and does not take what was chosen for it before: {1}':
    'Der Agent wurde neu gestartet und nimmt nicht an, was vorher für ihn gewählt war: {1}',
  // crates/host/src/environment.rs
  '{name} from ${{missing}}': '{name} aus ${{missing}}',
  'The profile sets {1}, which {verb} not set. Set {object}, or write a value into the profile.':
    'Das Profil setzt {1} aus Variablen, die nicht gesetzt sind. Setze {object}, oder schreibe einen Wert ins Profil.',
  // crates/host/src/explain.rs
  'There is no agent profile “{profile}”.': 'Ein Profil „{profile}“ gibt es nicht.',
  'The folder {1} does not exist. Choose another folder.':
    'Den Ordner {1} gibt es nicht. Wähle einen anderen.',
  '{1} is not there.': '{1} ist nicht da.',
  '{program} is not on the PATH. Looked for: {1}.':
    '{program} liegt nicht im PATH. Gesucht in: {1}.',
  '(a new one for each start, by which its processes are found again)':
    '(für jeden Start ein neuer, an dem man seine Prozesse wiederfindet)',
  '(the path of a file with the request, new for each start)':
    '(der Pfad einer Datei mit der Anfrage, für jeden Start neu)',
  // crates/host/src/export/import.rs
  'The file could not be read: {0}.': 'Die Datei ließ sich nicht lesen: {0}.',
  'This file is no export of Parley in JSON lines. Export with --format jsonl, or choose another file.':
    'Diese Datei ist kein Export von Parley in JSON-Zeilen. Exportiere mit --format jsonl, oder wähle eine andere Datei.',
  'This file was written by a newer Parley (version {found}; this one reads up to {known}). Update Parley.':
    'Diese Datei stammt von einem neueren Parley (Version {found}; dieses liest bis {known}). Aktualisiere Parley.',
  'it is longer than {1} MiB': 'sie ist länger als {1} MiB',
  'it belongs to no conversation': 'sie gehört zu keinem Gespräch',
  'Imported from {name}.': 'Aus {name} importiert.',
  'event {1} is out of order': 'Ereignis {1} ist nicht an der Reihe',
  'a raw line without bytes': 'eine Rohzeile ohne Bytes',
  // crates/host/src/export/mod.rs
  'The export could not be written to {1}: {reason}. Choose another place.':
    'Der Export ließ sich nicht nach {1} schreiben: {reason}. Wähle einen anderen Ort.',
  'There is no conversation {0} in this archive.':
    'Ein Gespräch {0} gibt es in diesem Archiv nicht.',
  'There is nothing to export: no conversation was chosen.':
    'Es gibt nichts zu exportieren: Es wurde kein Gespräch gewählt.',
  'The export was cancelled; no file was made.':
    'Der Export wurde abgebrochen; es entstand keine Datei.',
  // crates/host/src/export/outlet.rs
  'the standard output': 'die Standardausgabe',
  // crates/host/src/files/checked.rs
  '“{0}” is a folder. Name its path in the message, and the agent can look into it.':
    '„{0}“ ist ein Ordner. Nenne seinen Pfad in der Nachricht, dann kann der Agent hineinsehen.',
  '“{0}” is a pipe: reading it could wait for ever. Attach a file instead.':
    '„{0}“ ist eine Pipe: Sie zu lesen, könnte ewig dauern. Hänge stattdessen eine Datei an.',
  '“{0}” is a socket, not a file. Attach a file instead.':
    '„{0}“ ist ein Socket, keine Datei. Hänge stattdessen eine Datei an.',
  '“{0}” is a device, not a file. Attach a file instead.':
    '„{0}“ ist ein Gerät, keine Datei. Hänge stattdessen eine Datei an.',
  '“{name}” has {megabytes} MB. Files of up to {most} MB can be attached. Name its path in the message instead.':
    '„{name}“ hat {megabytes} MB. Angehängt werden Dateien bis {most} MB. Nenne stattdessen den Pfad in der Nachricht.',
  '“{0}” is not there any more.': '„{0}“ ist nicht mehr da.',
  '“{0}” is a link to something that is not there.': '„{0}“ verweist auf etwas, das nicht da ist.',
  "“{name}” can't be read: {reason}.": '„{name}“ lässt sich nicht lesen: {reason}.',
  '“{0}” did not answer in time. It may lie on a drive that is not connected.':
    '„{0}“ hat nicht rechtzeitig geantwortet. Vielleicht liegt es auf einem Laufwerk, das nicht verbunden ist.',
  "The path of “{0}” holds a line break or another control character, which agents can't be told safely. Rename it and attach it again.":
    'Der Pfad von „{0}“ enthält einen Zeilenumbruch oder ein anderes Steuerzeichen; Agenten lässt er sich so nicht sicher nennen. Benenne die Datei um und hänge sie noch einmal an.',
  "The path of “{0}” is not valid text (UTF-8), so agents can't be told about it. Rename it and attach it again.":
    'Der Pfad von „{0}“ ist kein gültiger Text (UTF-8); Agenten lässt er sich so nicht nennen. Benenne die Datei um und hänge sie noch einmal an.',
  '“{name}” was not attached: {most} files go with one message at most.':
    '„{name}“ wurde nicht angehängt: Mit einer Nachricht gehen höchstens {most} Dateien.',
  // crates/host/src/files/kept.rs
  'the conversation has no folder for files': 'das Gespräch hat keinen Ordner für Dateien',
  // crates/host/src/files/mod.rs
  'What was pasted has {1} MB; up to {2} MB can be. Save it as a file and attach that.':
    'Eingefügt wurden {1} MB; bis zu {2} MB gehen. Sichere es als Datei und hänge sie an.',
  '{MOST} files go with one message at most.':
    'Mit einer Nachricht gehen höchstens {MOST} Dateien.',
  'What was pasted could not be kept: {error}. Is the disk full?':
    'Das Eingefügte ließ sich nicht behalten: {error}. Ist die Platte voll?',
  'This file is not attached any more.': 'Diese Datei ist nicht mehr angehängt.',
  'A file is not attached any more: it was removed in another window.':
    'Eine Datei ist nicht mehr angehängt: Sie wurde in einem anderen Fenster entfernt.',
  '{unfit} Remove it from the message, or attach it again.':
    '{unfit} Nimm sie aus der Nachricht, oder hänge sie noch einmal an.',
  '{unfit} To send this message again, put the file back, or write a new message.':
    '{unfit} Um diese Nachricht noch einmal zu senden, lege die Datei zurück, oder schreibe eine neue.',
  'Attached file: {1}': 'Angehängte Datei: {1}',
  // crates/host/src/host/acting.rs
  "This request can't be answered any more.": 'Diese Anfrage lässt sich nicht mehr beantworten.',
  'What is shown is not what the agent asked for. Close the window and open it again.':
    'Gezeigt wird etwas anderes, als der Agent verlangt hat. Schließe das Fenster und öffne es wieder.',
  // crates/host/src/host/again.rs
  'This is no message that could be sent again. Look whether it is still there.':
    'Diese Nachricht lässt sich nicht noch einmal senden. Sieh nach, ob sie noch da ist.',
  'the copy was made while it ran': 'die Kopie entstand, während er lief',
  'Its agent is the same and remembers everything, also what was said after this point.':
    'Es ist derselbe Agent, und er weiß alles, auch was nach dieser Stelle gesagt wurde.',
  'Its agent does not know it, until it is told.':
    'Sein Agent weiß nichts davon, bis er es erfährt.',
  'What stands above was copied from “{title}”. {known}':
    'Was oben steht, wurde aus „{title}“ kopiert. {known}',
  // crates/host/src/host/keeping.rs
  'It is too late to bring this conversation back.':
    'Es ist zu spät, dieses Gespräch zurückzuholen.',
  // crates/host/src/host/ledger.rs
  'The ledger could not be saved to {1}: {error}.':
    'Das Buch der Entscheidungen ließ sich nicht in {1} speichern: {error}.',
  // crates/host/src/host/moving.rs
  'Line {1}: {2}': 'Zeile {1}: {2}',
  'Parley could not finish this: {error}. Try again.':
    'Parley konnte das nicht beenden: {error}. Versuche es noch einmal.',
  // crates/host/src/host.rs
  "The folder {1} can't be used: {error}.": 'Der Ordner {1} lässt sich nicht benutzen: {error}.',
  '{1} is a file, not a folder.': '{1} ist eine Datei, kein Ordner.',
  // crates/host/src/imports.rs
  "The profile {shown} can't be read: {error}.":
    'Das Profil {shown} lässt sich nicht lesen: {error}.',
  '{shown} is no profile: it is not a file, or larger than 1 MiB.':
    '{shown} ist kein Profil: Es ist keine Datei oder größer als 1 MiB.',
  'as {1}: {error}': 'als {1}: {error}',
  '{shown} is no profile that Parley knows. {1}': '{shown} ist kein Profil, das Parley kennt. {1}',
  // crates/host/src/keys.rs
  'The keychain could not be asked.': 'Der Schlüsselbund ließ sich nicht fragen.',
  '“{1}” needs the key {name}, which is not kept any more. Enter it again in Settings, Providers, or take it out of the agent’s settings.':
    '„{1}“ braucht den Schlüssel {name}, der nicht mehr aufbewahrt wird. Gib ihn unter Einstellungen, Anbieter neu ein, oder nimm ihn aus den Einstellungen des Agenten.',
  '{error} The agent was not started without it.':
    '{error} Der Agent wurde nicht ohne ihn gestartet.',
  '“{1}” would send the key {2} to {url}, and you have not confirmed that address. Confirm it in Settings, Providers, or take it out of the agent’s profile.':
    '„{1}“ würde den Schlüssel {2} an {url} senden, und diese Adresse hast du nicht bestätigt. Bestätige sie unter Einstellungen, Anbieter, oder nimm sie aus dem Profil des Agenten.',
  // crates/host/src/login_shell.rs
  "Of the login shell's environment an agent gets the PATH, united with Parley's own, and the variables its profile asks for by name, or all of them where the profile inherits the environment.":
    'Aus der Umgebung der Login-Shell bekommt ein Agent den PATH, vereint mit dem von Parley, und die Variablen, die sein Profil nennt, oder alle, wenn das Profil die Umgebung erbt.',
  'The login shell is not asked: Parley was started from a terminal, or its setting says so.':
    'Die Login-Shell wird nicht gefragt: Parley wurde aus einem Terminal gestartet, oder seine Einstellung sagt es so.',
  'The login shell has not answered yet. A start waits {1} s at most, then it is made without.':
    'Die Login-Shell hat noch nicht geantwortet. Ein Start wartet höchstens {1} s, dann geht es ohne.',
  'Its PATH may be short: {error}.': 'Ihr PATH ist vielleicht zu kurz: {error}.',
  'Its PATH may be short: the login shell has not answered yet. Try again in a moment.':
    'Ihr PATH ist vielleicht zu kurz: Die Login-Shell hat noch nicht geantwortet. Versuche es gleich noch einmal.',
  // crates/host/src/nib/mod.rs
  'The look broke off: {error}.': 'Der Blick in den Ordner brach ab: {error}.',
  "This project's git setting chooses the program {program}. Look at it, and agree to it before it is run.":
    'Die git-Einstellung dieses Projekts wählt das Programm {program}. Sieh es dir an und stimme zu, bevor es läuft.',
  '“{id}” is no profile that runs operations.': '„{id}“ ist kein Profil, das Vorgänge ausführt.',
  // crates/host/src/options.rs
  "Parley can't use the folder {path} for its files: {reason}. Choose another one with --data-dir.":
    'Parley kann den Ordner {path} nicht für seine Dateien benutzen: {reason}. Wähle einen anderen mit --data-dir.',
  // crates/host/src/problem.rs
  'This conversation is not there any more. It was deleted, or the archive it was in is another one.':
    'Dieses Gespräch ist nicht mehr da. Es wurde gelöscht, oder das Archiv ist ein anderes.',
  'This conversation is being closed. Open it again and repeat what you did.':
    'Dieses Gespräch wird gerade geschlossen. Öffne es noch einmal und wiederhole, was du getan hast.',
  // crates/host/src/profiles.rs
  'Guide (background tasks)': 'Guide (Aufgaben im Hintergrund)',
  'The guide with background tasks and alarms: try “remind me in 10 seconds to stretch”. It runs its tools without asking.':
    'Der Guide mit Aufgaben im Hintergrund und Weckern: Versuche „remind me in 10 seconds to stretch“. Er führt seine Werkzeuge ungefragt aus.',
  'Comes with Parley. No key, no network, no language model: it shows how agents work, and really works in your folder.':
    'Kommt mit Parley. Kein Schlüssel, kein Netz, kein Sprachmodell: Er zeigt, wie Agenten arbeiten, und arbeitet wirklich in deinem Ordner.',
  "Looked for on this machine's PATH.": 'Im PATH dieses Rechners gesucht.',
  'A profile of yours.': 'Ein Profil von dir.',
  'Given on the command line.': 'Auf der Befehlszeile angegeben.',
  // crates/host/src/providers.rs
  'The address has changed since it was shown. Look at it again.':
    'Die Adresse hat sich geändert, seit sie gezeigt wurde. Sieh sie dir noch einmal an.',
  'There is no agent profile “{id}”.': 'Ein Profil „{id}“ gibt es nicht.',
  // crates/host/src/resolve.rs
  'There is no agent profile “{id}”. `parley agents` lists those there are.':
    'Ein Profil „{id}“ gibt es nicht. `parley agents` nennt alle.',
  'Parley does not speak “{protocol}”. It speaks: {1}.':
    'Parley spricht „{protocol}“ nicht. Es spricht: {1}.',
  // crates/host/src/saved_profiles.rs
  '{1} is not a list of profiles ({error}). It is left as it is: mend it or move it away, then try again.':
    '{1} ist keine Liste von Profilen ({error}). Sie bleibt, wie sie ist: Bring sie in Ordnung oder verschiebe sie, und versuche es dann noch einmal.',
  "The profiles can't be saved in {1}: {error}. Nothing was changed.":
    'Die Profile lassen sich nicht in {1} speichern: {error}. Es wurde nichts geändert.',
  // crates/host/src/settings.rs
  'Some settings in {1} have a value this version does not know, so the usual one is used: {2}.':
    'Einige Einstellungen in {1} haben einen Wert, den diese Version nicht kennt; es gilt der übliche: {2}.',
  'The settings could not be saved to {1}: {error}. They are as they were.':
    'Die Einstellungen ließen sich nicht in {1} speichern: {error}. Sie sind, wie sie waren.',
  'Another program changed {1} while Parley was running. What it wrote was put aside as {2}; Parley goes on with your own choices.':
    'Ein anderes Programm hat {1} geändert, während Parley lief. Was es schrieb, liegt nun als {2} daneben; Parley behält deine Wahl.',
  "can't be read: {error}": 'ist nicht lesbar: {error}',
  'was damaged': 'war beschädigt',
  '{1} {what}, and there is no earlier copy, so the usual settings are used. What is left of it is in {2}.':
    '{1} {what}, und es gibt keine frühere Kopie; es gelten die üblichen Einstellungen. Was davon übrig ist, liegt in {2}.',
  '{1} {what}. The last good copy of it is used. What is left of it is in {2}.':
    '{1} {what}. Es gilt die letzte gute Kopie. Was davon übrig ist, liegt in {2}.',
  // crates/host/src/traffic/mod.rs
  'This line is not kept any more: newer ones have taken its place.':
    'Diese Zeile ist nicht mehr da: Neuere haben ihren Platz.',
  "an event that can't be shown: {error}": 'ein Ereignis, das sich nicht zeigen lässt: {error}',
  // crates/host/src/traffic/script.rs
  "No traffic of this conversation's agent is kept, so there is nothing to replay.":
    'Vom Agenten dieses Gesprächs ist kein Verkehr mehr da, darum gibt es nichts abzuspielen.',
  'Replay of {1}': 'Wiedergabe von {1}',
  "The script {1} can't be written: {error}. Choose another place, or make room on the disk.":
    'Das Skript {1} lässt sich nicht schreiben: {error}. Wähle einen anderen Ort, oder schaffe Platz auf der Platte.',
  'There is no folder {1} any more.': 'Den Ordner {1} gibt es nicht mehr.',
  // crates/host/src/view/data.rs
  '… {more} more characters': '… {more} weitere Zeichen',
  // crates/host/src/view/far.rs
  'This row is not there any more.': 'Diese Zeile gibt es nicht mehr.',
  // crates/host/src/view/file.rs
  'The path leads out of its folder with “..”. It was not opened.':
    'Der Pfad führt mit „..“ aus seinem Ordner hinaus. Er wurde nicht geöffnet.',
  "The workspace can't be read: {error}.": 'Der Arbeitsordner lässt sich nicht lesen: {error}.',
  "The file can't be found: {error}.": 'Die Datei ist nicht zu finden: {error}.',
  'The path is a link out of the workspace, to {1}. It was not opened.':
    'Der Pfad führt über einen Verweis aus dem Arbeitsordner, nach {1}. Er wurde nicht geöffnet.',
  'The path is a link to {1}. It was not opened.':
    'Der Pfad ist ein Verweis auf {1}. Er wurde nicht geöffnet.',
  "The file can't be read: {error}.": 'Die Datei lässt sich nicht lesen: {error}.',
  'This is no file but a folder, a pipe or a device. It was not opened.':
    'Das ist keine Datei, sondern ein Ordner, eine Pipe oder ein Gerät. Es wurde nicht geöffnet.',
  'This is no file any more. It was not read.':
    'Das ist keine Datei mehr. Sie wurde nicht gelesen.',
  // crates/host/src/titles.rs
  'wants to read a file': 'möchte eine Datei lesen',
  'wants to search': 'möchte suchen',
  'wants to write a file': 'möchte eine Datei schreiben',
  'wants to change a file': 'möchte eine Datei ändern',
  'wants to run a command': 'möchte einen Befehl ausführen',
  'wants to fetch from the network': 'möchte etwas aus dem Netz holen',
  'wants to start another agent': 'möchte einen weiteren Agenten starten',
  'wants to use {1}': 'möchte {1} benutzen',
  // crates/host/src/view/reading.rs
  'This is over 32 MiB of text, more than the clipboard takes. Copy less of it, or export the conversation.':
    'Das sind über 32 MiB Text, mehr als die Zwischenablage fasst. Kopiere weniger, oder exportiere das Gespräch.',
  'This file lies in no folder.': 'Diese Datei liegt in keinem Ordner.',
  'This row names no such file.': 'Diese Zeile nennt keine solche Datei.',
  // crates/host/src/workspace.rs
  'The folder {folder} is not there any more, so nothing was started in it. Say where it is now, or put it back.':
    'Der Ordner {folder} ist nicht mehr da, darum wurde darin nichts gestartet. Sag, wo er jetzt liegt, oder leg ihn zurück.',
  'The folder {before} is there. Only one that is gone can be located anew.':
    'Der Ordner {before} ist da. Nur ein fehlender lässt sich neu angeben.',
};
