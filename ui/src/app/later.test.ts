import { fireEvent } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';

const banners = '../features/conversation/Banners.svelte';
const tools = '../features/composer/tools';
const gone = () => Promise.reject(new Error('gone'));

let said: { mock: { calls: unknown[][] } };
beforeEach(() => {
  vi.resetModules();
  said = vi.spyOn(console, 'error').mockImplementation(() => {});
});

it('a part that can not be had keeps no other from coming', async () => {
  vi.doMock(banners, gone);
  const later = await import('./later');
  await later.loadTheRest();
  expect(said.mock.calls).toHaveLength(1);
  expect([later.pendingBar.current, later.firstStart.current]).not.toContain(null);
  vi.doUnmock(banners);
  expect(later.banners.current).toBeNull();
  await vi.waitFor(() => expect(later.banners.current).not.toBeNull());
});

it('the message box takes its tools whenever they come', async () => {
  vi.doMock(tools, gone);
  const { showPane } = await import('../test/pane');
  const later = await import('./later');
  const { capabilities } = await import('../test/make');
  const commands = [{ name: 'compact', description: 'Sum up', argument: '', form: false }];
  const { screen } = await showPane({
    rows: [],
    header: { capabilities: { ...capabilities, commands } },
  });
  const area = screen.getByTestId('composer-input');
  await fireEvent.input(area, { target: { value: '/c' } });
  expect(screen.queryByRole('listbox')).toBeNull();
  vi.doUnmock(tools);
  await vi.waitFor(async () => {
    await later.composerTools.load();
    await fireEvent.input(area, { target: { value: '/c' } });
    expect(screen.queryByRole('listbox')).not.toBeNull();
  });
});
