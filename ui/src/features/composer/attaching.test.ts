import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { Attached, DraftFile, NotAttached } from '../../generated';
import type { Drag } from '../../host/types';
import { capabilities } from '../../test/make';
import { showPane } from '../../test/pane';

const notes: DraftFile = {
  id: 'f1',
  path: '/w/notes.txt',
  name: 'notes.txt',
  bytes: 1234,
  kind: 'file',
};
const none: Attached = { added: [], refused: [] };

async function box(
  of: Partial<Parameters<typeof showPane>[0]> & { answers?: Record<string, unknown> } = {},
) {
  const call = vi.fn((command: string) =>
    Promise.resolve(structuredClone(of.answers?.[command] ?? none) as never),
  );
  const shown = await showPane({ rows: [], ...of, host: { call, ...of.host } });
  const area = shown.screen.getByTestId('composer-input') as HTMLTextAreaElement;
  await vi.waitFor(() => shown.screen.getByTestId('attach'));
  await tick();
  const type = (value: string) => fireEvent.input(area, { target: { value } });
  const press = (key: string, more = {}) => fireEvent.keyDown(area, { key, ...more });
  return { ...shown, call, area, type, press };
}

function paste(area: HTMLElement, data: Record<string, string>, types = Object.keys(data)) {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const clipboardData = { types, getData: (type: string) => data[type] ?? '' };
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  area.dispatchEvent(event);
  return event.defaultPrevented;
}

it('C87 a long paste becomes a file and never touches the box', async () => {
  const { call, area } = await box();
  expect(paste(area, { 'text/plain': 'a'.repeat(32 * 1024 - 1) })).toBe(false);
  const long = 'line\n'.repeat(20_000);
  expect(paste(area, { 'text/plain': long })).toBe(true);
  expect(call).toHaveBeenCalledExactlyOnceWith('attach_text', { conversation: 'c', text: long });
  expect(area.value).toBe('');
  // Fewer characters, as many bytes.
  expect(paste(area, { 'text/plain': '日'.repeat(11_000) })).toBe(true);
});

it('asks the desktop for files and pictures of the clipboard, and keeps plain text plain', async () => {
  const { call, area } = await box();
  expect(paste(area, { 'text/plain': 'hello' })).toBe(false);
  // A table that was copied has a picture of itself beside its text.
  expect(paste(area, { 'text/plain': 'a\tb' }, ['text/plain', 'Files'])).toBe(false);
  expect(call).not.toHaveBeenCalled();
  expect(paste(area, {}, ['Files'])).toBe(true);
  expect(call).toHaveBeenCalledExactlyOnceWith('attach_clipboard', { conversation: 'c' });
  // A path that turned out to be nothing but text is written.
  expect(paste(area, { 'text/plain': '/w/a' }, ['text/plain', 'Files'])).toBe(true);
  await vi.waitFor(() => expect(area.value).toBe('/w/a'));
});

it('sends files by their ids, with or without words', async () => {
  const { host, screen, press, area } = await box({ header: { draftFiles: [notes] } });
  expect(screen.getByTestId('draft-file').textContent).toMatch(/notes\.txt\s*1\.2 KB/);
  await press('Enter');
  expect(host.sendMessage).toHaveBeenCalledExactlyOnceWith('c', '', ['f1']);
  expect(area.value).toBe('');
});

it('takes a file out by keyboard', async () => {
  const { call, screen, press, store } = await box({ header: { draftFiles: [notes] } });
  await press('Backspace');
  const remove = screen.getByTestId('draft-file-remove');
  expect(document.activeElement).toBe(remove);
  expect(remove.getAttribute('aria-label')).toBe('Remove notes.txt');
  await fireEvent.keyDown(remove, { key: 'Delete' });
  expect(call).toHaveBeenLastCalledWith('detach', { conversation: 'c', file: 'f1' });
  store.header = { ...store.header!, draftFiles: [] };
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('composer-input')));
});

