import { describe, expect, it } from 'vitest';
import type { Settings } from '../../generated';
import { useLanguage } from '../../shared/lib/text/index.svelte';
import { ENTRIES, SECTIONS } from './list';
import {
  allUsual,
  choices,
  found,
  isUsual,
  reset,
  resetAll,
  sectionOf,
  settings,
} from './list.logic';
import { findable, valued } from './wording';

const usual: Settings = {
  ...(Object.fromEntries(settings.map((one) => [one.id, one.usual])) as unknown as Settings),
  lastProfile: 'guide',
  lastWorkspace: '/home/ada',
  shortcuts: {},
  firstSteps: {},
};
const setting = (id: string) => settings.find((one) => one.id === id)!;
const ids = (query: string) => found(findable(), query).map((hit) => hit.entry?.id ?? hit.section);

describe('the list', () => {
  it('has a place for every setting, once, and something in every section', () => {
    const all = ENTRIES.map((entry) => entry.id);
    expect(new Set(all).size).toBe(all.length);
    const kept = ['lastProfile', 'lastWorkspace', 'shortcuts', 'firstSteps'];
    const chosen = Object.keys(usual).filter((id) => !kept.includes(id));
    expect(settings.map((one) => one.id).sort()).toEqual(chosen.sort());
    const filled = SECTIONS.filter((section) => ENTRIES.some((one) => one.section === section));
    expect(SECTIONS.filter((section) => !filled.includes(section))).toEqual(['providers']);
  });

  it('shows the first section where there is none of that name', () => {
    expect([sectionOf('storage'), sectionOf('nothing'), sectionOf(undefined)]).toEqual([
      'storage',
      'appearance',
      'appearance',
    ]);
  });
});

describe('reset', () => {
  it('gives one setting its default and touches no other', () => {
    const changed = { ...usual, trafficMib: 256, theme: 'dark' as const };
    expect(isUsual(setting('trafficMib'), changed)).toBe(false);
    expect(reset(setting('trafficMib'))).toEqual({ trafficMib: 32 });
    expect({ ...changed, ...reset(setting('trafficMib')) }).toEqual({ ...usual, theme: 'dark' });
  });

  it('gives all settings and the keys their defaults, and forgets nothing else', () => {
    const changed: Settings = {
      ...usual,
      theme: 'dark',
      textPercent: 150,
      notifyAlarms: false,
      archivedDays: 90,
      lastProfile: 'mine',
      shortcuts: { new: 'mod+m' },
    };
    expect(allUsual(changed)).toBe(false);
    const after = { ...changed, ...resetAll() };
    expect(after).toEqual({ ...usual, lastProfile: 'mine' });
    expect(allUsual(after)).toBe(true);
    expect(allUsual({ ...usual, shortcuts: { new: 'mod+m' } })).toBe(false);
  });
});

describe('search', () => {
  it('finds by name, by what is said, by a choice and by the section', () => {
    expect(ids('dark')).toContain('theme');
    expect(ids('telemetry')).toEqual(['telemetry']);
    expect(ids('PATH shell')).toEqual(['loginShell']);
    expect(ids('days')).toContain('trafficDays');
    expect(ids('notifications')).toEqual(['notifyAlarms', 'notifyTurnsSecs']);
    expect(ids('keychain')).toEqual(['providers']);
  });

  it('wants every word, in any order, and nothing for no words', () => {
    expect(ids('lines RAW older')).toEqual(['trafficDays']);
    expect(ids('lines zebra')).toEqual([]);
    expect(ids('   ')).toEqual([]);
  });

  it('finds German words with and without their marks', async () => {
    await useLanguage('de');
    expect(ids('schriftgrosse')).toEqual(['textPercent']);
    expect(ids('Schriftgröße')).toEqual(['textPercent']);
    await useLanguage('en');
  });
});

describe('choices', () => {
  it('keeps a value that a file says by hand, in its place', () => {
    expect(choices([8, 32, 64], 32)).toEqual([8, 32, 64]);
    expect(choices([8, 32, 64], 48)).toEqual([8, 32, 48, 64]);
    expect(choices(['ask', 'keep'], 'other')).toEqual(['ask', 'keep', 'other']);
  });

  it('are worded by their unit', () => {
    expect(valued(setting('trafficTotalMib'), 1024)).toBe('1 GiB');
    expect(valued(setting('trafficMib'), 48)).toBe('48 MiB');
    expect(valued(setting('trafficTotalMib'), 0)).toBe('No limit');
    expect(valued(setting('archivedDays'), 365)).toBe('a year');
    expect(valued(setting('archivedDays'), 30)).toBe('30 days');
    expect(valued(setting('notifyTurnsSecs'), 300)).toBe('5 min');
    expect(valued(setting('notifyTurnsSecs'), 15)).toBe('15 s');
    expect(valued(setting('textPercent'), 100)).toBe('100 %');
    expect(valued(setting('notifyAlarms'), true)).toBe('on');
    expect(valued(setting('theme'), 'dark')).toBe('Dark');
  });
});
