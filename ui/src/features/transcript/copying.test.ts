import { fireEvent } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { patchOf } from '../../test/make';
import { showPane } from '../../test/pane';
import { textOf } from './copying.logic';

it('writes a piece of the page down in lines, without buttons and line numbers', () => {
  const fragment = document.createDocumentFragment();
  const add = (tag: string, text: string, className = '') => {
    const element = document.createElement(tag);
    element.textContent = text;
    element.className = className;
    fragment.append(element);
  };
  add('p', 'one');
  add('button', 'Copy');
  add('li', 'two');
  add('span', '17', 'diff-old');
  add('span', 'three');
  expect(textOf(fragment)).toBe('one\ntwo\nthree');
});

it('C83 everything is copied, also rows that are not in the page', async () => {
  const asked: unknown[] = [];
  const { screen } = await showPane({
    rows: [patchOf(7, ['<p>seven</p>']), patchOf(8, ['<p>eight</p>'])],
    host: {
      call: <T>(command: string, args?: Record<string, unknown>) => {
        if (command === 'text_of_rows') asked.push([command, args?.['from'], args?.['to']]);
        return Promise.resolve('all of it' as T);
      },
    },
  });
  const transcript = screen.getByTestId('transcript');
  await fireEvent.keyDown(transcript, { key: 'a', ctrlKey: true });
  await vi.waitFor(() => expect(asked).toEqual([['text_of_rows', 0, 9]]), { timeout: 20_000 });
  await Promise.resolve();
  const copied: string[] = [];
  const event = new Event('copy', { bubbles: true, cancelable: true });
  Object.assign(event, {
    clipboardData: { setData: (_: string, text: string) => copied.push(text) },
  });
  transcript.dispatchEvent(event);
  expect(copied).toEqual(['all of it']);
  expect(event.defaultPrevented).toBe(true);
});

it('C83 a selection within rows that are all there is left to the page', async () => {
  const { screen } = await showPane({
    rows: [patchOf(0, ['<p>a</p>']), patchOf(1, ['<p>b</p>'])],
  });
  const [a, b] = screen.container.querySelectorAll('p');
  document.getSelection()?.setBaseAndExtent(a!.firstChild!, 0, b!.firstChild!, 1);
  const event = new Event('copy', { bubbles: true, cancelable: true });
  screen.getByTestId('transcript').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

it('says why nothing was copied, and asks anew the next time', async () => {
  let works = false;
  const { screen, session } = await showPane({
    rows: [patchOf(7, ['<p>seven</p>']), patchOf(8, ['<p>eight</p>'])],
    host: {
      call: <T>(command: string) =>
        command === 'text_of_rows' && !works
          ? Promise.reject({ code: 'io', message: 'the disk is gone' })
          : Promise.resolve('all of it' as T),
    },
  });
  const written = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
  const transcript = screen.getByTestId('transcript');
  await fireEvent.keyDown(transcript, { key: 'a', ctrlKey: true });
  const copy = () => {
    const event = new Event('copy', { bubbles: true, cancelable: true });
    transcript.dispatchEvent(Object.assign(event, { clipboardData: { setData: written } }));
  };
  copy();
  await vi.waitFor(() => expect(session.troubles[0]?.problem.message).toBe('the disk is gone'));
  expect(written).not.toHaveBeenCalled();
  works = true;
  copy();
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith('all of it'));
  vi.unstubAllGlobals();
});
