import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { KeyUse, KeyView, ProvidersView } from '../../../generated';
import { showPage } from '../../../test/page';
import ProvidersSection from './ProvidersSection.svelte';

const use = (profile: string, change: Partial<KeyUse> = {}): KeyUse => ({
  ...{ profile, name: profile, given: false, address: null, confirmed: false },
  ...change,
});

const key = (variable: string, change: Partial<KeyView> = {}): KeyView => ({
  ...{ variable, profile: null, place: 'keychain', problem: null, usedBy: [] },
  ...change,
});

const view: ProvidersView = {
  noKeychain: null,
  trouble: null,
  providers: [{ id: 'big', title: 'Big', variables: ['BIG_KEY', 'BIG_OTHER'] }],
  keys: [
    key('BIG_KEY', {
      usedBy: [use('asks'), use('elsewhere', { address: 'https://else.where', given: true })],
    }),
  ],
  agents: [
    { id: 'asks', name: 'Asks', asksFor: ['BIG_KEY'] },
    { id: 'elsewhere', name: 'Elsewhere', asksFor: [] },
    { id: 'third', name: 'Third', asksFor: [] },
  ],
};

async function section(answers: Record<string, unknown> = {}) {
  const shown = showPage(ProvidersSection, {
    providers: view,
    set_key: { why: null },
    test_keys: { ok: false, outcome: 'It was refused.' },
    ...answers,
  });
  await vi.waitFor(() => shown.get('key-BIG_KEY'));
  return shown;
}

const type = (box: HTMLElement, value: string) => fireEvent.input(box, { target: { value } });

it('adds, replaces and removes a key', async () => {
  const { screen, asked, get } = await section();
  const save = get.bind(null, 'key-save');
  await fireEvent.click(get('key-add-big'));
  expect((save() as HTMLButtonElement).disabled).toBe(true);
  await type(get('key-value'), 'secret');
  await fireEvent.change(get('key-whose'), { target: { value: 'third' } });
  await fireEvent.click(get('key-place-session'));
  await fireEvent.click(save());
  await vi.waitFor(() => expect(screen.queryByTestId('key-dialog')).toBeNull());
  await fireEvent.click(get('key-replace'));
  await type(get('key-value'), 'another');
  await fireEvent.click(save());
  await vi.waitFor(() => expect(screen.queryByTestId('key-dialog')).toBeNull());
  await fireEvent.click(get('key-add-other'));
  await type(get('key-variable'), 'MY_KEY');
  await type(get('key-value'), 'third');
  await fireEvent.click(save());
  await vi.waitFor(() => expect(asked('set_key')).toHaveLength(3));
  expect(asked('set_key')).toEqual([
    { variable: 'BIG_OTHER', profile: 'third', value: 'secret', place: 'session' },
    { variable: 'BIG_KEY', profile: null, value: 'another', place: 'keychain' },
    { variable: 'MY_KEY', profile: null, value: 'third', place: 'keychain' },
  ]);

  await fireEvent.click(get('key-remove'));
  expect(asked('remove_key')).toEqual([]);
  await fireEvent.click(get('key-remove-sure'));
  expect(asked('remove_key')).toEqual([{ variable: 'BIG_KEY', profile: null }]);
});

it('gives a key, tries it, and takes the user’s word for an address', async () => {
  const { screen, asked, get } = await section();
  await fireEvent.click(get('key-agents'));
  expect(screen.queryByTestId('give-asks')).toBeNull();
  await fireEvent.click(get('give-third'));
  await fireEvent.click(get('give-save'));
  expect(asked('give_key')).toEqual([{ variable: 'BIG_KEY', agents: ['elsewhere', 'third'] }]);
  await vi.waitFor(() => expect(screen.queryByTestId('give-dialog')).toBeNull());

  await fireEvent.click(get('key-confirm'));
  expect(asked('confirm_base_url')).toEqual([
    { variable: 'BIG_KEY', owner: null, profile: 'elsewhere', url: 'https://else.where' },
  ]);
  await fireEvent.click(get('key-test'));
  expect(asked('test_keys')).toEqual([{ profile: 'asks' }]);
  expect((await screen.findByTestId('key-result')).textContent?.trim()).toBe('It was refused.');
  // What was said of the old key is not said of the new one.
  await fireEvent.click(get('key-replace'));
  await type(get('key-value'), 'another');
  await fireEvent.click(get('key-save'));
  await vi.waitFor(() => expect(screen.queryByTestId('key-dialog')).toBeNull());
  expect(screen.queryByTestId('key-result')).toBeNull();
});

it('says why where none of it could be done, and keeps what was typed', async () => {
  const refuse = () => {
    throw { code: 'io', message: 'the keychain is locked' };
  };
  const { screen, get } = await section({
    ...{ set_key: refuse, remove_key: refuse, give_key: refuse, test_keys: refuse },
    confirm_base_url: refuse,
  });
  await fireEvent.click(get('key-replace'));
  await type(get('key-value'), 'secret');
  await fireEvent.click(get('key-save'));
  await screen.findByTestId('key-problem');
  expect((get('key-value') as HTMLInputElement).value).toBe('secret');
  await fireEvent.click(screen.getByText('Cancel'));
  await fireEvent.click(get('key-agents'));
  await fireEvent.click(get('give-save'));
  await vi.waitFor(() =>
    expect(get('give-dialog').textContent).toContain('the keychain is locked'),
  );
  await fireEvent.click(screen.getByText('Cancel'));
  await fireEvent.click(get('key-confirm'));
  await fireEvent.click(get('key-test'));
  await vi.waitFor(() => expect(screen.getAllByTestId('key-result')).toHaveLength(2));
  await fireEvent.click(get('key-remove'));
  await fireEvent.click(get('key-remove-sure'));
  await tick();
  await vi.waitFor(() => expect(get('providers-told').textContent).toContain('locked'));
});
