import { textsOf } from '../../shared/lib/text/feature';

const en = {
  page: 'First steps',
  title: 'Welcome to Parley',
  lead: 'One window for the AI agents on this machine. You see everything they do, and those that can ask, ask you first.',
  plain:
    'No account and no telemetry. Parley itself connects to nothing; agents do, under their own terms.',
  skip: 'Skip',
  skipAll: 'Skip all',
  next: 'Continue',
  done: 'Done',
  step: 'Step {n} of {of}',
  isDone: 'done',
  isSkipped: 'skipped',
  more: 'First steps: {left} more',

  guide: 'Try the guide in a folder',
  'guide.short': 'A built-in agent that needs no key and no network.',
  'guide.text':
    'The guide is no language model: it does what you type, really, in the folder you choose. It lists, reads, writes, edits and runs, and asks before each step. A good way to see how approvals work.',
  'guide.ready':
    'A conversation with the guide is ready. It is no language model: it does what you type, really, and asks before each step. It works in a folder of Parley’s own, where nothing of yours lies; any other folder will do too.',
  'guide.folder': 'Folder',
  'guide.choose': 'Choose…',
  'guide.go': 'Try the guide',

  agents: 'What was found on this machine',
  'agents.short': 'Agents that Parley can start, and what they still need.',
  'agents.looking': 'Looking…',
  ready: 'ready',
  needsKey: 'needs a key',
  addKey: 'Add a key',
  asks: 'asks before it acts',
  unasked: 'runs tools without asking',
  missing: 'Looked for and not found: {names}.',
  all: 'All agents',
  other: 'Start with one of them…',

  asking: 'How Parley asks, and where things are',
  'asking.short': 'Approvals, rules, and the keys to everything.',
  'asking.mode':
    'Each conversation has a mode, at the top right: ask before acting, accept edits, or accept everything while a banner says so.',
  'asking.card':
    'A request shows what would be done. Allow it once or by a rule you can read, or deny it with a reason. Nothing is allowed by silence.',
  'asking.inbox': 'Requests of all conversations wait here too.',
  'asking.palette': 'Every command and conversation, by a few letters.',
  'asking.keys': 'All shortcuts, and how to change them.',
  'asking.rules': 'Rules',
  'asking.ledger': 'Every decision so far',
};

const de: typeof en = {
  page: 'Erste Schritte',
  title: 'Willkommen bei Parley',
  lead: 'Ein Fenster für die KI-Agenten auf diesem Rechner. Du siehst alles, was sie tun, und wer fragen kann, fragt dich zuerst.',
  plain:
    'Kein Konto und keine Telemetrie. Parley selbst verbindet sich mit nichts; Agenten tun es, zu ihren eigenen Bedingungen.',
  skip: 'Überspringen',
  skipAll: 'Alle überspringen',
  next: 'Weiter',
  done: 'Fertig',
  step: 'Schritt {n} von {of}',
  isDone: 'erledigt',
  isSkipped: 'übersprungen',
  more: 'Erste Schritte: noch {left}',

  guide: 'Den Guide in einem Ordner ausprobieren',
  'guide.short': 'Ein eingebauter Agent, der weder Schlüssel noch Netz braucht.',
  'guide.text':
    'Der Guide ist kein Sprachmodell: Er tut wirklich, was du tippst, in dem Ordner, den du wählst. Er listet, liest, schreibt, bearbeitet und führt aus, und er fragt vor jedem Schritt. So siehst du gut, wie Freigaben gehen.',
  'guide.ready':
    'Ein Gespräch mit dem Guide liegt bereit. Er ist kein Sprachmodell: Er tut wirklich, was du tippst, und fragt vor jedem Schritt. Er arbeitet in einem Ordner von Parley, in dem nichts von dir liegt; jeder andere Ordner geht auch.',
  'guide.folder': 'Ordner',
  'guide.choose': 'Wählen…',
  'guide.go': 'Guide ausprobieren',

  agents: 'Was auf diesem Rechner gefunden wurde',
  'agents.short': 'Agenten, die Parley starten kann, und was ihnen noch fehlt.',
  'agents.looking': 'Wird gesucht…',
  ready: 'bereit',
  needsKey: 'braucht einen Schlüssel',
  addKey: 'Schlüssel hinzufügen',
  asks: 'fragt, bevor er handelt',
  unasked: 'führt Werkzeuge ungefragt aus',
  missing: 'Gesucht und nicht gefunden: {names}.',
  all: 'Alle Agenten',
  other: 'Mit einem davon beginnen…',

  asking: 'Wie Parley fragt, und wo alles ist',
  'asking.short': 'Freigaben, Regeln und die Tasten zu allem.',
  'asking.mode':
    'Jedes Gespräch hat oben rechts einen Modus: fragen, Änderungen annehmen, oder alles annehmen, solange ein Banner es sagt.',
  'asking.card':
    'Eine Anfrage zeigt, was getan würde. Erlaube sie einmal oder durch eine Regel, die du lesen kannst, oder lehne sie mit einem Grund ab. Schweigen erlaubt nichts.',
  'asking.inbox': 'Anfragen aller Gespräche warten auch hier.',
  'asking.palette': 'Jeder Befehl und jedes Gespräch, mit ein paar Buchstaben.',
  'asking.keys': 'Alle Tastenkürzel, und wie du sie änderst.',
  'asking.rules': 'Regeln',
  'asking.ledger': 'Alle bisherigen Entscheidungen',
};

export const catalogues = { en, de };
export const t = textsOf<keyof typeof en>(catalogues);
