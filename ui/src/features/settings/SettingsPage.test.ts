import { fireEvent, waitFor } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { ImportReport, Settings, Startup } from '../../generated';
import { showPage } from '../../test/page';
import { ENTRIES } from './list';
import { isSetting, settings as all } from './list.logic';
import SettingsPage from './SettingsPage.svelte';

const usual: Settings = {
  ...(Object.fromEntries(all.map((one) => [one.id, one.usual])) as unknown as Settings),
  lastProfile: 'guide',
  lastWorkspace: '/home/ada',
  shortcuts: {},
  firstSteps: {},
};

const report: ImportReport = {
  ...{ conversations: ['a', 'b', 'c'], renamed: 0, incomplete: 0, bad: 2 },
  reasons: ['same', 'same'],
};

async function show(change: Partial<Settings> = {}, part?: string, answers = {}) {
  const shown = showPage(SettingsPage, answers, part === undefined ? {} : { part });
  const save = vi.spyOn(shown.host, 'changeSettings');
  save.mockImplementation((settings) => Promise.resolve(settings));
  shown.session.settings = { ...usual, ...change };
  await waitFor(() => shown.get('settings-content').querySelector('h2')!);
  return { ...shown, save };
}

const shownIds = (root: HTMLElement) =>
  [...root.querySelectorAll('[data-testid^="setting-"]')].map((one) =>
    one.getAttribute('data-testid'),
  );

it('changes a setting at once and offers the way back', async () => {
  const { get, save, session } = await show({}, 'storage');
  expect((get('reset-trafficMib') as HTMLButtonElement).disabled).toBe(true);
  const select = get('setting-trafficMib').querySelector('select')!;
  await fireEvent.change(select, { target: { value: '3' } });
  expect(save).toHaveBeenLastCalledWith({ ...usual, trafficMib: 256 });
  expect(session.settings?.trafficMib).toBe(256);
  await waitFor(() => expect((get('reset-trafficMib') as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(get('reset-trafficMib'));
  expect(save).toHaveBeenLastCalledWith(usual);
});

it('searches all sections, says where each belongs, and clears', async () => {
  const { get, screen } = await show();
  await fireEvent.input(get('settings-search'), { target: { value: 'keys' } });
  const heads = [...get('settings-content').querySelectorAll('h2')].map((one) => one.textContent);
  expect(heads).toEqual(['Providers', 'Privacy', 'Advanced']);
  expect(shownIds(get('settings-content'))).toEqual(['setting-redaction', 'setting-logs']);
  await fireEvent.input(get('settings-search'), { target: { value: 'zebra' } });
  expect(screen.queryByTestId('settings-nothing')).not.toBeNull();
  await fireEvent.keyDown(get('settings-search'), { key: 'Escape' });
  expect(shownIds(get('settings-content'))).toEqual([
    'setting-theme',
    'setting-language',
    'setting-textPercent',
  ]);
});

it('resets all after asking, and only what is on the page', async () => {
  const changed = { theme: 'dark', notifyAlarms: false, lastProfile: 'mine' } as const;
  const { get, save } = await show({ ...changed, shortcuts: { new: 'mod+m' } });
  await fireEvent.click(get('reset-all'));
  expect(save).not.toHaveBeenCalled();
  await fireEvent.click(get('reset-now'));
  expect(save).toHaveBeenCalledExactlyOnceWith({ ...usual, lastProfile: 'mine' });
  await waitFor(() => expect((get('reset-all') as HTMLButtonElement).disabled).toBe(true));
});

it('leads to the pages it speaks of', async () => {
  const { get, session } = await show({}, 'agents');
  await fireEvent.click(get('go-profiles'));
  expect(session.page).toEqual({ id: 'agents' });
});

it('imports conversations and says what came of it', async () => {
  const report = {
    conversations: ['a', 'b'],
    renamed: 1,
    incomplete: 0,
    bad: 1,
    reasons: ['line 3: no JSON'],
  };
  const { get, asked } = await show({}, 'storage', { import_conversations: report });
  await fireEvent.click(get('do-import'));
  await waitFor(() => get('imported'));
  expect(asked('import_conversations')).toHaveLength(1);
  expect([...get('imported').querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '2 conversations were imported.',
    '1 was there already and came in as a copy.',
    '1 line was left out.',
    'line 3: no JSON',
  ]);
});

it('says that an import broke off, and what came in before', async () => {
  const reason = 'The file could not be read: no disk.';
  const broken = { ...report, bad: 0, reasons: [], incomplete: 1, brokenOff: reason };
  const { get } = await show({}, 'storage', { import_conversations: broken });
  await fireEvent.click(get('do-import'));
  await waitFor(() => get('imported'));
  expect([...get('imported').querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '3 conversations were imported.',
    'The rest of the file was not imported.',
    reason,
    'Of 1 the file says less than it promised.',
  ]);
});

it('does what every place to go to and every action of the page says', async () => {
  const facts = ENTRIES.flatMap((entry) => (isSetting(entry) ? [] : [entry]));
  const written = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: written },
    configurable: true,
  });
  for (const fact of facts) {
    const shown = await show({}, fact.section, {
      import_conversations: report,
      diagnostics: 'Parley 1.0',
    });
    const { session, screen, get, asked } = shown;
    session.startup = { dataDir: '/data', version: '1.0' } as Startup;
    await tick();
    const press = (id: string) => fireEvent.click(get(`${id}-${fact.id}`));
    if (fact.form === 'page') {
      await press('go');
      expect(session.page).toEqual({ id: fact.page });
    } else if (fact.form === 'folder') {
      await fireEvent.click(get(`setting-${fact.id}`).querySelector('.path button')!);
      expect(written).toHaveBeenLastCalledWith(fact.under ? `/data/${fact.under}` : '/data');
      if (!fact.under) await press('show');
      expect(asked('show_data_folder')).toHaveLength(fact.under ? 0 : 1);
    } else if (fact.form === 'action' && fact.action === 'import') {
      await press('do');
      expect((await screen.findByTestId('imported')).textContent).toContain('3');
    } else if (fact.form === 'action') {
      await press('do');
      await waitFor(() => expect(get('diagnostics-text').textContent).toBe('Parley 1.0'));
    } else {
      expect(get(`setting-${fact.id}`).querySelector('button')).toBeNull();
    }
    screen.unmount();
  }
  Reflect.deleteProperty(navigator, 'clipboard');
});

it('changes every setting there is, each by its own control', async () => {
  for (const setting of all) {
    const { save, screen, get } = await show({}, setting.section);
    const line = get(`setting-${setting.id}`);
    const control = line.querySelector('.control')!;
    const select = control.querySelector('select');
    if (select)
      await fireEvent.change(select, { target: { value: select.value === '0' ? '1' : '0' } });
    else if (setting.form === 'segments') {
      await fireEvent.click([...control.querySelectorAll('input')].find((one) => !one.checked)!);
    } else if (setting.form === 'switch') await fireEvent.click(control.querySelector('input')!);
    else await fireEvent.click([...control.querySelectorAll('button')].at(-1)!);
    const saved = save.mock.calls.at(-1)![0];
    const differs = all.filter(({ id }) => saved[id] !== usual[id]).map(({ id }) => id);
    expect(differs).toEqual([setting.id]);
    await waitFor(() =>
      expect((get(`reset-${setting.id}`) as HTMLButtonElement).disabled).toBe(false),
    );
    await fireEvent.click(get(`reset-${setting.id}`));
    expect(save.mock.calls.at(-1)![0]).toEqual(usual);
    screen.unmount();
  }
});