it('F094 says why a file was not attached, and offers its path', async () => {
  const refused: NotAttached[] = [
    { name: 'src', code: 'folder', text: '…', path: '/w/my src' },
    { name: 'pipe', code: 'pipe', text: '…', path: null },
  ];
  const { screen, area } = await box({ answers: { attach_chosen: { added: [], refused } } });
  await fireEvent.click(screen.getByTestId('attach'));
  const said = await screen.findAllByTestId('not-attached');
  expect(said.map((one) => one.textContent?.trim())).toEqual([
    '“src” is a folder. Name its path, and the agent can look into it. Name its path instead',
    '“pipe” is a pipe, not a file. Reading it could wait for ever.',
  ]);
  await fireEvent.click(screen.getByTestId('name-path'));
  expect(area.value).toBe('"/w/my src" ');
});

it('says plainly that an agent takes no files', async () => {
  const { screen, store } = await box({ header: { draftFiles: [notes] } });
  expect(screen.getByTestId('paths-only').textContent).toContain('takes no files');
  const can = { ...capabilities, attachments: true };
  store.header = { ...store.header!, capabilities: can };
  await tick();
  expect(screen.queryByTestId('paths-only')).toBeNull();
});

it('attaches what is dropped on the window', async () => {
  let drag: (what: Drag) => void = () => {};
  const onDrag = (listener: (what: Drag) => void) => {
    drag = listener;
    return () => {};
  };
  const { call, screen } = await box({ host: { onDrag } });
  drag('over');
  await tick();
  expect(screen.getByText('Drop files here to attach them')).toBeTruthy();
  drag('dropped');
  await tick();
  expect(screen.queryByText('Drop files here to attach them')).toBeNull();
  expect(call).toHaveBeenCalledExactlyOnceWith('attach_dropped', { conversation: 'c' });
});

it('@ offers files, by keys and by pointer, and leaves the focus in the box', async () => {
  const files = [
    { path: 'src/main.rs', marks: [4] },
    { path: 'src/', marks: [] },
  ];
  const { call, screen, area, type, press } = await box({
    answers: { workspace_files: { files, of: 2, cut: false } },
  });
  await type('see @m');
  const options = await screen.findAllByRole('option');
  expect(call).toHaveBeenLastCalledWith('workspace_files', { conversation: 'c', text: 'm' });
  expect(options.map((one) => one.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  expect(area.getAttribute('aria-activedescendant')).toBe(options[0]!.id);
  expect(area.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  await press('ArrowUp');
  expect(area.getAttribute('aria-activedescendant')).toBe(options[1]!.id);
  // Tab opens a folder, Enter names it.
  await press('Tab');
  await vi.waitFor(() => expect(area.value).toBe('see @src/'));
  await fireEvent.click((await screen.findAllByRole('option'))[0]!);
  await vi.waitFor(() => expect(area.value).toBe('see src/main.rs '));
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('Escape sends the list away, and only the list', async () => {
  const { host, screen, type, press, area } = await box({
    header: { activity: 'running' },
    answers: { workspace_files: { files: [{ path: 'a', marks: [] }], of: 1, cut: false } },
  });
  await type('@');
  await screen.findByRole('listbox');
  await press('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(host.stop).not.toHaveBeenCalled();
  // It stays away while this word is written.
  await type('@a');
  await tick();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(area.value).toBe('@a');
});

it('/ does what it offers, and sends nothing', async () => {
  const { host, screen, type, press, area } = await box({ header: { activity: 'running' } });
  await type('/st');
  expect((await screen.findAllByRole('option')).map((one) => one.textContent?.trim())).toEqual([
    '/stop Stop what the agent is doing',
  ]);
  await press('Enter');
  expect(host.stop).toHaveBeenCalledExactlyOnceWith('c');
  expect(host.sendMessage).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(area.value).toBe(''));
  // What is no command is a message.
  await type('/etc/hosts is wrong');
  await press('Enter');
  expect(host.sendMessage).toHaveBeenCalledExactlyOnceWith('c', '/etc/hosts is wrong', []);
});

it('a model is chosen where the agent lets it be', async () => {
  const can = { ...capabilities, setConfig: true, models: ['big', 'small'], currentModel: 'big' };
  const { call, screen } = await box({ header: { capabilities: can } });
  await fireEvent.click(screen.getByTestId('model-picker'));
  await fireEvent.click(screen.getByRole('menuitemradio', { name: 'small', hidden: true }));
  expect(call).toHaveBeenLastCalledWith('set_config', {
    conversation: 'c',
    settings: { model: 'small' },
  });
});
