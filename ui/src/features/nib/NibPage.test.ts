import { fireEvent, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { Language, OperationRun, OperationView, ProjectView } from '../../generated';
import { speak } from '../../shared/lib/text/index.svelte';
import { showPage } from '../../test/page';
import NibPage from './NibPage.svelte';
import { operationWords } from './text';

afterEach(() => speak('en'));

const operation = (name: string, about: string, interactive = false): OperationView => ({
  ...{ name, about, interactive, required: [], optional: [], oneFile: false },
});

const run: OperationRun = {
  ...{ conversation: 'c', item: 'i', at: 1, state: 'done', durationMs: 2000, gave: 'Bo does.' },
  form: { operation: 'continuity-ask', question: 'Who drives Bo to Elko?' },
};

const project: ProjectView = {
  ...{ folder: '/w', label: '~/w', name: 'w', efforts: [], folders: [], characters: [] },
  ...{ truncated: false, profiles: [] },
  operations: [
    operation('continuity-ask', 'Ask about the manuscript'),
    operation('weather-ask', 'Ask about the weather'),
    operation('character-talk', 'Interview a character', true),
  ],
  backend: { name: 'claude', chosenBy: '', program: '/b', unconfirmed: false, problem: '' },
  history: [run, { ...run, item: 'j', form: { operation: 'long-gone' } }],
};

async function show() {
  const shown = showPage(NibPage, { project, check_operation: [] }, { part: '/w' });
  await waitFor(() => shown.get('nib-history'));
  return shown;
}

const words = async (language: Language) => {
  await speak(language);
  const { screen, get } = await show();
  const options = [...get('nib-operation').querySelectorAll('option')];
  const said = {
    choice: options.map((one) => [one.value, one.textContent]),
    note: get('note-nib-operation').textContent,
    past: [...get('nib-history').querySelectorAll('.what')].map((one) => one.textContent),
    names: [...get('nib-history').querySelectorAll('code')].map((one) => one.textContent),
  };
  screen.unmount();
  return said;
};

it('says what operations do, and what the protocol calls them beside it', async () => {
  expect(await words('en')).toEqual({
    choice: [
      ['continuity-ask', 'Ask about the manuscript'],
      ['weather-ask', 'Ask about the weather'],
      ['character-talk', 'Interview a character'],
    ],
    note: 'In the protocol: continuity-ask',
    past: ['Ask about the manuscript', 'long-gone'],
    names: ['continuity-ask', 'long-gone'],
  });
  expect(await words('de')).toMatchObject({
    choice: [
      ['continuity-ask', 'Nach etwas im Manuskript fragen'],
      ['weather-ask', 'Ask about the weather'],
      ['character-talk', 'Eine Figur befragen'],
    ],
    note: 'Im Protokoll: continuity-ask',
    past: ['Nach etwas im Manuskript fragen', 'long-gone'],
  });
});

it('an operation that nobody knows is what the protocol calls it', () => {
  expect(operationWords('long-gone')).toBe('long-gone');
});

const withSchema: ProjectView = {
  ...project,
  operations: [
    { ...operation('scene-data', 'Draw data out of a scene'), optional: ['schema'] },
    { ...operation('continuity-ask', 'Ask about the manuscript'), required: ['question'] },
  ],
};

it('a schema that is broken keeps from running only what takes one', async () => {
  const { asked, get } = showPage(
    NibPage,
    { project: withSchema, check_operation: [], run_operation: 'c' },
    { part: '/w' },
  );
  await waitFor(() => get('nib-schema'));
  const run = get('nib-run-it') as HTMLButtonElement;
  await fireEvent.input(get('nib-schema'), { target: { value: '{ "no' } });
  expect(run.disabled).toBe(true);
  await fireEvent.change(get('nib-operation'), { target: { value: 'continuity-ask' } });
  await fireEvent.input(get('nib-question'), { target: { value: 'Who drives?' } });
  expect(run.disabled).toBe(false);
  await fireEvent.click(run);
  await waitFor(() =>
    expect(asked('run_operation')).toMatchObject([
      { request: { folder: '/w', form: { operation: 'continuity-ask', question: 'Who drives?' } } },
    ]),
  );
});

it('what is written stays while the project cannot be looked at', async () => {
  let there = true;
  const { session, screen, get } = showPage(
    NibPage,
    {
      project: () => {
        if (!there) throw { code: 'io', message: 'the drive is gone' };
        return withSchema;
      },
      check_operation: [],
    },
    { part: '/w' },
  );
  await waitFor(() => get('nib-schema'));
  await fireEvent.input(get('nib-schema'), { target: { value: '{}' } });
  there = false;
  session.topics.apply({ tasks: 1 });
  await screen.findByText('the drive is gone');
  expect((get('nib-schema') as HTMLTextAreaElement).value).toBe('{}');
  // Named wrongly and then rightly, it is the same project.
  await fireEvent.input(get('nib-folder'), { target: { value: '/v' } });
  await fireEvent.change(get('nib-folder'));
  await waitFor(() => expect(screen.queryByTestId('nib-schema')).toBeNull());
  there = true;
  await fireEvent.change(get('nib-folder'));
  await waitFor(() => get('nib-schema'));
  expect((get('nib-schema') as HTMLTextAreaElement).value).toBe('{}');
});

it('runs again what was run, stops what runs, and offers nothing it cannot run', async () => {
  const { host, session, screen, asked, get } = showPage(
    NibPage,
    {
      project: {
        ...withSchema,
        history: [...project.history, { ...run, item: 'k', conversation: 'd', state: 'running' }],
      },
      check_operation: [],
    },
    { part: '/w' },
  );
  await waitFor(() => get('nib-history'));
  await fireEvent.click(get('nib-stop'));
  expect(host.stop).toHaveBeenCalledExactlyOnceWith('d');
  const [first, second] = screen.getAllByTestId('nib-again');
  await fireEvent.click(first!);
  expect((get('nib-question') as HTMLTextAreaElement).value).toBe('Who drives Bo to Elko?');
  expect((get('nib-run-it') as HTMLButtonElement).disabled).toBe(false);
  // An operation that is no more.
  await fireEvent.click(second!);
  expect((get('nib-run-it') as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(get('nib-history').querySelector('.main')!);
  expect(session.takesItem('c')).toBe('i');
  expect(asked('run_operation')).toEqual([]);
});
