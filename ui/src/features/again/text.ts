import type { Plural } from '../../shared/lib/text/en';
import { textsOf } from '../../shared/lib/text/feature';

const en = {
  actions: 'Actions on this message',
  copy: 'Copy text',
  edit: 'Edit and send again',
  again: 'Ask again',
  sendAgain: 'Send again',
  runAgain: 'Run again',
  duplicate: 'Duplicate up to here',
  continue: 'Continue',
  continueWords: 'Please go on from where you stopped.',
  asBranch: 'A new conversation begins at this message. This one stays as it is.',
  inPlace: 'It is sent once more in this conversation.',
  editing: 'Editing an earlier message.',
  editingBranch: 'Sending begins a new conversation from there; this one stays as it is.',
  editingPlace: 'It is sent as a new message.',
  cancelEdit: 'Cancel',
  turn: 'Actions on this turn',
  hintFailed: 'You can ask again, or write what to do differently.',
  hintStopped: 'Your next message goes on from here.',
  hintInterrupted: 'It did not stop by itself, so it was ended. Your next message starts it again.',
  hintTimedOut: 'The limit is set in the agent’s profile. Your next message goes on from here.',
  hintAgentExited: 'Your next message starts it again.',
  hintUnfinished: 'How far it came is not known. Look at what it changed before you go on.',
  forgetsNoSession:
    'The agent has to be started again and keeps no session: it will not know what was said here.',
  forgetsOtherSession:
    'The agent could not take up its earlier session: it does not know what was said here.',
  forgetsBranch: 'This is a copy. Its agent does not know what stands above.',
  tell: 'Show the summary…',
  without: 'Go on without',
  waits: 'Your message waits until you decide.',
  summaryTitle: 'What the agent is told',
  summaryHistory: 'It gets this as earlier context, before your message.',
  summaryMessage: 'It gets this as a message of its own, before yours.',
  summaryCount: {
    one: 'Made from {n} message of this conversation. You can change it.',
    other: 'Made from {n} messages of this conversation. You can change it.',
  },
  summaryLeftOut: {
    one: 'Made from {n} message of this conversation; left out: {left}. You can change it.',
    other: 'Made from {n} messages of this conversation; left out: {left}. You can change it.',
  },
  summaryLabel: 'Summary',
  summarySend: 'Send the summary',
  summaryLoading: 'Reading the conversation…',
} as const;

const de: Record<keyof typeof en, string | Plural> = {
  actions: 'Was mit dieser Nachricht geht',
  copy: 'Text kopieren',
  edit: 'Bearbeiten und erneut senden',
  again: 'Noch einmal fragen',
  sendAgain: 'Erneut senden',
  runAgain: 'Erneut ausführen',
  duplicate: 'Bis hierher duplizieren',
  continue: 'Weiter',
  continueWords: 'Bitte mach dort weiter, wo du aufgehört hast.',
  asBranch: 'Bei dieser Nachricht beginnt ein neues Gespräch. Dieses bleibt, wie es ist.',
  inPlace: 'Sie wird in diesem Gespräch noch einmal gesendet.',
  editing: 'Du bearbeitest eine frühere Nachricht.',
  editingBranch: 'Senden beginnt dort ein neues Gespräch; dieses bleibt, wie es ist.',
  editingPlace: 'Sie wird als neue Nachricht gesendet.',
  cancelEdit: 'Abbrechen',
  turn: 'Was mit dieser Runde geht',
  hintFailed: 'Du kannst noch einmal fragen oder schreiben, was anders werden soll.',
  hintStopped: 'Deine nächste Nachricht macht hier weiter.',
  hintInterrupted:
    'Er hielt nicht von selbst an und wurde beendet. Deine nächste Nachricht startet ihn neu.',
  hintTimedOut:
    'Die Grenze steht im Profil des Agenten. Deine nächste Nachricht macht hier weiter.',
  hintAgentExited: 'Deine nächste Nachricht startet ihn neu.',
  hintUnfinished:
    'Wie weit er kam, ist nicht bekannt. Sieh nach, was er geändert hat, bevor du weitermachst.',
  forgetsNoSession:
    'Der Agent muss neu starten und merkt sich keine Sitzung: Er weiß nicht, was hier gesagt wurde.',
  forgetsOtherSession:
    'Der Agent konnte seine frühere Sitzung nicht aufnehmen: Er weiß nicht, was hier gesagt wurde.',
  forgetsBranch: 'Dies ist eine Kopie. Ihr Agent kennt nicht, was oben steht.',
  tell: 'Zusammenfassung ansehen…',
  without: 'Ohne weitermachen',
  waits: 'Deine Nachricht wartet, bis du entscheidest.',
  summaryTitle: 'Was dem Agenten gesagt wird',
  summaryHistory: 'Er bekommt dies als früheren Zusammenhang, vor deiner Nachricht.',
  summaryMessage: 'Er bekommt dies als eigene Nachricht, vor deiner.',
  summaryCount: {
    one: 'Aus {n} Nachricht dieses Gesprächs gemacht. Du kannst sie ändern.',
    other: 'Aus {n} Nachrichten dieses Gesprächs gemacht. Du kannst sie ändern.',
  },
  summaryLeftOut: {
    one: 'Aus {n} Nachricht dieses Gesprächs gemacht; weggelassen: {left}. Du kannst sie ändern.',
    other:
      'Aus {n} Nachrichten dieses Gesprächs gemacht; weggelassen: {left}. Du kannst sie ändern.',
  },
  summaryLabel: 'Zusammenfassung',
  summarySend: 'Zusammenfassung senden',
  summaryLoading: 'Das Gespräch wird gelesen…',
};

export const catalogues = { en, de };
export const t = textsOf<keyof typeof en>(catalogues);
