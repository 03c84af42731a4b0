import { fireEvent, render } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import Dialog from './Dialog.svelte';

function dialog() {
  const session = new Session(fakeHost());
  session.report({ code: 'io', message: 'from before' });
  const onclose = vi.fn();
  const children = createRawSnippet(() => ({ render: () => '<textarea>words</textarea>' }));
  const screen = render(Dialog, {
    props: { title: 'Rule', testid: 'dialog', onclose, children },
    context: new Map([[sessionKey, session]]),
  });
  return { session, onclose, screen, box: screen.getByTestId('dialog') };
}

it('is closed by a press beside it, and not by a selection that ends there', async () => {
  const { onclose, screen, box } = dialog();
  await fireEvent.pointerDown(screen.getByRole('textbox', { hidden: true }));
  // What a browser tells where a pointer went down in it and came up beside it.
  await fireEvent.click(box);
  expect(onclose).not.toHaveBeenCalled();
  await fireEvent.pointerDown(box);
  await fireEvent.click(box);
  expect(onclose).toHaveBeenCalledOnce();
});

it('says what did not work while it is open: what is behind it can neither be read nor heard', async () => {
  const { session, screen } = dialog();
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  await session.attempt(() => Promise.reject({ code: 'io', message: 'the disk is full' }));
  await tick();
  expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('the disk is full');
  session.report({ code: 'window', message: '' });
  await tick();
  const told = screen.getAllByRole('alert', { hidden: true }).map((one) => one.textContent);
  expect(told[1]).toMatch(/^Something in this window failed/);
});
