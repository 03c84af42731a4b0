import { getContext, setContext } from 'svelte';
import type { Session } from './session.svelte';

/** Names the session among a component's context; tests give one by it. */
export const sessionKey = Symbol('session');

export function provideSession(session: Session): void {
  setContext(sessionKey, session);
}

export function useSession(): Session {
  return getContext<Session>(sessionKey);
}
