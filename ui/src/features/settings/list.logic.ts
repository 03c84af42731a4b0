import type { Settings } from '../../generated';
import { ENTRIES, SECTIONS } from './list';
import type { Chosen, Entry, SectionId, Setting, SettingId } from './list';

export function isSetting(entry: Entry): entry is Setting {
  return 'usual' in entry;
}

export const settings: readonly Setting[] = ENTRIES.filter(isSetting);

/** The section of that name, or the first. */
export function sectionOf(part: string | undefined): SectionId {
  return SECTIONS.find((section) => section === part) ?? 'appearance';
}

export function isUsual(setting: Setting, now: Settings): boolean {
  return now[setting.id] === setting.usual;
}

/** The change that gives one setting its usual value. */
export function reset(setting: Setting): Partial<Chosen> {
  return { [setting.id]: setting.usual };
}

/** The change that gives every setting its usual value, the keys too; nothing else is forgotten. */
export function resetAll(): Partial<Settings> {
  const usual: Partial<Record<SettingId, unknown>> = {};
  for (const setting of settings) usual[setting.id] = setting.usual;
  return { ...(usual as Partial<Settings>), shortcuts: {} };
}

export function allUsual(now: Settings): boolean {
  return (
    settings.every((setting) => isUsual(setting, now)) &&
    Object.keys(now.shortcuts ?? {}).length === 0
  );
}

/** The choices of a setting: the listed ones, and what a file says by hand. */
export function choices<T extends string | number>(options: readonly T[], now: T): readonly T[] {
  if (options.includes(now)) return options;
  const all = [...options, now];
  return typeof now === 'number' ? all.sort((a, b) => Number(a) - Number(b)) : all;
}

/** What there is to find of a section or an entry. */
export interface Findable {
  readonly section: SectionId;
  /** None for the section itself. */
  readonly entry: Entry | null;
  readonly words: string;
}

/** Every word of the query occurs, in whatever order; case and accents do not matter. */
export function found(all: readonly Findable[], query: string): readonly Findable[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return all.filter((one) => {
    const words = plain(one.words);
    return wanted.every((word) => words.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}
