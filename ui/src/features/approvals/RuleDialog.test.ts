import { fireEvent } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RuleDraft, RuleProposal, RuleProposals } from '../../generated';
import { card } from '../../test/make';
import { asking, showPane } from '../../test/pane';
import { ARMING_MS } from './arming';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 100, 600, 300),
  );
});
afterEach(() => void vi.useRealTimers());

function proposal(effect: 'allow' | 'deny', words: string[], broad = false): RuleProposal {
  const draft: RuleDraft = {
    effect,
    profile: 'guide',
    workspace: '/tmp/w',
    tool: 'Bash',
    kind: 'execute',
    pattern: { pattern: 'command', words, exact: false },
  };
  return { draft, words: { code: 'x', values: {}, text: words.join(' ') }, broad };
}

const offered: RuleProposals = {
  allow: [proposal('allow', ['cargo', 'test']), proposal('allow', ['cargo'], true)],
  deny: [proposal('deny', ['cargo'])],
  asksAlways: null,
};

async function open(proposals: RuleProposals) {
  const answers: Record<string, unknown> = {
    rule_proposals: proposals,
    try_rule: { lookedAt: 12, matched: 3, examples: [] },
  };
  const call = vi.fn((command: string, _args?: unknown) => Promise.resolve(answers[command]));
  const shown = await showPane({
    rows: [asking(0, card())],
    header: { activity: 'waiting', pending: ['i0'] },
    host: { call: call as never },
  });
  await vi.advanceTimersByTimeAsync(0);
  const get = (id: string) => shown.screen.getByTestId(id);
  await fireEvent.click(get('allow-by-rule'));
  await vi.advanceTimersByTimeAsync(0);
  const asked = (name: string) => call.mock.calls.filter(([one]) => one === name);
  return { ...shown, get, asked };
}

async function press(button: HTMLElement) {
  await fireEvent.pointerDown(button);
  await fireEvent.click(button, { detail: 1 });
}

const answer = {
  conversation: 'c',
  key: card().key,
  argsSha256: card().argsSha256,
};

it('offers the narrowest first and answers by it, once it has armed', async () => {
  const { get, screen, asked } = await open(offered);
  const all = screen.getAllByTestId('rule-proposal') as HTMLInputElement[];
  expect(all.map((one) => one.checked)).toEqual([true, false]);
  await press(get('rule-keep'));
  expect(asked('answer_by_rule')).toEqual([]);
  await vi.advanceTimersByTimeAsync(ARMING_MS + 50);
  await press(get('rule-keep'));
  expect(asked('answer_by_rule')).toEqual([
    [
      'answer_by_rule',
      {
        answer: { ...answer, decision: { decision: 'allow', scope: 'once' } },
        draft: offered.allow[0]!.draft,
      },
    ],
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.queryByTestId('rule-dialog')).toBeNull();
});

it('is tried anew and has to arm again whenever it is changed', async () => {
  const { get, asked } = await open(offered);
  await vi.advanceTimersByTimeAsync(ARMING_MS + 50);
  await fireEvent.input(get('pattern-command'), { target: { value: 'cargo test -p x' } });
  await press(get('rule-keep'));
  expect(asked('answer_by_rule')).toEqual([]);
  await vi.advanceTimersByTimeAsync(ARMING_MS + 50);
  const changed = {
    ...offered.allow[0]!.draft,
    pattern: { pattern: 'command', words: ['cargo', 'test', '-p', 'x'], exact: false },
  };
  expect(asked('try_rule').at(-1)).toEqual(['try_rule', { draft: changed }]);
  await press(get('rule-keep'));
  expect(asked('answer_by_rule')[0]?.[1]).toMatchObject({ draft: changed });
});

it('says why nothing can be let pass by a rule, and still offers to deny', async () => {
  const why = { code: 'asksDanger', values: {}, text: 'Dangerous calls always ask.' };
  const { get, asked } = await open({ ...offered, allow: [], asksAlways: why });
  expect(get('rule-asks-always').textContent).toBe('Dangerous calls always ask.');
  expect((get('rule-allow') as HTMLInputElement).disabled).toBe(true);
  await press(get('rule-keep'));
  expect(asked('answer_by_rule')[0]?.[1]).toEqual({
    answer: { ...answer, decision: { decision: 'deny', reason: '' } },
    draft: offered.deny[0]!.draft,
  });
});
