import { fireEvent, render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { Settings } from '../../generated';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import ShortcutSheet from './ShortcutSheet.svelte';

function sheet(shortcuts: Record<string, string> = {}) {
  const changeSettings = vi.fn((settings: Settings) => Promise.resolve(settings));
  const session = new Session(fakeHost({ changeSettings }));
  session.settings = { shortcuts } as Settings;
  const screen = render(ShortcutSheet, {
    props: { onclose: () => {} },
    context: new Map([[sessionKey, session]]),
  });
  const said = () => screen.getByTestId('shortcut-said').textContent;
  const pressCtrl = (key: string) => fireEvent.keyDown(window, { key, ctrlKey: true });
  return { screen, said, pressCtrl, chosen: () => changeSettings.mock.lastCall?.[0].shortcuts };
}

it('leaves the keys of a box for text to it, and says so', async () => {
  const { screen, said, pressCtrl, chosen } = sheet();
  await fireEvent.click(screen.getByTestId('change-inbox'));
  await pressCtrl('c');
  expect(said()).toBe('These keys are for “Writing and copying text”.');
  expect(chosen()).toBeUndefined();
  await pressCtrl('e');
  expect(said()).toBe('');
  expect(chosen()).toEqual({ inbox: 'mod+e' });
});

it('gives no command its usual keys back while another one has them', async () => {
  const { screen, said, chosen } = sheet({ inbox: 'mod+e', new: 'mod+i' });
  await fireEvent.click(screen.getByTestId('usual-inbox'));
  expect(said()).toBe('These keys are for “New conversation”.');
  expect(chosen()).toBeUndefined();
  await fireEvent.click(screen.getByTestId('usual-new'));
  expect(chosen()).toEqual({ inbox: 'mod+e' });
});
