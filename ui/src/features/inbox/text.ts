import { textsOf } from '../../shared/lib/text/feature';
import type { Plural } from '../../shared/lib/text/en';

const en = {
  empty: 'Nothing waits for you.',
  emptyHint:
    'When an agent asks before it acts, its request is here too, whichever conversation it is in.',
  open: 'Show the conversation',
  waiting: 'Requests that wait for you',
  count: { one: '{n} waits', other: '{n} wait' } as Plural,
  denyAll: 'Deny all…',
  untitled: 'New conversation',
  more: {
    one: '{n} more waits. It is listed as soon as one of these is answered.',
    other: '{n} more wait. They are listed as these are answered.',
  } as Plural,
  expand: 'Show the request',
  together: {
    one: '{n} identical request that only reads',
    other: '{n} identical requests that only read',
  } as Plural,
  allowThese: { one: 'Allow this {n}', other: 'Allow these {n}' } as Plural,
  missed: 'No longer waiting',
  missedHint: 'These could not be answered in time. The agent may ask again.',
};

const de: Record<keyof typeof en, string | Plural> = {
  empty: 'Nichts wartet auf dich.',
  emptyHint:
    'Fragt ein Agent, bevor er handelt, steht die Anfrage auch hier, gleich in welchem Gespräch.',
  open: 'Gespräch zeigen',
  waiting: 'Anfragen, die auf dich warten',
  count: { one: '{n} wartet', other: '{n} warten' },
  denyAll: 'Alle ablehnen…',
  untitled: 'Neues Gespräch',
  more: {
    one: '{n} weitere wartet. Sie erscheint, sobald eine von diesen beantwortet ist.',
    other: '{n} weitere warten. Sie erscheinen, sobald diese beantwortet sind.',
  },
  expand: 'Anfrage zeigen',
  together: {
    one: '{n} gleiche Anfrage, die nur liest',
    other: '{n} gleiche Anfragen, die nur lesen',
  },
  allowThese: { one: 'Diese {n} erlauben', other: 'Diese {n} erlauben' },
  missed: 'Wartet nicht mehr',
  missedHint:
    'Diese konnten nicht rechtzeitig beantwortet werden. Der Agent fragt vielleicht noch einmal.',
};

export const catalogues = { en, de };
export const tx = textsOf(catalogues);
