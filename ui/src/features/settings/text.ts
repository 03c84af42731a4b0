import { textsOf } from '../../shared/lib/text/feature';

const en = {
  title: 'Settings',
  search: 'Search settings',
  nothing: 'No setting has these words.',
  sections: 'Sections',
  reset: 'Back to the default: {value}',
  resetAll: 'Reset all…',
  resetAllTitle: 'Reset all settings?',
  resetAllWhy:
    'Every setting goes back to its default, and so do the keys. Conversations, agents, rules and keys of providers stay.',
  resetNow: 'Reset all',
  cancel: 'Cancel',
  on: 'on',
  off: 'off',
  mib: '{n} MiB',
  gib: '{n} GiB',
  days: '{n} days',
  year: 'a year',
  secs: '{n} s',
  mins: '{n} min',
  open: 'Open',
  copy: 'Copy the path',
  copied: 'Copied',
  show: 'Show folder',

  appearance: 'Appearance',
  conversations: 'Conversations',
  approvals: 'Approvals',
  agents: 'Agents',
  providers: 'Providers',
  notifications: 'Notifications',
  storage: 'Storage',
  privacy: 'Privacy',
  advanced: 'Advanced',
  'providers.words': 'API key keys keychain Anthropic OpenAI Bedrock Vertex',
  'providers.hint': 'The keys that agents get, and where they are kept.',

  language: 'Language',
  'language.hint': 'Of the windows and of what the desktop shows of Parley.',
  'language.system': 'System',
  'language.en': 'English',
  'language.de': 'Deutsch',
  theme: 'Theme',
  'theme.hint': 'The colours of all windows.',
  'theme.system': 'System',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  textPercent: 'Text size',
  'textPercent.hint': 'Everything grows with it, from 80 to 200 %.',
  smaller: 'Smaller text',
  larger: 'Larger text',

  agentsWithoutWindow: 'Agents without a window',
  'agentsWithoutWindow.hint':
    'When the window of a conversation is closed. One with pending tasks is never ended for it.',
  'agentsWithoutWindow.keep': 'Keep running',
  'agentsWithoutWindow.whileBusy': 'Finish, then end',
  'agentsWithoutWindow.stop': 'Stop at once',
  lastWindow: 'When the last window is closed',
  'lastWindow.hint': 'Only while agents are at work. Otherwise Parley ends.',
  'lastWindow.ask': 'Ask',
  'lastWindow.keep': 'Keep them running',
  'lastWindow.stop': 'Stop them and quit',

  inbox: 'Inbox',
  'inbox.hint': 'Everything that waits for your answer, from all conversations.',
  rules: 'Rules',
  'rules.hint':
    'What agents may do without asking, and what they never may. You write each of them.',
  ledger: 'Ledger',
  'ledger.hint': 'Every request, what was decided, by whom, and what came of it.',

  profiles: 'Agents on this machine',
  'profiles.hint': 'What was found, how each is started, and agents of your own.',
  loginShell: 'Environment of the login shell',
  'loginShell.hint':
    'Started from a menu, Parley lacks what your shell sets, such as PATH. It can ask the shell for it.',
  'loginShell.automatic': 'Started from a menu',
  'loginShell.always': 'At every start',
  'loginShell.never': 'Never',
  memoryCeilingMib: 'Memory warning',
  'memoryCeilingMib.hint':
    'Warns when an agent and what it started use more. Nothing is stopped for it.',
  'memoryCeilingMib.0': 'Never',

  notifyAlarms: 'Alarms',
  'notifyAlarms.hint':
    'Tells of an alarm that fires while no window of Parley is in front. What waits for your answer is always told.',
  notifyTurnsSecs: 'Long turns',
  'notifyTurnsSecs.hint':
    'Tells of the end of a turn that took at least this long, unless you stopped it.',
  'notifyTurnsSecs.0': 'Never',
  'notifyTurnsSecs.1': 'Every turn',

  trafficMib: 'Raw lines of a conversation',
  'trafficMib.hint':
    'What Parley and an agent said to each other, for the inspector. The oldest lines go first.',
  'trafficMib.0': 'None',
  trafficTotalMib: 'Raw lines of all conversations',
  'trafficTotalMib.hint': 'Together no more than this. Messages are not counted and never dropped.',
  'trafficTotalMib.0': 'No limit',
  trafficDays: 'Age of raw lines',
  'trafficDays.hint': 'Older lines are dropped. The conversations stay.',
  'trafficDays.0': 'Keep always',
  archivedDays: 'Archived conversations',
  'archivedDays.hint':
    'Deletes an archived conversation that was not used for so long, for good. Pinned ones and unsent drafts stay.',
  'archivedDays.0': 'Keep always',
  import: 'Import conversations',
  'import.hint': 'From a Parley export (.jsonl). What is there already stays as it is.',
  'import.do': 'Choose a file…',
  dataFolder: 'Folder of Parley’s files',
  'dataFolder.hint': 'Conversations, settings and logs. Only you can read it. Another: --data-dir.',

  account: 'No account',
  'account.hint': 'Parley has none. There is nothing to sign in to.',
  network: 'No network of its own',
  'network.hint':
    'Parley itself connects to nothing. Agents do, under their own terms; a link opens in your browser after you were asked.',
  telemetry: 'No telemetry',
  'telemetry.hint':
    'Nothing is counted, measured or sent. Reports of errors leave only by your hand.',
  redaction: 'Keys are taken out',
  'redaction.hint':
    'A key that Parley knows is replaced before anything is written: to the log, raw lines, the archive and exports.',

  welcome: 'First steps',
  'welcome.hint': 'The guide, the agents of this machine, and how Parley asks.',
  logs: 'Log',
  'logs.hint': 'What Parley did, without keys. Never more than 64 MiB.',
  diagnostics: 'Diagnostics',
  'diagnostics.hint': 'A report for whoever helps you. You read it before it is saved.',
  'diagnostics.do': 'Make a report…',
  version: 'Version',
  'version.hint': 'Parley {version}',
};

