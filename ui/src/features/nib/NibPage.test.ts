import { waitFor } from '@testing-library/svelte';
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
