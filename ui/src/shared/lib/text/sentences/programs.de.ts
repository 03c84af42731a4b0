/** What the host says of programs, keys and what is drawn, in German by its English. */
export const programs: Readonly<Record<string, string>> = {
  // crates/model/src/cost.rs
  '“{text}” is no currency: three letters, such as USD':
    '„{text}“ ist keine Währung: drei Buchstaben wie USD',
  "The prices can't be read ({why}). Each names a currency, an input and an output price.":
    'Die Preise sind nicht lesbar ({why}). Jeder nennt eine Währung und je einen Preis für Eingabe und Ausgabe.',
  '{number} is no price for a million tokens. A price is a number from 0 to 1,000,000; set it again.':
    '{number} ist kein Preis für eine Million Token. Ein Preis ist eine Zahl von 0 bis 1.000.000; gib ihn neu ein.',
  'There are two prices for every other model. Take one of them out.':
    'Es gibt zwei Preise für alle anderen Modelle. Nimm einen heraus.',
  '“{model}” has two prices. Take one of them out.':
    '„{model}“ hat zwei Preise. Nimm einen heraus.',
  'An agent has at most 64 prices. Take some of them out.':
    'Ein Agent hat höchstens 64 Preise. Nimm einige heraus.',
  // crates/model/src/transcript.rs
  'unknown message “{type_name}”': 'unbekannte Nachricht „{type_name}“',
  // crates/process/src/diagnosis.rs
  "the program's path": 'der Pfad des Programms',
  "the folder's path": 'der Pfad des Ordners',
  'argument {1}': 'das Argument {1}',
  'the name of a variable': 'der Name einer Variablen',
  'the variable {1}': 'die Variable {1}',
  'entering the folder of the conversation': 'in den Ordner des Gesprächs zu wechseln',
  'the arguments and variables together': 'Argumente und Variablen zusammen',
  'starting the agent': 'den Agenten zu starten',
  'foreign (ELF machine {other})': 'fremdes (ELF-Maschine {other})',
  // crates/process/src/error.rs
  '{1} is not executable. Make it so (chmod +x), or check that its file system allows programs':
    '{1} ist nicht ausführbar. Mach es ausführbar (chmod +x), oder prüfe, ob sein Dateisystem Programme erlaubt',
  '{1} is a folder, not a program. Choose the program inside it':
    '{1} ist ein Ordner, kein Programm. Wähle das Programm darin',
  '{1} is a {found} program and this machine cannot run it. Install the one for {2}':
    '{1} ist ein Programm für {found}, das auf diesem Rechner nicht läuft. Installiere das für {2}',
  'the folder {1} does not exist. Choose another folder for this conversation':
    'den Ordner {1} gibt es nicht. Wähle für dieses Gespräch einen anderen',
  '{1} is not a folder. Choose a folder for this conversation':
    '{1} ist kein Ordner. Wähle für dieses Gespräch einen Ordner',
  '{what} is too long: the system takes at most {limit} bytes. Send a shorter message, or put it in a file':
    '{what}: zu lang, das System nimmt höchstens {limit} Byte. Sende eine kürzere Nachricht, oder leg sie in eine Datei',
  '{what} holds a NUL byte, which no program can be given. Remove it':
    '{what} enthält ein NUL-Byte, das kein Programm bekommen kann. Entferne es',
  '{what} holds a line break, which the batch file {1} cannot be given. Remove it, or choose the program that the batch file starts':
    '{what} enthält einen Zeilenumbruch, den die Batch-Datei {1} nicht bekommen kann. Entferne ihn, oder wähle das Programm, das sie startet',
  "Parley's companion program {1} is missing or cannot be run. Install Parley again":
    'Parleys Begleitprogramm {1} fehlt oder lässt sich nicht ausführen. Installiere Parley neu',
  "Parley's companion program {1} does not fit this version of Parley. Install Parley again, so that both come from one package":
    'Parleys Begleitprogramm {1} passt nicht zu dieser Version. Installiere Parley neu, damit beide aus einem Paket kommen',
  'Parley cannot start agents on this system yet':
    'Parley kann auf diesem System noch keine Agenten starten',
  '{what} failed: {source}': '{what} ist misslungen: {source}',
  'there is no program {1}. Check the path, or install it':
    'ein Programm {1} gibt es nicht. Prüfe den Pfad, oder installiere es',
  'the program {1} was not found in {2}. Install it, or give its full path':
    'das Programm {1} war in {2} nicht zu finden. Installiere es, oder gib seinen ganzen Pfad an',
  "{1} needs {2} to run, which is not installed. Install it, or mend the script's first line":
    '{1} braucht zum Laufen {2}, und das ist nicht installiert. Installiere es, oder berichtige die erste Zeile des Skripts',
  '{1} names no interpreter. Give it a first line such as #!/bin/sh, or run the interpreter with the script as its argument':
    '{1} nennt keinen Interpreter. Gib ihm eine erste Zeile wie #!/bin/sh, oder führe den Interpreter mit dem Skript als Argument aus',
  'the agent is not reading its input: {queued} of {capacity} bytes wait already. Wait, or stop the agent':
    'der Agent liest seine Eingabe nicht: {queued} von {capacity} Byte warten schon. Warte, oder halte den Agenten an',
  "the agent's input is closed. Start it again to send this":
    'die Eingabe des Agenten ist geschlossen. Starte ihn neu, um das zu senden',
  // crates/process/src/exit.rs
  'killed by {name}': 'beendet durch {name}',
  'killed by signal {signal}': 'beendet durch Signal {signal}',
  'ended in an unknown way': 'auf unbekannte Weise beendet',
  // crates/process/src/login_shell.rs
  'no login shell is set for this user. Set one with chsh, or give programs by their full path':
    'für diesen Benutzer ist keine Login-Shell eingestellt. Stelle mit chsh eine ein, oder gib Programme mit ganzem Pfad an',
  'the login shell {1} did not answer within {2} ms. Something in its start files takes long or waits for input':
    'die Login-Shell {1} hat nicht binnen {2} ms geantwortet. Etwas in ihren Startdateien dauert lange oder wartet auf Eingabe',
  'the login shell {1} did not run a command ({reason}). Look at its start files':
    'die Login-Shell {1} hat einen Befehl nicht ausgeführt ({reason}). Sieh ihre Startdateien an',
  'it was not tried': 'es wurde nicht versucht',
  'it ended': 'sie endete',
  // crates/process/src/spawn.rs
  'starting the guardian': 'den Wächter zu starten',
  'opening the control socket': 'die Steuerverbindung zu öffnen',
  'hearing from the guardian': 'vom Wächter zu hören',
  "opening the agent's pipes": 'die Verbindungen zum Agenten zu öffnen',
  'opening a terminal': 'ein Terminal zu öffnen',
  'preparing the guardian': 'den Wächter vorzubereiten',
  // crates/process/src/stderr.rs
  '[{left_out} lines of standard error left out]':
    '[{left_out} Zeilen der Fehlerausgabe weggelassen]',
  // crates/process/src/windows/check.rs
  'argument {index}': 'das Argument {index}',
  'the command line': 'die Befehlszeile',
  'an argument': 'ein Argument',
  // crates/process/src/windows/spawn.rs
  'putting the agent in a job': 'den Agenten in einen Job zu stellen',
  'letting the agent run': 'den Agenten laufen zu lassen',
  // crates/render/src/diff/mod.rs
  'No newline at end of file': 'Kein Zeilenende am Ende der Datei',
  // crates/render/src/diff/rows.rs
  '{1} more rows are not shown.': '{1} weitere Zeilen werden nicht gezeigt.',
  // crates/render/src/image.rs
  'The image is not shown: its data is not valid base64.':
    'Das Bild wird nicht gezeigt: Seine Daten sind kein gültiges base64.',
  'The image is not shown: its header says it has no pixels.':
    'Das Bild wird nicht gezeigt: Sein Kopf sagt, es habe keine Bildpunkte.',
  'The image is not shown: its header says {width} × {height} pixels; up to {MAX_SIDE} a side and {1} million in all are shown.':
    'Das Bild wird nicht gezeigt: Sein Kopf nennt {width} × {height} Bildpunkte; gezeigt werden bis zu {MAX_SIDE} je Seite und {1} Millionen im Ganzen.',
  'The image is not shown: it has {1} MiB; up to {2} MiB are shown.':
    'Das Bild wird nicht gezeigt: Es hat {1} MiB; gezeigt werden bis zu {2} MiB.',
  'The image is not shown: its header is incomplete.':
    'Das Bild wird nicht gezeigt: Sein Kopf ist unvollständig.',
  'The image is not shown: {1}. PNG, JPEG, GIF and WebP are shown.':
    'Das Bild wird nicht gezeigt: {1}. Gezeigt werden PNG, JPEG, GIF und WebP.',
  'it is an SVG, which can carry scripts': 'es ist ein SVG, das Skripte enthalten kann',
  'it is a BMP': 'es ist ein BMP',
  'it is a TIFF': 'es ist ein TIFF',
  'it is an AVIF, HEIF or a film': 'es ist ein AVIF, HEIF oder ein Film',
  'it is a PDF': 'es ist ein PDF',
  'it is empty': 'es ist leer',
  'it is of an unknown kind': 'es ist von unbekannter Art',
  // crates/render/src/terminal.rs
  '{1} more lines ({2} bytes) are not shown.':
    '{1} weitere Zeilen ({2} Byte) werden nicht gezeigt.',
  // crates/secrets/src/keychain.rs
  'This session has no message bus (D-Bus), so there is no keychain to keep keys in.':
    'Diese Sitzung hat keinen Nachrichtenbus (D-Bus), darum gibt es keinen Schlüsselbund für Schlüssel.',
  'The keychain is turned off ({SWITCH}=off).':
    'Der Schlüsselbund ist abgeschaltet ({SWITCH}=off).',
  'No keychain answers on this system. Install one, such as GNOME Keyring or KWallet, and log in again.':
    'Auf diesem System antwortet kein Schlüsselbund. Installiere einen, etwa GNOME Keyring oder KWallet, und melde dich neu an.',
  'The keychain is locked. Unlock it and try again.':
    'Der Schlüsselbund ist gesperrt. Entsperre ihn und versuche es noch einmal.',
  'The keychain did not answer within {0} s. It may be waiting for its password in another window.':
    'Der Schlüsselbund hat nicht binnen {0} s geantwortet. Vielleicht wartet er in einem anderen Fenster auf sein Passwort.',
  "The keychain did not give back what was stored in it, so it can't be relied on.":
    'Der Schlüsselbund gab nicht zurück, was in ihm abgelegt wurde; auf ihn ist kein Verlass.',
  'What the keychain holds under this name is not a key. Enter the key again.':
    'Was der Schlüsselbund unter diesem Namen hat, ist kein Schlüssel. Gib den Schlüssel neu ein.',
  "The keychain holds more than one key under this name. Remove them with the system's keychain program and enter the key again.":
    'Der Schlüsselbund hat unter diesem Namen mehr als einen Schlüssel. Entferne sie mit dem Programm des Systems und gib den Schlüssel neu ein.',
  'The keychain refused.': 'Der Schlüsselbund hat abgelehnt.',
  // crates/secrets/src/name.rs
  "“{0}” can't be the name of a variable: only letters, digits and _ can be in one, with no digit at the start.":
    '„{0}“ kann kein Name einer Variablen sein: Darin stehen nur Buchstaben, Ziffern und _, und am Anfang keine Ziffer.',
  "“{0}” is not a variable for a key: the system uses it to run programs. Set it in the agent's profile if it is meant.":
    '„{0}“ ist keine Variable für einen Schlüssel: Das System braucht sie, um Programme auszuführen. Setze sie im Profil des Agenten, wenn sie gemeint ist.',
  // crates/secrets/src/secret.rs
  'The key is empty. Paste it into the field.': 'Der Schlüssel ist leer. Füge ihn in das Feld ein.',
  "The key has fewer than {SHORTEST} characters. Something that short can't be kept out of transcripts and logs, so Parley does not keep it. Check that it was copied whole.":
    'Der Schlüssel hat weniger als {SHORTEST} Zeichen. So etwas Kurzes lässt sich nicht aus Verläufen und Protokollen heraushalten, darum behält Parley es nicht. Prüfe, ob er ganz kopiert ist.',
  "The key is longer than 64 KiB, more than a program's environment takes.":
    'Der Schlüssel ist länger als 64 KiB, mehr, als die Umgebung eines Programms fasst.',
  'The key has a line end or a control character in it. Copy it again, in one piece: a key is one line.':
    'Im Schlüssel steckt ein Zeilenende oder ein Steuerzeichen. Kopiere ihn noch einmal in einem Stück: Ein Schlüssel ist eine Zeile.',
  // crates/secrets/src/vault/index.rs
  "{1} can't be read: {error}.": '{1} ist nicht lesbar: {error}.',
  'The list of keys was damaged and was put aside as {1}. Keys in the keychain are still there; enter those that are missing here again.':
    'Die Liste der Schlüssel war beschädigt und liegt nun als {1} daneben. Die Schlüssel im Schlüsselbund sind noch da; gib die, die hier fehlen, neu ein.',
  'agent {profile}': 'Agent {profile}',
  // crates/secrets/src/vault/plain.rs
  '{1} is damaged. Enter its keys again.': '{1} ist beschädigt. Gib die Schlüssel darin neu ein.',
  // crates/secrets/src/vault.rs
  'The key {variable}: {error}': 'Der Schlüssel {variable}: {error}',
  'The key {0} is not in the keychain any more. Enter it again, or remove it.':
    'Der Schlüssel {0} ist nicht mehr im Schlüsselbund. Gib ihn neu ein, oder entferne ihn.',
  "{path} can't be written: {error}. Nothing was changed in it.":
    '{path} lässt sich nicht schreiben: {error}. Darin wurde nichts geändert.',
  'There is no key {0}.': 'Einen Schlüssel {0} gibt es nicht.',
  // Within what is drawn.
  '… {1} more bytes': '… {1} weitere Byte',
  '… {1} more bytes are not shown': '… {1} weitere Byte werden nicht gezeigt',
  '… {1} more characters': '… {1} weitere Zeichen',
  Note: 'Hinweis',
  Tip: 'Tipp',
  Important: 'Wichtig',
  Warning: 'Warnung',
  Caution: 'Vorsicht',
};
