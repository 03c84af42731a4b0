import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';
import { wordedPart } from '../../shared/lib/text/index.svelte';

const en = {
  title: 'Manuscript',
  folder: 'Project folder',
  choose: 'Choose…',
  needFolder: 'The folder of the manuscript: its scenes, chapters and characters.',
  by: 'Done by',
  byFound: '{name}, {by}',
  byNone: 'No backend was found',
  confirm: 'This project chooses the program that would be run here. Look at it before you agree:',
  agree: 'I know this program and agree to run it for this project',

  fillIn: 'Operation as a form…',
  terminal: 'Terminal',
  operation: 'Operation',
  protocolName: 'In the protocol: {name}',
  answers: 'With an answer',
  talks: 'Talks, in a terminal',
  paths: 'Scenes and chapters',
  oneFile: 'The manuscript, one file',
  filter: 'Find a file',
  chosen: { one: '{n} file', other: '{n} files' } as Plural,
  none: 'none chosen',
  clear: 'Clear',
  whole: 'All of {folder}',
  top: 'In the project itself',
  noFiles: 'No texts in this folder: .md, .txt, .fountain, .org, .rst, .adoc, .tex',
  noMatch: 'No file’s name holds that.',
  truncated: 'The folder holds more files than are listed.',
  character: 'Character',
  characterHint: 'Its identifier, such as lance-thurgood',
  question: 'Question',
  range: 'Range',
  rangeHint: 'Chapters or scenes, such as 1-5',
  context: 'Context',
  contextHint: 'What the agent is given to read',
  schema: 'Schema of the data',
  schemaHint: 'A JSON Schema: what the answer’s data must be',
  jsonFound: 'Line {line}: “{found}” does not belong there',
  jsonEnd: 'The end is missing: a bracket or a quote is still open',
  projectName: 'Project name',
  effort: 'Effort',
  effortDefault: 'as usual',
  session: 'Session',
  'session.start': 'Begin',
  'session.resume': 'Go on',
  'session.new': 'Start anew',
  'session.startHint': 'A talk under this name.',
  'session.resumeHint': 'The talk goes on; the agent knows what was said.',
  'session.newHint': 'The agent forgets the talk of this name and begins again.',
  sessionId: 'Name of the session',
  optional: 'optional',

  run: 'Run',
  talk: 'Open the session',
  running: 'Starting…',
  incomplete: 'Still missing or wrong: {fields}',
  history: 'Run here',
  noHistory: 'What is run in this project is listed here, with what came of it.',
  again: 'Fill in again',
  stop: 'Stop',
  show: 'Show it',

  'op.scene-proof': 'Proofread scenes; the files are changed',
  'op.chapter-proof': 'Proofread the scenes of a chapter; the files are changed',
  'op.scene-critique': 'Talk over a scene with an editor',
  'op.chapter-critique': 'Talk over a chapter with an editor',
  'op.manuscript-critique': 'Talk over the whole manuscript, one file, with an editor',
  'op.voice-check': 'Check that a character’s voice is the same in all scenes',
  'op.continuity-check': 'Look for contradictions in scenes',
  'op.continuity-ask': 'Ask about the manuscript',
  'op.continuity-index': 'Draw data out of a scene, by a JSON Schema',
  'op.character-talk': 'Interview a character',
  'op.manuscript-search': 'Search scenes by a question',
  'op.project-scaffold': 'Write the backend’s own files into the project',

  'state.running': 'runs',
  'state.waiting': 'waits',
  'state.done': 'done',
  'state.failed': 'failed',
  'state.stopped': 'stopped',
};

