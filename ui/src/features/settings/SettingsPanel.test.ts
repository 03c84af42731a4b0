import { fireEvent, render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { settingsPanel } from '../../app/later';
import type { Settings, Startup } from '../../generated';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import SettingsPopover from './SettingsPopover.svelte';

it('changes what it shows at once, and leads to the pages', async () => {
  await settingsPanel.load();
  const changeSettings = vi.fn((settings: Settings) => Promise.resolve(settings));
  const session = new Session(fakeHost({ changeSettings }));
  session.startup = { window: 'main', version: '1', dataDir: '/d' } as Startup;
  const usual = {
    theme: 'system',
    textPercent: 100,
    agentsWithoutWindow: 'keep',
    lastWindow: 'ask',
  };
  session.settings = usual as Settings;
  const screen = render(SettingsPopover, { context: new Map([[sessionKey, session]]) });
  const get = (id: string) => screen.getByTestId(id);
  await fireEvent.click(get('settings-open'));
  await fireEvent.click(get('theme-dark'));
  await fireEvent.click(get('text-larger'));
  await fireEvent.change(get('keep-agents'), { target: { value: 'stop' } });
  await fireEvent.change(get('last-window'), { target: { value: 'keep' } });
  await vi.waitFor(() =>
    expect(session.settings).toEqual({
      ...{ theme: 'dark', textPercent: 110, agentsWithoutWindow: 'stop', lastWindow: 'keep' },
    }),
  );
  await fireEvent.click(get('text-smaller'));
  expect(session.settings.textPercent).toBe(100);
  for (const [button, part] of [
    ['open-settings', 'appearance'],
    ['open-providers', 'providers'],
  ] as const) {
    await fireEvent.click(get(button));
    expect(session.page).toEqual({ id: 'settings', part });
  }
});
