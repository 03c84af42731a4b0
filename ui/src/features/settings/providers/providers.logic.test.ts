import { describe, expect, it } from 'vitest';
import type { KeyView, ProvidersView } from '../../../generated';
import { groups, isVariable, keyId, offered } from './providers.logic';

const key = (variable: string, profile: string | null = null): KeyView => ({
  variable,
  profile,
  place: 'keychain',
  problem: null,
  usedBy: [],
});

const view = (keys: KeyView[]): ProvidersView => ({
  noKeychain: null,
  trouble: null,
  providers: [
    { id: 'a', title: 'A', variables: ['A_KEY', 'A_TOKEN'] },
    { id: 'b', title: 'B', variables: ['B_KEY'] },
  ],
  keys,
  agents: [],
});

describe('keys by provider', () => {
  it('puts every key where it belongs, shared ones first, and the rest last', () => {
    const all = groups(
      view([key('Z_KEY'), key('A_TOKEN'), key('A_KEY', 'x'), key('A_KEY'), key('MISTRAL')]),
    );
    expect(all.map((group) => [group.id, group.keys.map(keyId)])).toEqual([
      ['a', ['/A_KEY', 'x/A_KEY', '/A_TOKEN']],
      ['b', []],
      ['other', ['/MISTRAL', '/Z_KEY']],
    ]);
  });

  it('offers the first variable without a shared key', () => {
    const [a] = groups(view([key('A_KEY')]));
    const [own] = groups(view([key('A_KEY', 'x')]));
    const other = groups(view([]))[2];
    expect([a, own, other].map((group) => offered(group!))).toEqual(['A_TOKEN', 'A_KEY', '']);
  });

  it('knows the name of a variable', () => {
    expect(['A_KEY', ' A ', '_a1'].map(isVariable)).toEqual([true, true, true]);
    expect(['', '1A', 'A-B', 'A B', 'A=1'].some(isVariable)).toBe(false);
  });
});
