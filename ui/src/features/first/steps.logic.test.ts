import { expect, it } from 'vitest';
import type { AgentEntry, AgentsPage } from '../../generated';
import { allSkipped, found, marked, nextStep, outcomes } from './steps.logic';

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
