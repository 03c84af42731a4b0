import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  now: 'Now',
  past: 'Earlier',
  which: 'Which tasks are shown',
  empty: 'Nothing runs in the background.',
  emptyHint:
    'Running turns and operations, research and alarms of every conversation are listed here. To see some, start the guide with background tasks and say “remind me in 10 seconds to stretch”.',
  emptyHere: 'Nothing runs in this conversation.',
  emptyPast: 'Nothing has ended yet.',
  emptyPastHint: 'Alarms that fired, research that is done and operations that ran are kept here.',
  list: { one: '{n} task', other: '{n} tasks' } as Plural,
  untitled: 'New conversation',

  'kind.alarm': 'Alarm',
  'kind.research': 'Research',
  'kind.reflect': 'Reflection',
  'kind.other': 'Task',
  'kind.turn': 'Turn',
  'kind.ownTurn': 'Turn of its own',
  'kind.operation': 'Operation',

  'state.running': 'running',
  'state.pending': 'set',
  'state.waiting': 'waits for you',
  'state.asleep': 'agent not running',
  'state.fired': 'fired',
  'state.done': 'done',
  'state.failed': 'failed',
  'state.stopped': 'stopped',
  'alarm.stopped': 'taken back',

  fires: 'in {time}',
  due: 'due now',
  overdue: '{time} overdue',
};

const de: Record<keyof typeof en, string | Plural> = {
  now: 'Jetzt',
  past: 'Früher',
  which: 'Welche Aufgaben zu sehen sind',
  empty: 'Im Hintergrund läuft nichts.',
  emptyHint:
    'Laufende Runden und Vorgänge, Recherchen und Wecker aller Gespräche stehen hier. Um welche zu sehen, starte den Guide mit Hintergrundaufgaben und sage: “remind me in 10 seconds to stretch”.',
  emptyHere: 'In diesem Gespräch läuft nichts.',
  emptyPast: 'Noch ist nichts zu Ende gegangen.',
  emptyPastHint:
    'Wecker, die geklingelt haben, fertige Recherchen und gelaufene Vorgänge bleiben hier stehen.',
  list: { one: '{n} Aufgabe', other: '{n} Aufgaben' },
  untitled: 'Neues Gespräch',

  'kind.alarm': 'Wecker',
  'kind.research': 'Recherche',
  'kind.reflect': 'Nachdenken',
  'kind.other': 'Aufgabe',
  'kind.turn': 'Runde',
  'kind.ownTurn': 'Eigene Runde',
  'kind.operation': 'Vorgang',

  'state.running': 'läuft',
  'state.pending': 'gestellt',
  'state.waiting': 'wartet auf dich',
  'state.asleep': 'Agent läuft nicht',
  'state.fired': 'geklingelt',
  'state.done': 'fertig',
  'state.failed': 'fehlgeschlagen',
  'state.stopped': 'angehalten',
  'alarm.stopped': 'zurückgenommen',

  fires: 'in {time}',
  due: 'jetzt fällig',
  overdue: 'seit {time} fällig',
};

export const catalogues = { en, de };
export const tx = textsOf(catalogues);
