import { fireEvent } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { patchOf } from '../../test/make';
import { showPane } from '../../test/pane';

it('what is pressed or typed once another conversation was turned to is not meant for this one', async () => {
  const { host, session, screen } = await showPane({
    rows: [patchOf(0, ['<p>a</p>'])],
    header: { draft: 'half a message' },
  });
  const box = screen.getByTestId('composer-input');
  box.focus();
  session.show('other');
  expect(session.pane?.id, 'it is on the screen still').toBe('c');
  const typed = new InputEvent('beforeinput', { data: 'x', bubbles: true, cancelable: true });
  expect(box.dispatchEvent(typed), 'a letter gets into the box').toBe(false);
  await fireEvent.keyDown(box, { key: 'Enter' });
  await fireEvent.click(screen.getByTestId('send'));
  expect(host.sendMessage).not.toHaveBeenCalled();
  session.end();
});
