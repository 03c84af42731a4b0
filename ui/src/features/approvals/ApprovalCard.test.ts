import { fireEvent } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Header } from '../../generated';
import { card } from '../../test/make';
import { asking, showPane } from '../../test/pane';
import { ARMING_MS } from './arming';

const pending: Partial<Header> = { activity: 'waiting', pending: ['i0'] };
const allowed = {
  conversation: 'c',
  key: card().key,
  argsSha256: card().argsSha256,
  decision: { decision: 'allow', scope: 'once' },
};

beforeEach(() => {
  vi.useFakeTimers();
  // Everything is in sight: jsdom lays nothing out.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 100, 600, 300),
  );
});
afterEach(() => void vi.useRealTimers());

const arm = () => vi.advanceTimersByTimeAsync(ARMING_MS + 100);

/** A real click: the pointer goes down, then up. */
async function click(button: HTMLElement) {
  await fireEvent.pointerDown(button);
  await fireEvent.click(button, { detail: 1 });
}

async function show(change: Parameters<typeof card>[0] = {}, options: object = {}) {
  const shown = await showPane({
    rows: [asking(0, card(change))],
    header: pending,
    ...options,
  });
  await vi.advanceTimersByTimeAsync(0);
  return { ...shown, get: (testid: string) => shown.screen.getByTestId(testid) };
}

describe('Allow once', () => {
  it.each([
    [0, 0],
    [250, 0],
    [699, 0],
    [701, 1],
  ])('F065 a click %i ms after the card was shown is answered %i times', async (ms, times) => {
    const { host, get } = await show();
    await vi.advanceTimersByTimeAsync(ms);
    await click(get('allow-once'));
    expect(host.answerApproval).toHaveBeenCalledTimes(times);
  });

  it('does nothing when it is clicked early, and answers once when it is armed', async () => {
    const { host, get } = await show();
    expect(host.approvalShown).toHaveBeenCalledExactlyOnceWith(
      'c',
      allowed.key,
      allowed.argsSha256,
    );
    await click(get('allow-once'));
    expect(get('allow-once').getAttribute('aria-disabled')).toBe('true');
    await arm();
    expect(host.answerApproval).not.toHaveBeenCalled();
    await click(get('allow-once'));
    expect(host.answerApproval).toHaveBeenCalledExactlyOnceWith(allowed);
  });

  it('C50 takes no key on a button that had the focus before it armed', async () => {
    const { host, get } = await show();
    get('allow-once').focus();
    await arm();
    await fireEvent.click(get('allow-once'), { detail: 0 });
    expect(host.answerApproval).not.toHaveBeenCalled();
    get('deny').focus();
    get('allow-once').focus();
    await fireEvent.click(get('allow-once'), { detail: 0 });
    expect(host.answerApproval).toHaveBeenCalledOnce();
  });

  it('C50 is inert again for a while after the window got the focus back', async () => {
    const { host, get } = await show();
    await arm();
    await fireEvent.focus(window);
    await click(get('allow-once'));
    expect(host.answerApproval).not.toHaveBeenCalled();
    await arm();
    await click(get('allow-once'));
    expect(host.answerApproval).toHaveBeenCalledOnce();
  });

  it('C50 takes no press that only brings the window to the front', async () => {
    const { host, get } = await show();
    await arm();
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await click(get('allow-once'));
    expect(host.answerApproval).not.toHaveBeenCalled();
  });

  it('takes nothing once another conversation was turned to, while it is still on the screen', async () => {
    const { host, session, get } = await show();
    await arm();
    session.show('other');
    await click(get('allow-once'));
    await fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    expect(host.answerApproval).not.toHaveBeenCalled();
  });

  it('is inert again when the arguments change under it', async () => {
    const { host, store, get } = await show();
    await arm();
    const other = card({ argsSha256: 'b'.repeat(64), rawArgs: '{"command":"rm -rf /"}' });
    store.apply({ id: 'c', rev: 2, reset: false, rows: [asking(0, other)] });
    await vi.advanceTimersByTimeAsync(0);
    await click(get('allow-once'));
    expect(host.answerApproval).not.toHaveBeenCalled();
    expect(get('approval-raw').textContent).toBe('{"command":"rm -rf /"}');
  });

  it('arms again without a word when the host found it too early', async () => {
    const { host, get, screen } = await show(
      {},
      { host: { answerApproval: vi.fn(() => Promise.reject({ code: 'tooEarly', message: 'x' })) } },
    );
    await arm();
    await click(get('allow-once'));
    expect(get('approval-card').dataset['phase']).toBe('arming');
    expect(screen.queryByRole('alert')).toBeNull();
    await arm();
    await click(get('allow-once'));
    expect(host.answerApproval).toHaveBeenCalledTimes(2);
  });

  it('C46 says why where it can no longer be answered', async () => {
    const { get, screen } = await show(
      {},
      { host: { answerApproval: () => Promise.reject({ code: 'expired', message: 'x' }) } },
    );
    await arm();
    await click(get('allow-once'));
    expect(screen.getByRole('alert').textContent).toContain('has expired');
  });
});

