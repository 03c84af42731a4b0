import { fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { conversationMenu, renameField } from '../../app/later';
import { useLanguage } from '../../shared/lib/text/index.svelte';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import { summary } from '../../test/make';
import ConversationTree from './ConversationTree.svelte';
import { grouped } from './list.logic';

afterEach(() => useLanguage('en'));

async function tree(count: number, change: Parameters<typeof summary>[1] = {}) {
  await Promise.all([conversationMenu.load(), renameField.load()]);
  const host = fakeHost();
  const session = new Session(host);
  const items = Array.from({ length: count }, (_, n) =>
    summary(`c${n}`, { updatedAt: count - n, ...change }),
  );
  session.list = { rev: 1, items: new Map(items.map((one) => [one.id, one])), runningAgents: 0 };
  const onsearch = vi.fn();
  const screen = render(ConversationTree, {
    props: { groups: grouped(items), searching: false, shownId: null, onsearch },
    context: new Map([[sessionKey, session]]),
  });
  const box = screen.getByTestId('conversation-tree');
  const press = (key: string, more = {}) => fireEvent.keyDown(box, { key, ...more });
  const active = () => {
    const id = box.getAttribute('aria-activedescendant');
    return id ? document.getElementById(id) : null;
  };
  box.focus();
  await tick();
  return { host, session, screen, box, press, active, onsearch };
}

it('C86 of 5,000 conversations only those in sight are in the page', async () => {
  const { screen, press, active } = await tree(5000);
  expect(screen.getAllByTestId('conversation-item').length).toBeLessThan(60);
  await press('End');
  expect(active()?.dataset['id']).toBe('c4999');
  expect(active()?.getAttribute('aria-posinset')).toBe('5000');
  expect(screen.getAllByTestId('conversation-item').length).toBeLessThan(60);
});

it('is one stop for the keyboard, and every line is reached from there', async () => {
  const { session, press, active, onsearch } = await tree(3);
  expect(active()?.getAttribute('aria-expanded')).toBe('true');
  await press('ArrowDown');
  await press('ArrowDown');
  expect(active()?.dataset['id']).toBe('c1');
  await press('Enter');
  expect(session.conversation?.id).toBe('c1');
  await press('ArrowLeft');
  await press('ArrowLeft');
  expect(session.kept.folded).toEqual(['folder /w']);
  await tick();
  await press('ArrowDown');
  expect(active()?.getAttribute('aria-expanded')).toBe('false');
  await press('ArrowRight');
  expect(session.kept.folded).toEqual([]);
  await press('x');
  expect(onsearch).toHaveBeenCalledOnce();
});

it('renames by F2, and Escape leaves the title', async () => {
  const { host, screen, press } = await tree(2);
  await press('ArrowDown');
  await press('F2');
  const field = screen.getByTestId('rename-input') as HTMLInputElement;
  expect(field.value).toBe('c0');
  await fireEvent.input(field, { target: { value: 'another' } });
  await fireEvent.keyDown(field, { key: 'Escape' });
  expect(host.renameConversation).not.toHaveBeenCalled();
  await press('F2');
  const again = screen.getByTestId('rename-input') as HTMLInputElement;
  await fireEvent.input(again, { target: { value: ' another ' } });
  await fireEvent.keyDown(again, { key: 'Enter' });
  expect(host.renameConversation).toHaveBeenCalledExactlyOnceWith('c0', 'another');
});

it('keeps a new title where one goes on elsewhere, and leaves the cursor there', async () => {
  const { host, screen, box, press } = await tree(2);
  const elsewhere = document.body.appendChild(document.createElement('textarea'));
  await press('ArrowDown');
  await press('F2');
  const field = screen.getByTestId('rename-input') as HTMLInputElement;
  await fireEvent.input(field, { target: { value: 'another' } });
  // Whoever takes the focus while it is on its way to something else has it in a browser.
  const taken = vi.spyOn(box, 'focus');
  elsewhere.focus();
  await tick();
  expect(host.renameConversation).toHaveBeenCalledExactlyOnceWith('c0', 'another');
  expect([document.activeElement, taken.mock.calls.length]).toEqual([elsewhere, 0]);
  elsewhere.remove();
  // Where nothing else has it, it goes back to the list.
  box.focus();
  await press('F2');
  await fireEvent.blur(screen.getByTestId('rename-input'));
  expect(document.activeElement).toBe(box);
});

it('deletes by its key, and the next one is at hand', async () => {
  const { host, press, active } = await tree(3);
  await press('ArrowDown');
  await press('Delete', { repeat: true });
  expect(host.deleteConversation).not.toHaveBeenCalled();
  await press('Delete');
  expect(host.deleteConversation).toHaveBeenCalledExactlyOnceWith('c0');
  expect(active()?.dataset['id']).toBe('c1');
});

it('opens the menu by its key and by the other mouse button, with everything in it', async () => {
  const { host, screen, press } = await tree(2);
  await press('ArrowDown');
  await press('F10', { shiftKey: true });
  const words = () =>
    [...screen.getByTestId('conversation-menu').querySelectorAll('[role=menuitem] .grow')].map(
      (item) => item.textContent,
    );
  expect(words()).toEqual([
    'Rename',
    'Pin',
    'Open in a window of its own',
    'Duplicate',
    'Export…',
    'Archive',
    'Delete',
  ]);
  await fireEvent.keyDown(screen.getByTestId('conversation-menu'), { key: 'Escape' });
  expect(screen.queryByTestId('conversation-menu')).toBeNull();
  await fireEvent.contextMenu(screen.getAllByTestId('conversation-item')[1]!);
  await fireEvent.click(screen.getByText('Pin'));
  expect(host.setPinned).toHaveBeenCalledExactlyOnceWith('c1', true);
});

it('does what every entry of the menu says', async () => {
  const { host, session, screen } = await tree(2);
  const choose = async (words: string) => {
    await fireEvent.contextMenu(screen.getAllByTestId('conversation-item')[1]!);
    await fireEvent.click(screen.getByText(words));
    expect(screen.queryByTestId('conversation-menu')).toBeNull();
  };
  await choose('Pin');
  expect(host.setPinned).toHaveBeenCalledExactlyOnceWith('c1', true);
  await choose('Open in a window of its own');
  expect(host.openWindow).toHaveBeenCalledExactlyOnceWith('c1');
  await choose('Duplicate');
  expect(host.call).toHaveBeenCalledExactlyOnceWith('duplicate_conversation', {
    conversation: 'c1',
    until: null,
  });
  await choose('Archive');
  expect(host.setArchived).toHaveBeenCalledExactlyOnceWith('c1', true);
  await choose('Export…');
  expect(session.exporting).not.toBeNull();
  await choose('Rename');
  const field = screen.getByTestId('rename-input') as HTMLInputElement;
  expect(field.value).toBe('c1');
  await fireEvent.keyDown(field, { key: 'Escape' });
  await choose('Delete');
  expect(host.deleteConversation).toHaveBeenCalledExactlyOnceWith('c1');
});

it('says how a conversation stands to those who hear it', async () => {
  const { screen } = await tree(1, {
    title: 'Cache',
    activity: 'running',
    waiting: 1,
    queued: 2,
    unread: true,
    preview: 'wants to run a command',
  });
  const item = screen.getByTestId('conversation-item');
  const when = item.querySelector('time')!.textContent!.trim();
  expect(item.getAttribute('aria-label')).toBe(
    `Cache Guide · wants to run a command 2 ${when}, waiting for you, unread, 2 queued`,
  );
});

it('says in the language of the window what the host said last, and tells all that is cut', async () => {
  await useLanguage('de');
  const title = 'A title that is much longer than the list is wide';
  const { screen } = await tree(1, {
    title,
    agent: 'Guide (background tasks)',
    preview: 'The agent ended before it was done (exit code 3). The next message starts it again.',
  });
  const under =
    'Guide (Aufgaben im Hintergrund) · Der Agent hat sich beendet, bevor er fertig war (Endcode 3). Die nächste Nachricht startet ihn wieder.';
  const item = screen.getByTestId('conversation-item');
  expect(item.getAttribute('aria-label')).toContain(`${title} ${under}`);
  expect(screen.getByTitle(title).textContent).toBe(title);
  expect(screen.getByTitle(under).textContent).toBe(under);
});
