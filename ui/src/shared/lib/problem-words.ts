import type { Problem } from '../../generated';
import { t } from './text/later/text';

/** What is told of a problem. What failed in the window itself has no words of its own. */
export function problemWords({ code, message }: Problem): string {
  return code === 'window' ? t('app.threw') : message || t('app.problem');
}
