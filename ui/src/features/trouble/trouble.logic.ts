import type { RepairReport } from '../../generated';
import { t } from './text';

/** Kinds of an archive that does not open, as the host tells them apart. */
const KINDS = [
  'locked',
  'readOnly',
  'newer',
  'damaged',
  'notArchive',
  'diskFull',
  'oldSqlite',
  'folder',
  'refused',
] as const;
export type Kind = (typeof KINDS)[number];

/** The kind in a problem's code `archive.<kind>`; one this window does not know was refused. */
export function kindOf(code: string): Kind {
  return KINDS.find((kind) => code === `archive.${kind}`) ?? 'refused';
}

/** Whether a repair can mend it. The others are nothing that is wrong with the file. */
export function canRepair(kind: Kind): boolean {
  return kind === 'damaged' || kind === 'notArchive' || kind === 'refused';
}

/** What a repair saved and lost, a sentence each. */
export function repairWords(report: RepairReport): { saved: string; lost: string[] } {
  if (!report.kept) return { saved: t('sound'), lost: [] };
  const lost = report.missing.map((one) =>
    t('lostEvents', { n: one.events, title: one.title || t('untitled') }),
  );
  if (report.nameless > 0) lost.unshift(t('lostNames', { n: report.nameless }));
  if (report.broken > 0) lost.push(t('lostPlaces', { n: report.broken }));
  return { saved: t('saved', { n: report.conversations, events: report.events }), lost };
}
