import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  running: 'Running',
  starting: 'Starting',
  none: 'No process',
  noneWhy: 'The agent starts with the next message.',
  memory: 'Memory',
  processor: 'Processor',
  age: 'Age',
  count: { one: '{n} process', other: '{n} processes' } as Plural,
  threads: { one: '{n} thread', other: '{n} threads' } as Plural,
  ceiling: 'Uses more than the {size} at which Parley warns. Nothing is stopped for it.',
  lastEnd: 'The last one ended',
  endedBySelf: 'by itself',
  endedByUs: 'as asked',
  survivors: {
    one: '{n} process it had started was ended with it.',
    other: '{n} processes it had started were ended with it.',
  } as Plural,
  after: 'It ended by itself. It is started again with the next message, in {s} at the earliest.',
  stopped: {
    one: 'It ended by itself {n} time. Restart it when you know why.',
    other: 'It ended by itself {n} times in ten minutes. Restart it when you know why.',
  } as Plural,
  stderr: 'Last lines of standard error',
  noStderr: 'Nothing on standard error.',
  stop: 'Stop turn',
  force: 'Force stop',
  forceWhy: 'Ends the agent and everything it started, at once.',
  restart: 'Restart',
  restartWhy: 'Ends the agent in order and starts it anew.',
  tree: 'Processes of this conversation',
  command: 'Command line',
};

const de: typeof en = {
  running: 'Läuft',
  starting: 'Startet',
  none: 'Kein Prozess',
  noneWhy: 'Der Agent startet mit der nächsten Nachricht.',
  memory: 'Speicher',
  processor: 'Prozessor',
  age: 'Alter',
  count: { one: '{n} Prozess', other: '{n} Prozesse' },
  threads: { one: '{n} Thread', other: '{n} Threads' },
  ceiling: 'Braucht mehr als die {size}, bei denen Parley warnt. Deshalb wird nichts beendet.',
  lastEnd: 'Der letzte endete',
  endedBySelf: 'von selbst',
  endedByUs: 'wie verlangt',
  survivors: {
    one: '{n} von ihm gestarteter Prozess wurde mit beendet.',
    other: '{n} von ihm gestartete Prozesse wurden mit beendet.',
  },
  after: 'Er endete von selbst. Mit der nächsten Nachricht startet er neu, frühestens in {s}.',
  stopped: {
    one: 'Er endete {n} Mal von selbst. Starte ihn neu, wenn du weißt, warum.',
    other: 'Er endete {n} Mal in zehn Minuten von selbst. Starte ihn neu, wenn du weißt, warum.',
  },
  stderr: 'Letzte Zeilen der Fehlerausgabe',
  noStderr: 'Nichts auf der Fehlerausgabe.',
  stop: 'Runde stoppen',
  force: 'Sofort beenden',
  forceWhy: 'Beendet den Agenten und alles, was er gestartet hat, auf der Stelle.',
  restart: 'Neu starten',
  restartWhy: 'Beendet den Agenten geordnet und startet ihn neu.',
  tree: 'Prozesse dieses Gesprächs',
  command: 'Befehlszeile',
};

export const catalogues = { en, de };
export const t = textsOf<keyof typeof en>(catalogues);
