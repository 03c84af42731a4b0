import { render } from '@testing-library/svelte';
import type { Component } from 'svelte';
import { vi } from 'vitest';
import { sessionKey } from '../state/context';
import { Session } from '../state/session.svelte';
import { fakeHost } from './fake-host';

/** A page on screen, on a host whose other commands answer from a table. */
export function showPage(
  page: Component<{ part?: string }> | Component,
  answers: Record<string, unknown>,
  props: { part?: string } = {},
) {
  const call = vi.fn((command: string, _args?: Record<string, unknown>) => {
    const answer = answers[command];
    const value: unknown = typeof answer === 'function' ? (answer as () => unknown)() : answer;
    return Promise.resolve(structuredClone(value));
  });
  const host = fakeHost({ call: call as never });
  const session = new Session(host);
  const screen = render(page, { props, context: new Map([[sessionKey, session]]) });
  const asked = (command: string) =>
    call.mock.calls.filter(([name]) => name === command).map(([, args]) => args);
  return { host, session, screen, asked, get: (id: string) => screen.getByTestId(id) };
}