const de: Record<keyof typeof en, string | Plural> = {
  title: 'Manuskript',
  folder: 'Projektordner',
  choose: 'Wählen…',
  needFolder: 'Der Ordner des Manuskripts: seine Szenen, Kapitel und Figuren.',
  by: 'Erledigt von',
  byFound: '{name}, {by}',
  byNone: 'Es wurde kein Programm dafür gefunden',
  confirm:
    'Dieses Projekt bestimmt selbst, welches Programm hier läuft. Sieh es an, ehe du zustimmst:',
  agree: 'Ich kenne dieses Programm und lasse es für dieses Projekt laufen',

  fillIn: 'Vorgang als Formular…',
  terminal: 'Terminal',
  operation: 'Vorgang',
  protocolName: 'Im Protokoll: {name}',
  answers: 'Mit einer Antwort',
  talks: 'Gespräche, im Terminal',
  paths: 'Szenen und Kapitel',
  oneFile: 'Das Manuskript, eine Datei',
  filter: 'Datei suchen',
  chosen: { one: '{n} Datei', other: '{n} Dateien' },
  none: 'keine gewählt',
  clear: 'Leeren',
  whole: 'Alles in {folder}',
  top: 'Im Projekt selbst',
  noFiles: 'Keine Texte in diesem Ordner: .md, .txt, .fountain, .org, .rst, .adoc, .tex',
  noMatch: 'Kein Dateiname enthält das.',
  truncated: 'Der Ordner enthält mehr Dateien, als hier stehen.',
  character: 'Figur',
  characterHint: 'Ihre Kennung, etwa lance-thurgood',
  question: 'Frage',
  range: 'Bereich',
  rangeHint: 'Kapitel oder Szenen, etwa 1-5',
  context: 'Zusammenhang',
  contextHint: 'Was der Agent zu lesen bekommt',
  schema: 'Schema der Daten',
  schemaHint: 'Ein JSON-Schema: wie die Daten der Antwort sein müssen',
  jsonFound: 'Zeile {line}: „{found}“ gehört da nicht hin',
  jsonEnd: 'Das Ende fehlt: eine Klammer oder ein Anführungszeichen ist noch offen',
  projectName: 'Name des Projekts',
  effort: 'Aufwand',
  effortDefault: 'wie üblich',
  session: 'Sitzung',
  'session.start': 'Beginnen',
  'session.resume': 'Fortsetzen',
  'session.new': 'Von vorn',
  'session.startHint': 'Ein Gespräch unter diesem Namen.',
  'session.resumeHint': 'Das Gespräch geht weiter; der Agent weiß, was gesagt wurde.',
  'session.newHint': 'Der Agent vergisst das Gespräch dieses Namens und beginnt neu.',
  sessionId: 'Name der Sitzung',
  optional: 'wahlweise',

  run: 'Ausführen',
  talk: 'Sitzung öffnen',
  running: 'Beginnt…',
  incomplete: 'Es fehlt noch oder stimmt nicht: {fields}',
  history: 'Hier gelaufen',
  noHistory: 'Was in diesem Projekt läuft, steht hier, mit dem, was daraus wurde.',
  again: 'Noch einmal ausfüllen',
  stop: 'Anhalten',
  show: 'Zeigen',

  'op.scene-proof': 'Szenen Korrektur lesen; die Dateien werden geändert',
  'op.chapter-proof': 'Die Szenen eines Kapitels Korrektur lesen; die Dateien werden geändert',
  'op.scene-critique': 'Eine Szene mit einem Lektor besprechen',
  'op.chapter-critique': 'Ein Kapitel mit einem Lektor besprechen',
  'op.manuscript-critique': 'Das ganze Manuskript, eine Datei, mit einem Lektor besprechen',
  'op.voice-check': 'Prüfen, ob eine Figur in allen Szenen gleich klingt',
  'op.continuity-check': 'Widersprüche in Szenen suchen',
  'op.continuity-ask': 'Nach etwas im Manuskript fragen',
  'op.continuity-index': 'Daten aus einer Szene ziehen, nach einem JSON-Schema',
  'op.character-talk': 'Eine Figur befragen',
  'op.manuscript-search': 'Szenen mit einer Frage durchsuchen',
  'op.project-scaffold': 'Die eigenen Dateien des Programms ins Projekt schreiben',

  'state.running': 'läuft',
  'state.waiting': 'wartet',
  'state.done': 'fertig',
  'state.failed': 'fehlgeschlagen',
  'state.stopped': 'angehalten',
};

export const catalogues = { en, de };
export const tn = textsOf(catalogues);

type Key = keyof typeof en;

/**
 * What an operation does: in the user's language where it is known, else as the host says it, and
 * where nobody knows it as the protocol calls it.
 */
export function operationWords(name: string, about = name): string {
  const key = `op.${name}`;
  return key in en ? tn(key as Key) : wordedPart(about);
}

const FIELDS: Readonly<Partial<Record<string, keyof typeof en>>> = {
  character_slug: 'character',
  project_name: 'projectName',
  paths: 'paths',
  question: 'question',
  range: 'range',
  context: 'context',
  schema: 'schema',
  session: 'session',
  effort: 'effort',
};

/** What a field of an operation is called above its box. */
export function fieldName(field: string): string {
  const key = FIELDS[field];
  return key ? tn(key) : field;
}
