import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { AgentEntry, AgentsPage as Agents, ProfileDraft, ProfileView } from '../../generated';
import { showPage } from '../../test/page';
import AgentsPage from './AgentsPage.svelte';

const agent = (id: string, change: Partial<ProfileView>, disabled = false): AgentEntry => ({
  protocol: 'p',
  disabled,
  profile: {
    ...{ id, name: id, protocol: 'P', command: id, about: '', asks: true, origin: 'user' },
    readiness: { state: 'ready' },
    ...change,
  },
});

const draft: ProfileDraft = {
  ...{ id: 'own', name: 'own', protocol: 'p', command: 'own', args: [], env: {}, settings: {} },
  ...{ disabled: false, origin: 'user' },
};

const agents: Agents = {
  agents: [
    agent('own', {}),
    agent('built', { origin: 'builtIn' }),
    agent('keyless', { readiness: { state: 'needsKey', variables: ['A_KEY'] } }),
    agent('gone', {
      origin: 'found',
      readiness: { state: 'notFound', searched: ['/bin', '/bin'] },
    }),
  ],
  protocols: [{ id: 'p', title: 'P', usualProgram: 'p', install: {}, fields: [], imports: true }],
  searched: ['/usr/bin'],
};

const start = {
  ...{ argv: ['own'], program: '/bin/own', cwd: '/w', environment: [], withheld: [] },
  ...{ loginShell: { text: '' }, notes: [], problems: [] },
};

async function page(answers: Record<string, unknown> = {}, part?: string) {
  const shown = showPage(
    AgentsPage,
    { agents, profile_draft: draft, explain_draft: start, save_profile: 'own', ...answers },
    part === undefined ? {} : { part },
  );
  await vi.waitFor(() => expect(shown.screen.getAllByTestId('agent')).toHaveLength(4));
  const card = (id: string) => shown.screen.container.querySelector(`[data-agent="${id}"]`)!;
  const choose = async (id: string, entry: string) => {
    await fireEvent.click(card(id).querySelector('[data-testid="agent-menu"]')!);
    await fireEvent.click(shown.get(entry));
    expect(shown.screen.queryByTestId(entry)).toBeNull();
    await tick();
  };
  return { ...shown, card, choose };
}

const refuse = () => {
  throw { code: 'io', message: 'the disk is full' };
};

it('does what every entry of an agent’s menu says', async () => {
  const { screen, asked, get, choose } = await page({ export_profile: '/w/own.json' });
  const form = async () => {
    const name = (await screen.findByTestId('agent-name')) as HTMLInputElement;
    const { value } = name;
    await fireEvent.click(screen.getByText('Cancel'));
    return value;
  };
  await choose('own', 'agent-edit');
  expect(await form()).toBe('own');
  await choose('own', 'agent-copy');
  expect(await form()).not.toBe('own');
  await choose('own', 'agent-turn');
  await vi.waitFor(() =>
    expect(asked('save_profile')).toEqual([{ draft: { ...draft, disabled: true } }]),
  );
  await choose('own', 'agent-export');
  expect(asked('export_profile')).toEqual([{ profile: 'own' }]);
  await screen.findByText(/\/w\/own\.json/);
  await choose('own', 'agent-remove');
  await vi.waitFor(() => expect(asked('remove_profile')).toEqual([{ profile: 'own' }]));
  await screen.findByTestId('agent-removed');
  await fireEvent.click(screen.getByText('Undo'));
  await vi.waitFor(() => expect(asked('save_profile').at(-1)).toEqual({ draft }));
  expect(screen.queryByTestId('agent-removed')).toBeNull();

  // What is not the user's is shown and copied, and nothing else.
  await fireEvent.click(screen.getAllByTestId('agent-menu')[2]!);
  const entries = ['edit', 'copy', 'turn', 'export', 'remove'].map((id) =>
    Boolean(screen.queryByTestId(`agent-${id}`)),
  );
  expect([entries, get('agent-edit').textContent?.trim()]).toEqual([
    [true, true, false, false, false],
    'Show',
  ]);
});

it('does what its other buttons say', async () => {
  const { screen, session, asked, card } = await page({
    import_profile: { draft: { ...draft, id: null, name: 'read' }, notes: ['same', 'same'] },
  });
  await fireEvent.click(card('gone').querySelector('[data-testid="agent-looked"]')!);
  expect(card('gone').querySelectorAll('.searched li')).toHaveLength(2);
  await fireEvent.click(screen.getByTestId('agent-import'));
  const name = (await screen.findByTestId('agent-name')) as HTMLInputElement;
  expect(name.value).toBe('read');
  await fireEvent.click(screen.getByTestId('agent-save'));
  await vi.waitFor(() =>
    expect(asked('save_profile')).toMatchObject([{ draft: { id: null, name: 'read' } }]),
  );
  await vi.waitFor(() => expect(screen.queryByTestId('agent-form')).toBeNull());
  await fireEvent.click(screen.getByTestId('agent-add'));
  await fireEvent.click(await screen.findByTestId('variable-add'));
  expect(screen.getAllByPlaceholderText('NAME')).toHaveLength(1);
  await fireEvent.click(screen.getByText('Cancel'));
  await fireEvent.click(card('keyless').querySelector('[data-testid="agent-add-key"]')!);
  expect(session.page).toEqual({ id: 'settings', part: 'providers' });
});

it('tries an agent, and says what came of it', async () => {
  const { screen, asked, choose } = await page({
    try_profile: { ok: true, outcome: 'It answers.' },
  });
  await choose('own', 'agent-edit');
  await fireEvent.click(await screen.findByTestId('agent-test'));
  expect(asked('try_profile')).toEqual([{ draft }]);
  expect((await screen.findByTestId('agent-trial')).textContent?.trim()).toBe('It answers.');
});

it('leaves a form open that could not be saved, and says why in it', async () => {
  const { screen, get, choose } = await page({ save_profile: refuse });
  await choose('own', 'agent-edit');
  await fireEvent.input(await screen.findByTestId('agent-name'), { target: { value: 'mine' } });
  await fireEvent.click(get('agent-save'));
  await vi.waitFor(() =>
    expect(get('dialog-problem').textContent?.trim()).toBe('the disk is full'),
  );
  expect((get('agent-name') as HTMLInputElement).value).toBe('mine');
});

it('offers again what could not be brought back', async () => {
  const { screen, session, choose } = await page({ save_profile: refuse });
  await choose('own', 'agent-remove');
  await screen.findByTestId('agent-removed');
  await fireEvent.click(screen.getByText('Undo'));
  await vi.waitFor(() => expect(session.troubles).toHaveLength(1));
  expect(screen.getByTestId('agent-removed')).toBeTruthy();
});

it('says that an agent it was asked for is not there, and can be asked for another', async () => {
  const { screen, session } = await page({ profile_draft: refuse }, 'gone');
  await vi.waitFor(() => expect(session.troubles[0]?.problem.message).toBe('the disk is full'));
  expect(screen.queryByTestId('agent-form')).toBeNull();
});

it('offers no new agent before it is known what there is to choose from', () => {
  const { get } = showPage(AgentsPage, { agents: refuse });
  expect((get('agent-add') as HTMLButtonElement).disabled).toBe(true);
});
