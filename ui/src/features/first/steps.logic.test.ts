import { expect, it } from 'vitest';
import type { AgentEntry, AgentsPage, ConversationSummary } from '../../generated';
import { allSkipped, found, isIn, marked, nextStep, onlyReady, outcomes } from './steps.logic';

it('the next step is the first that was neither taken nor passed over', () => {
  expect(nextStep({})).toBe('guide');
  expect(nextStep({ guide: 'skipped' })).toBe('agents');
  expect(nextStep({ guide: 'done', asking: 'done' })).toBe('agents');
  expect(nextStep({ guide: 'done', agents: 'skipped', asking: 'done' })).toBeNull();
});

it('what was done stays done; passing over the rest passes over nothing else', () => {
  expect(marked({ guide: 'done' }, 'guide', 'skipped')).toEqual({ guide: 'done' });
  expect(marked({ guide: 'skipped' }, 'guide', 'done')).toEqual({ guide: 'done' });
  expect(allSkipped({ guide: 'done' })).toEqual({
    guide: 'done',
    agents: 'skipped',
    asking: 'skipped',
  });
});

it('settings that know nothing of it have met none', () => {
  expect(outcomes(null)).toEqual({});
});

it('agents that are turned off are neither there nor missing', () => {
  const agent = (name: string, state: string, disabled = false) =>
    ({ profile: { name, readiness: { state } }, disabled }) as unknown as AgentEntry;
  const page = {
    agents: [
      agent('Guide', 'ready'),
      agent('A', 'needsKey'),
      agent('B', 'notFound'),
      agent('C', 'notFound', true),
    ],
  } as AgentsPage;
  const { there, missing } = found(page);
  expect([there.map((one) => one.profile.name), missing]).toEqual([['Guide', 'A'], ['B']]);
});

const ready = {
  id: 'ready',
  workspace: '/home/ann/.local/share/parley/playground',
  workspaceLabel: '~/.local/share/parley/playground',
  preview: '',
} as ConversationSummary;

it('a folder is the one of a conversation however it is written', () => {
  for (const folder of [ready.workspace, `${ready.workspace}/`, ` ${ready.workspaceLabel} `])
    expect(isIn(ready, folder), folder).toBe(true);
  for (const folder of ['', '/', '~', '/home/ann', `${ready.workspace}/more`])
    expect(isIn(ready, folder), folder).toBe(false);
});

it('nothing is begun while the ready conversation is alone and nothing was said in it', () => {
  expect(onlyReady([], undefined)).toBe(true);
  expect(onlyReady([], ready)).toBe(true);
  expect(onlyReady([ready], ready)).toBe(true);
  expect(onlyReady([{ ...ready, preview: 'list' }], ready)).toBe(false);
  expect(onlyReady([ready, { ...ready, id: 'other' }], ready)).toBe(false);
  expect(onlyReady([ready], undefined)).toBe(false);
});
