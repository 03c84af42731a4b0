import { textsOf } from '../../shared/lib/text/feature';

const en = {
  label: 'Terminal of {agent}',
  live: 'Session runs',
  over: 'Session is over',
  size: '{columns} × {rows}',
  copy: 'Copy',
  copied: 'Copied',
  copyHint: 'Copies what is selected (Ctrl Shift C)',
  stop: 'End it',
  stopHint: 'Ends the session and its program',
  again: 'New session…',
  leave: 'F6 leads out of the terminal',
  none: 'No terminal yet',
  noneHint:
    'Operations that are talked with, such as a critique or an interview with a character, open one here.',
  skipped: '[ earlier lines are not kept any more ]',
};

const de: Record<keyof typeof en, string> = {
  label: 'Terminal von {agent}',
  live: 'Sitzung läuft',
  over: 'Sitzung ist zu Ende',
  size: '{columns} × {rows}',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyHint: 'Kopiert, was markiert ist (Strg Umschalt C)',
  stop: 'Beenden',
  stopHint: 'Beendet die Sitzung und ihr Programm',
  again: 'Neue Sitzung…',
  leave: 'F6 führt aus dem Terminal hinaus',
  none: 'Noch kein Terminal',
  noneHint:
    'Vorgänge, mit denen man spricht, etwa eine Kritik oder ein Gespräch mit einer Figur, öffnen hier eines.',
  skipped: '[ frühere Zeilen sind nicht mehr da ]',
};

export const catalogues = { en, de };
export const tm = textsOf(catalogues);
