import { afterEach, expect, it, vi } from 'vitest';
import { fakeHost } from '../test/fake-host';
import { watchUnhandled } from './unhandled';

let stop = () => {};
afterEach(() => stop());

function watched() {
  const host = fakeHost();
  const tell = vi.fn();
  stop = watchUnhandled(host, tell);
  const noted = () =>
    vi.mocked(host.call).mock.calls.map(([, args]) => (args as { what: string }).what);
  return { host, tell, noted };
}

const threw = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }));
const rejected = (reason: unknown) =>
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

it('notes and tells what nobody caught', () => {
  const { host, tell, noted } = watched();
  threw(new TypeError('null is not an object'));
  rejected(new TypeError('undefined is not a function'));
  expect(tell).toHaveBeenCalledTimes(2);
  expect(vi.mocked(host.call).mock.calls.map(([name]) => name)).toEqual(
    Array(2).fill('window_failed'),
  );
  expect(noted()[0]).toMatch(/^TypeError: null is not an object\n.*unhandled\.test\.ts:\d+:\d+/);
  expect(noted()[1]).toMatch(/^TypeError: undefined is not a function\n/);
});

it('notes nothing that may quote what was said', () => {
  const { noted } = watched();
  threw(new SyntaxError('Unexpected token, "the key is k-123" is not JSON'));
  rejected(new Error('the key is k-123'));
  rejected('the key is k-123');
  rejected({ code: 'io', message: 'the key is k-123' });
  rejected(null);
  expect(noted().map((what) => what.split('\n')[0])).toEqual([
    'SyntaxError',
    'Error',
    'string',
    'host:io',
    'object',
  ]);
  expect(noted().join()).not.toContain('k-123');
});

it('takes a note of the engine for no failure', () => {
  const { tell, host } = watched();
  dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }));
  expect(tell).not.toHaveBeenCalled();
  expect(host.call).not.toHaveBeenCalled();
});

it('does not fill the log, and ends', () => {
  const { host } = watched();
  for (let n = 0; n < 100; n++) threw(new TypeError('again'));
  expect(host.call).toHaveBeenCalledTimes(20);
  const other = watched();
  stop();
  threw(new TypeError('later'));
  expect(other.host.call).not.toHaveBeenCalled();
});
