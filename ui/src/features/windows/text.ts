import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  title: { one: '{n} agent is still at work', other: '{n} agents are still at work' } as Plural,
  keptInTray: {
    one: 'It can go on without a window. The tray shows it until it is done; then Parley ends by itself.',
    other:
      'They can go on without a window. The tray shows them until they are done; then Parley ends by itself.',
  } as Plural,
  keptUnseen: {
    one: 'It can go on without a window until it is done; then Parley ends by itself. This desktop has no tray to show it: start Parley again to see it.',
    other:
      'They can go on without a window until they are done; then Parley ends by itself. This desktop has no tray to show them: start Parley again to see them.',
  } as Plural,
  once: 'Your answer holds from now on. The settings change it.',
  keep: { one: 'Keep it running', other: 'Keep them running' } as Plural,
  stop: { one: 'Stop it', other: 'Stop them' } as Plural,
  last: 'When the last window is closed',
  lastHint: 'Only while agents are at work. Otherwise Parley ends.',
  'last.ask': 'Ask',
  'last.keep': 'Keep them running',
  'last.stop': 'Stop them and quit',
  gone: 'The folder {folder} is gone',
  goneWhy:
    'This conversation can be read. The agent is not started until the folder is there again, or you say where it is now.',
  goneOthers: {
    one: 'This conversation and {n} other in this folder can be read. No agent is started until the folder is there again, or you say where it is now.',
    other:
      'This conversation and {n} others in this folder can be read. No agent is started until the folder is there again, or you say where it is now.',
  } as Plural,
  where: 'Where the folder is now',
  choose: 'Choose…',
  locate: 'Use this folder',
};

const de: Record<keyof typeof en, string | Plural> = {
  title: { one: '{n} Agent arbeitet noch', other: '{n} Agenten arbeiten noch' },
  keptInTray: {
    one: 'Er kann ohne Fenster weiterarbeiten. Der Infobereich zeigt ihn, bis er fertig ist; dann beendet sich Parley.',
    other:
      'Sie können ohne Fenster weiterarbeiten. Der Infobereich zeigt sie, bis sie fertig sind; dann beendet sich Parley.',
  },
  keptUnseen: {
    one: 'Er kann ohne Fenster weiterarbeiten, bis er fertig ist; dann beendet sich Parley. Dieser Desktop hat keinen Infobereich, der ihn zeigt: Starte Parley erneut, um ihn zu sehen.',
    other:
      'Sie können ohne Fenster weiterarbeiten, bis sie fertig sind; dann beendet sich Parley. Dieser Desktop hat keinen Infobereich, der sie zeigt: Starte Parley erneut, um sie zu sehen.',
  },
  once: 'Deine Antwort gilt von nun an. Die Einstellungen ändern sie.',
  keep: { one: 'Weiterarbeiten lassen', other: 'Weiterarbeiten lassen' },
  stop: { one: 'Anhalten', other: 'Alle anhalten' },
  last: 'Beim Schließen des letzten Fensters',
  lastHint: 'Nur solange Agenten arbeiten. Sonst beendet sich Parley.',
  'last.ask': 'Fragen',
  'last.keep': 'Weiterarbeiten lassen',
  'last.stop': 'Anhalten und beenden',
  gone: 'Der Ordner {folder} ist nicht mehr da',
  goneWhy:
    'Dieses Gespräch lässt sich lesen. Der Agent wird erst gestartet, wenn der Ordner wieder da ist oder du sagst, wo er jetzt liegt.',
  goneOthers: {
    one: 'Dieses Gespräch und {n} weiteres in diesem Ordner lassen sich lesen. Kein Agent wird gestartet, bis der Ordner wieder da ist oder du sagst, wo er jetzt liegt.',
    other:
      'Dieses Gespräch und {n} weitere in diesem Ordner lassen sich lesen. Kein Agent wird gestartet, bis der Ordner wieder da ist oder du sagst, wo er jetzt liegt.',
  },
  where: 'Wo der Ordner jetzt liegt',
  choose: 'Wählen…',
  locate: 'Diesen Ordner verwenden',
};

export const catalogues = { en, de };
export const t = textsOf(catalogues);
