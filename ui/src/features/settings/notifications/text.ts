import { textsOf } from '../../../shared/lib/text/feature';

const en = {
  title: 'Notifications',
  lead: 'Told by the desktop while no window that shows the conversation is in front. Requests that wait for you are always told.',
  alarms: 'Alarms',
  alarmsHint: 'When an alarm of an agent fires.',
  turns: 'Long turns',
  turnsHint: 'When a turn that took this long has ended. One that you stopped is not told.',
  never: 'never',
  every: 'every turn',
  seconds: 'from {n} s on',
  minutes: 'from {n} min on',
};

const de: Record<keyof typeof en, string> = {
  title: 'Mitteilungen',
  lead: 'Der Schreibtisch meldet sie, solange kein Fenster vorn ist, das das Gespräch zeigt. Anfragen, die auf dich warten, meldet er immer.',
  alarms: 'Wecker',
  alarmsHint: 'Wenn ein Wecker eines Agenten klingelt.',
  turns: 'Lange Züge',
  turnsHint:
    'Wenn ein Zug zu Ende ist, der so lange gedauert hat. Einer, den du angehalten hast, wird nicht gemeldet.',
  never: 'nie',
  every: 'jeden Zug',
  seconds: 'ab {n} s',
  minutes: 'ab {n} min',
};

export const catalogues = { en, de };
export const tx = textsOf(catalogues);
