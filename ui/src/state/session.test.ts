import { expect, it } from 'vitest';
import { fakeHost } from '../test/fake-host';
import { header, patchOf } from '../test/make';
import { Session } from './session.svelte';

it('C36 a conversation that is left is let go of, whichever way it is left', () => {
  const ways: [string, (session: Session) => void][] = [
    ['another is shown', (session) => session.show('other')],
    ['it is shown anew', (session) => session.showAnew('c')],
    ['none is shown', (session) => session.showNone()],
  ];
  for (const [way, leave] of ways) {
    const session = new Session(fakeHost());
    session.show('c');
    const left = session.conversation!;
    left.apply({
      id: 'c',
      rev: 1,
      reset: true,
      header: header(),
      rows: [patchOf(0, ['<p>a</p>'])],
    });
    expect(left.cell(0), way).toBeDefined();
    leave(session);
    expect(left.cell(0), way).toBeUndefined();
    expect(session.conversation, way).not.toBe(left);
  }
});
