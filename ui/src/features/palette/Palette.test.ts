import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Activity } from '../../generated';
import { sessionKey } from '../../state/context';
import { ConversationStore } from '../../state/conversation.svelte';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import { header } from '../../test/make';
import Palette from './Palette.svelte';

it.each<[Activity, boolean]>([
  ['running', true],
  ['waiting', true],
  ['stopping', false],
  ['idle', false],
  ['asleep', false],
])('offers to stop a turn that is %s: %s', (activity, offered) => {
  const session = new Session(fakeHost());
  session.conversation = new ConversationStore('c');
  session.conversation.header = header({ activity });
  const screen = render(Palette, {
    props: { onclose: () => {}, onrun: () => {} },
    context: new Map([[sessionKey, session]]),
  });
  expect(screen.queryByText('Stop the turn') !== null).toBe(offered);
});
