import { textsOf } from '../../shared/lib/text/feature';

const en = {
  duplicate: 'Duplicate',
  export: 'Export…',
  deleteKey: 'Del',
  inMessages: 'In messages',
  searching: 'Searching…',
  noHits: 'No message holds “{query}”.',
  searchFailed: 'Messages could not be searched: {message}',
  moreHits: 'Show more',
};

const de: Record<keyof typeof en, string> = {
  duplicate: 'Duplizieren',
  export: 'Exportieren…',
  deleteKey: 'Entf',
  inMessages: 'In Nachrichten',
  searching: 'Wird gesucht…',
  noHits: 'Keine Nachricht enthält „{query}“.',
  searchFailed: 'Nachrichten konnten nicht durchsucht werden: {message}',
  moreHits: 'Mehr zeigen',
};

export const catalogues = { en, de };
export const t = textsOf(catalogues);
