import type { KeyPlace, KeySaved, ProvidersView, Trial } from '../../../generated';
import type { Host } from '../../../host/types';

export function providers(host: Host): Promise<ProvidersView> {
  return host.call('providers');
}

/** Keeps a key, over an earlier one. There is no command that gives it back. */
export function setKey(
  host: Host,
  key: { variable: string; profile: string | null; value: string; place: KeyPlace },
): Promise<KeySaved> {
  return host.call('set_key', key);
}

export function removeKey(host: Host, variable: string, profile: string | null): Promise<void> {
  return host.call('remove_key', { variable, profile });
}

/** Gives a shared key to agents that do not ask for it themselves. */
export function giveKey(host: Host, variable: string, agents: string[]): Promise<void> {
  return host.call('give_key', { variable, agents });
}

/** The user read this very address, and wants the key to be sent there. */
export function confirmBaseUrl(
  host: Host,
  variable: string,
  owner: string | null,
  profile: string,
  url: string,
): Promise<void> {
  return host.call('confirm_base_url', { variable, owner, profile, url });
}

/** Starts the agent as it would really start, and ends it. */
export function testKeys(host: Host, profile: string): Promise<Trial> {
  return host.call('test_keys', { profile });
}
