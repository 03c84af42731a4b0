import type { Entry, Setting } from './list';
import { ENTRIES, SECTIONS } from './list';
import { isSetting } from './list.logic';
import type { Findable } from './list.logic';
import { catalogues, t } from './text';
import type { SettingsText } from './text';

function known(key: string): key is SettingsText {
  return key in catalogues.en;
}

/** A text whose key is put together; nothing where there is none. */
function maybe(key: string): string {
  return known(key) ? t(key) : '';
}

/** A value of a setting, for people. */
export function valued(setting: Setting, value: string | number | boolean): string {
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  const own = maybe(`${setting.id}.${value}`);
  if (own || typeof value === 'string') return own || String(value);
  if (setting.form === 'size') return `${value} %`;
  const unit = 'unit' in setting ? setting.unit : undefined;
  switch (unit) {
    case 'mib':
      return value >= 1024 && value % 1024 === 0
        ? t('gib', { n: value / 1024 })
        : t('mib', { n: value });
    case 'days':
      return value === 365 ? t('year') : t('days', { n: value });
    case 'secs':
      return value >= 60 && value % 60 === 0
        ? t('mins', { n: value / 60 })
        : t('secs', { n: value });
    default:
      return String(value);
  }
}

/** Every word by which an entry is found: its names, what it says, its choices. */
function words(entry: Entry): string {
  const choices =
    isSetting(entry) && 'options' in entry ? entry.options.map((one) => valued(entry, one)) : [];
  return [t(entry.section), t(entry.id), t(`${entry.id}.hint`), entry.id, ...choices].join(' ');
}

/** All there is to find, in the order of the page. */
export function findable(): Findable[] {
  return SECTIONS.flatMap((section): Findable[] => {
    const own = ENTRIES.filter((entry) => entry.section === section);
    const found: Findable[] = own.map((entry) => ({ section, entry, words: words(entry) }));
    if (own.length > 0) return found;
    const itself = [t(section), maybe(`${section}.hint`), maybe(`${section}.words`)].join(' ');
    return [{ section, entry: null, words: itself }];
  });
}