const de: typeof en = {
  title: 'Einstellungen',
  search: 'Suchen',
  nothing: 'Keine Einstellung enthält diese Wörter.',
  sections: 'Abschnitte',
  reset: 'Zurück zum Standard: {value}',
  resetAll: 'Alle zurücksetzen…',
  resetAllTitle: 'Alle Einstellungen zurücksetzen?',
  resetAllWhy:
    'Jede Einstellung bekommt ihren Standard zurück, auch die Tasten. Gespräche, Agenten, Regeln und die Schlüssel der Anbieter bleiben.',
  resetNow: 'Alle zurücksetzen',
  cancel: 'Abbrechen',
  on: 'an',
  off: 'aus',
  mib: '{n} MiB',
  gib: '{n} GiB',
  days: '{n} Tage',
  year: 'ein Jahr',
  secs: '{n} s',
  mins: '{n} Min.',
  open: 'Öffnen',
  copy: 'Pfad kopieren',
  copied: 'Kopiert',
  show: 'Ordner zeigen',

  appearance: 'Darstellung',
  conversations: 'Gespräche',
  approvals: 'Freigaben',
  agents: 'Agenten',
  providers: 'Anbieter',
  notifications: 'Mitteilungen',
  storage: 'Speicher',
  privacy: 'Privatsphäre',
  advanced: 'Erweitert',
  'providers.words': 'API-Schlüssel Schlüsselbund Anthropic OpenAI Bedrock Vertex',
  'providers.hint': 'Die Schlüssel, die Agenten bekommen, und wo sie liegen.',

  language: 'Sprache',
  'language.hint':
    'Die Sprache (language) der Fenster und dessen, was der Desktop von Parley zeigt.',
  'language.system': 'System',
  'language.en': 'English',
  'language.de': 'Deutsch',
  theme: 'Farben',
  'theme.hint': 'Die Farben aller Fenster.',
  'theme.system': 'System',
  'theme.light': 'Hell',
  'theme.dark': 'Dunkel',
  textPercent: 'Schriftgröße',
  'textPercent.hint': 'Alles wächst mit, von 80 bis 200 %.',
  smaller: 'Kleinere Schrift',
  larger: 'Größere Schrift',

  agentsWithoutWindow: 'Agenten ohne Fenster',
  'agentsWithoutWindow.hint':
    'Wenn das Fenster eines Gesprächs geschlossen wird. Wer noch Aufgaben hat, wird deshalb nie beendet.',
  'agentsWithoutWindow.keep': 'Weiterarbeiten lassen',
  'agentsWithoutWindow.whileBusy': 'Fertig werden, dann beenden',
  'agentsWithoutWindow.stop': 'Sofort anhalten',
  lastWindow: 'Beim Schließen des letzten Fensters',
  'lastWindow.hint': 'Nur solange Agenten arbeiten. Sonst beendet sich Parley.',
  'lastWindow.ask': 'Fragen',
  'lastWindow.keep': 'Weiterarbeiten lassen',
  'lastWindow.stop': 'Anhalten und beenden',

  inbox: 'Eingang',
  'inbox.hint': 'Alles, was auf eine Antwort wartet, aus allen Gesprächen.',
  rules: 'Regeln',
  'rules.hint':
    'Was Agenten ohne Nachfrage dürfen und was nie. Jede davon ist von Hand geschrieben.',
  ledger: 'Protokoll',
  'ledger.hint': 'Jede Anfrage, wie und von wem sie entschieden wurde und was daraus wurde.',

  profiles: 'Agenten auf diesem Rechner',
  'profiles.hint': 'Was gefunden wurde, wie jeder gestartet wird, und eigene Agenten.',
  loginShell: 'Umgebung der Anmelde-Shell',
  'loginShell.hint':
    'Aus einem Menü gestartet fehlt Parley, was die Shell setzt, etwa PATH. Es kann die Shell danach fragen.',
  'loginShell.automatic': 'Beim Start aus Menüs',
  'loginShell.always': 'Bei jedem Start',
  'loginShell.never': 'Nie',
  memoryCeilingMib: 'Warnung vor Speicherbedarf',
  'memoryCeilingMib.hint':
    'Warnt, wenn ein Agent und was er gestartet hat mehr brauchen. Deshalb wird nichts beendet.',
  'memoryCeilingMib.0': 'Nie',

  notifyAlarms: 'Wecker',
  'notifyAlarms.hint':
    'Meldet einen Wecker, der klingelt, während kein Fenster von Parley vorn ist.',
  notifyTurnsSecs: 'Lange Runden',
  'notifyTurnsSecs.hint':
    'Meldet das Ende einer Runde, die mindestens so lange gedauert hat, außer sie wurde angehalten.',
  'notifyTurnsSecs.0': 'Nie',
  'notifyTurnsSecs.1': 'Jede Runde',

  trafficMib: 'Rohzeilen eines Gesprächs',
  'trafficMib.hint':
    'Was Parley und ein Agent einander gesagt haben, für den Inspektor. Die ältesten gehen zuerst.',
  'trafficMib.0': 'Keine',
  trafficTotalMib: 'Rohzeilen aller Gespräche',
  'trafficTotalMib.hint':
    'Zusammen nicht mehr als das. Nachrichten zählen nicht mit und werden nie gelöscht.',
  'trafficTotalMib.0': 'Keine Grenze',
  trafficDays: 'Alter der Rohzeilen',
  'trafficDays.hint': 'Ältere Zeilen werden gelöscht. Die Gespräche bleiben.',
  'trafficDays.0': 'Immer behalten',
  archivedDays: 'Archivierte Gespräche',
  'archivedDays.hint':
    'Löscht ein archiviertes Gespräch, das so lange nicht benutzt wurde, endgültig. Angeheftete und ungesendete Entwürfe bleiben.',
  'archivedDays.0': 'Immer behalten',
  import: 'Gespräche importieren',
  'import.hint': 'Aus einem Export von Parley (.jsonl). Was schon da ist, bleibt, wie es ist.',
  'import.do': 'Datei wählen…',
  dataFolder: 'Ordner der Dateien von Parley',
  'dataFolder.hint':
    'Gespräche, Einstellungen und Protokolle. Kein anderer Benutzer kann ihn lesen. Ein anderer: --data-dir.',

  account: 'Kein Konto',
  'account.hint': 'Parley hat keines. Es gibt nichts, wo man sich anmelden müsste.',
  network: 'Kein eigenes Netz',
  'network.hint':
    'Parley selbst verbindet sich mit nichts. Agenten tun es, zu ihren eigenen Bedingungen; ein Link öffnet sich nach einer Frage im Browser.',
  telemetry: 'Keine Telemetrie',
  'telemetry.hint':
    'Nichts wird gezählt, gemessen oder gesendet. Fehlerberichte gehen nur von Hand hinaus.',
  redaction: 'Schlüssel werden entfernt',
  'redaction.hint':
    'Ein Schlüssel, den Parley kennt, wird ersetzt, bevor etwas geschrieben wird: ins Protokoll, in Rohzeilen, ins Archiv und in Exporte.',

  welcome: 'Erste Schritte',
  'welcome.hint': 'Der Guide, die Agenten dieses Rechners, und wie Parley fragt.',
  logs: 'Protokoll',
  'logs.hint': 'Was Parley getan hat, ohne Schlüssel. Nie mehr als 64 MiB.',
  diagnostics: 'Diagnose',
  'diagnostics.hint': 'Ein Bericht für alle, die helfen. Vor dem Sichern ist er zu lesen.',
  'diagnostics.do': 'Bericht erstellen…',
  version: 'Version',
  'version.hint': 'Parley {version}',
};

export const catalogues = { en, de };
export const t = textsOf(catalogues);
export type SettingsText = keyof typeof en;