describe('long arguments', () => {
  let scrollHeight: PropertyDescriptor | undefined;
  beforeEach(() => {
    scrollHeight = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollHeight');
    Object.defineProperty(Element.prototype, 'scrollHeight', {
      configurable: true,
      get(this: HTMLElement) {
        return this.dataset['testid'] === 'approval-arguments' ? 900 : 0;
      },
    });
  });
  afterEach(() => {
    if (scrollHeight) Object.defineProperty(Element.prototype, 'scrollHeight', scrollHeight);
  });

  it('F061 keep Allow inert until their end was reached', async () => {
    const { host, get } = await show({ mustScroll: true });
    await arm();
    await click(get('allow-once'));
    expect(host.answerApproval).not.toHaveBeenCalled();
    expect(get('allow-once').textContent).toContain('Scroll to the end');
    const area = get('approval-arguments');
    area.scrollTop = 500;
    await fireEvent.scroll(area);
    await click(get('allow-once'));
    expect(host.answerApproval).not.toHaveBeenCalled();
    expect(host.call).not.toHaveBeenCalledWith('approval_seen', expect.anything());
    area.scrollTop = 900;
    await fireEvent.scroll(area);
    expect(host.call).toHaveBeenCalledWith('approval_seen', {
      conversation: 'c',
      key: allowed.key,
      argsSha256: allowed.argsSha256,
    });
    await click(get('allow-once'));
    expect(host.answerApproval).toHaveBeenCalledExactlyOnceWith(allowed);
  });
});

describe('Deny', () => {
  it('needs no arming and returns the focus to the message box', async () => {
    const { host, get } = await show();
    await click(get('deny'));
    expect(host.answerApproval).toHaveBeenCalledExactlyOnceWith({
      ...allowed,
      decision: { decision: 'deny', reason: '' },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(document.activeElement).toBe(get('composer-input'));
  });

  it('with a reason: Enter breaks the line, an input method’s Enter is its own, Ctrl Enter sends', async () => {
    const { host, get } = await show();
    await click(get('deny-reason-open'));
    const box = get('deny-reason-text');
    await fireEvent.input(box, { target: { value: 'use docs/' } });
    await fireEvent.keyDown(box, { key: 'Enter' });
    await fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true, isComposing: true });
    expect(host.answerApproval).not.toHaveBeenCalled();
    await fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
    expect(host.answerApproval).toHaveBeenCalledExactlyOnceWith({
      ...allowed,
      decision: { decision: 'deny', reason: 'use docs/' },
    });
  });

  it('with a reason: Escape goes back and answers nothing', async () => {
    const { host, get, screen } = await show();
    await click(get('deny-reason-open'));
    await fireEvent.keyDown(get('deny-reason-text'), { key: 'Escape' });
    expect(screen.queryByTestId('deny-reason-text')).toBeNull();
    expect(get('allow-once')).toBeTruthy();
    expect(host.answerApproval).not.toHaveBeenCalled();
  });
});

describe('keys in the message box', () => {
  it('C50 Enter never answers, armed or not, with text or without', async () => {
    const { host, get } = await show();
    await arm();
    const box = get('composer-input');
    box.focus();
    await fireEvent.keyDown(box, { key: 'Enter' });
    await fireEvent.keyDown(box, { key: ' ' });
    await fireEvent.input(box, { target: { value: 'yes' } });
    await fireEvent.keyDown(box, { key: 'Enter' });
    expect(host.answerApproval).not.toHaveBeenCalled();
    expect(host.sendMessage).toHaveBeenCalledExactlyOnceWith('c', 'yes', []);
  });

  it('C51 Ctrl Enter answers only when the card is armed and the box is empty', async () => {
    const { host, get } = await show();
    const box = get('composer-input');
    box.focus();
    await fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
    await arm();
    await fireEvent.input(box, { target: { value: 'half a thought' } });
    await fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
    await fireEvent.input(box, { target: { value: '' } });
    await fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true, repeat: true });
    expect(host.answerApproval).not.toHaveBeenCalled();
    await fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
    expect(host.answerApproval).toHaveBeenCalledExactlyOnceWith(allowed);
  });
});

it('the protocol’s own "always" is there only with its breadth in words', async () => {
  const without = await show();
  expect(without.screen.queryByTestId('allow-always')).toBeNull();
  without.screen.unmount();
  const { capabilities } = await import('../../test/make');
  const { host, get, screen } = await show(
    {},
    {
      header: { ...pending, capabilities: { ...capabilities, alwaysScope: 'every command' } },
    },
  );
  const always = screen.getByRole('button', { name: 'Always allow', description: 'every command' });
  expect(always).toBe(get('allow-always'));
  await arm();
  await click(get('allow-always'));
  expect(host.answerApproval).toHaveBeenCalledExactlyOnceWith({
    ...allowed,
    decision: { decision: 'allow', scope: 'always' },
  });
});

it('F062 shows the agent’s words as quoted text and never as HTML', async () => {
  const { get } = await show({
    description: '<img src=x onerror=alert(1)>',
    risk: {
      class: 'danger',
      reasons: [{ code: 'deletesFiles', values: {}, text: 'deletes files' }],
      mismatch: { code: 'callsIt', values: { category: 'read' }, text: 'it says “read”' },
    },
  });
  const shown = get('approval-card');
  expect(shown.querySelector('img')).toBeNull();
  expect(shown.querySelector('q')?.textContent).toBe('<img src=x onerror=alert(1)>');
  expect(get('mismatch').textContent).toContain('it says “read”');
});
