import { render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { ProfileView } from '../../generated';
import { useLanguage } from '../../shared/lib/text/index.svelte';
import { sessionKey } from '../../state/context';
import { Session } from '../../state/session.svelte';
import { fakeHost } from '../../test/fake-host';
import ProfileOption from '../conversations/ProfileOption.svelte';
import AgentCard from './AgentCard.svelte';

afterEach(() => useLanguage('en'));

const profile: ProfileView = {
  id: 'guide-tasks',
  name: 'Guide (background tasks)',
  protocol: 'nuum Wire Protocol',
  command: '/opt/parley/understudy',
  origin: 'builtIn',
  readiness: { state: 'ready' },
  about: "Looked for on this machine's PATH.",
  asks: false,
};
const nothing = () => {};

it('calls what comes with Parley by its name in the language of the window, and tells all that is cut', async () => {
  await useLanguage('de');
  const name = 'Guide (Aufgaben im Hintergrund)';
  const card = render(AgentCard, {
    props: {
      ...{ entry: { profile, protocol: 'nuum', disabled: false }, searched: [], install: {} },
      ...{ onedit: nothing, oncopy: nothing, onturn: nothing, onremove: nothing },
    },
    context: new Map([[sessionKey, new Session(fakeHost())]]),
  });
  expect(card.getByRole('heading', { name }).title).toBe(name);
  expect(card.getByTitle(profile.protocol).textContent).toBe(profile.protocol);
  card.unmount();
  const option = render(ProfileOption, { props: { profile, checked: false, onchoose: nothing } });
  expect(option.getByTestId('profile-option').textContent).toContain(name);
});
