import type { ImportReport } from '../../generated';
import { t } from './text';
import { wordedPart } from '../../shared/lib/text/index.svelte';

/** What an import did, a sentence each. */
export function importWords(report: ImportReport): string[] {
  const told = [t('imported', { n: report.conversations.length })];
  if (report.brokenOff) told.push(t('brokenOff'), wordedPart(report.brokenOff));
  if (report.renamed > 0) told.push(t('renamed', { n: report.renamed }));
  if (report.incomplete > 0) told.push(t('incomplete', { n: report.incomplete }));
  if (report.bad > 0) told.push(t('left', { n: report.bad }));
  return [...told, ...report.reasons.map(wordedPart)];
}
