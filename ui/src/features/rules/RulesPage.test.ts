import { fireEvent } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RuleView, RulesPage as Rules } from '../../generated';
import { showPage } from '../../test/page';
import RulesPage from './RulesPage.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rule(id: string, change: Partial<RuleView> = {}): RuleView {
  return {
    id,
    draft: {
      effect: 'allow',
      profile: 'guide',
      workspace: '/w',
      tool: 'Bash',
      kind: 'execute',
      pattern: { pattern: 'command', words: ['cargo', 'test'], exact: false },
    },
    words: { code: 'x', values: {}, text: `rule ${id}` },
    agent: 'Guide',
    workspaceLabel: '~/w',
    enabled: true,
    programChanged: false,
    createdAt: 0,
    matched: 0,
    lastMatched: null,
    ...change,
  };
}

function page(rules: RuleView[], change: Partial<Rules> = {}): Rules {
  return { rules, held: null, canKeep: false, ...change };
}

async function show(answer: Rules, more: Record<string, unknown> = {}) {
  const shown = showPage(RulesPage, { rules: () => answer, ...more });
  await vi.advanceTimersByTimeAsync(0);
  return shown;
}

it('says of each rule what it does, where, how often and when last', async () => {
  const now = Date.now();
  const { screen } = await show(
    page([
      rule('a', { matched: 2, lastMatched: now - 5 * 60_000, createdAt: now - 1000 }),
      rule('b', { draft: { ...rule('b').draft, effect: 'deny' }, agent: '', workspaceLabel: '' }),
    ]),
  );
  const texts = screen.getAllByTestId('rule').map((one) => one.textContent.replace(/\s+/g, ' '));
  expect(texts[0]).toMatch(
    /Allows.*rule a.*Guide in ~\/w.*decided 2 times, last 5 min ago made just now/,
  );
  expect(texts[1]).toMatch(/Denies.*rule b.*any agent in any folder.*has not decided anything yet/);
});

it('pauses, deletes and brings back', async () => {
  const { asked, get } = await show(page([rule('a')]));
  await fireEvent.click(get('rule-enabled'));
  expect(asked('set_rule_enabled')).toEqual([{ rule: 'a', enabled: false }]);
  await fireEvent.click(get('rule-remove'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked('remove_rule')).toEqual([{ rule: 'a' }]);
  await fireEvent.click(get('rule-undo'));
  expect(asked('restore_rule')).toEqual([{ rule: 'a' }]);
});

it('shows a rule as it is where it could not be paused, and offers again what could not be undone', async () => {
  const refused = () => {
    throw { code: 'io', message: 'the disk is full' };
  };
  const answers: Record<string, unknown> = { set_rule_enabled: refused, restore_rule: refused };
  const { session, asked, get } = await show(page([rule('a')]), answers);
  const enabled = get('rule-enabled') as HTMLInputElement;
  await fireEvent.click(enabled);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.troubles[0]?.problem.message).toBe('the disk is full');
  expect(enabled.checked).toBe(true);

  await fireEvent.click(get('rule-remove'));
  await vi.advanceTimersByTimeAsync(0);
  await fireEvent.click(get('rule-undo'));
  await vi.advanceTimersByTimeAsync(0);
  await fireEvent.click(get('rule-undo'));
  expect(asked('restore_rule')).toHaveLength(2);
});

it('keeps no rule whose line is not finished', async () => {
  const { screen, asked, get } = await show(page([rule('a')]), {
    try_rule: { lookedAt: 0, matched: 0, examples: [] },
  });
  await fireEvent.click(get('rule-edit'));
  await fireEvent.input(get('pattern-command'), { target: { value: 'git commit -m "not yet' } });
  expect((get('rule-form-save') as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText(/quotation mark is open/)).toBeTruthy();
  await fireEvent.click(get('rule-form-save'));
  expect(asked('add_rule')).toEqual([]);
  await fireEvent.input(get('pattern-command'), { target: { value: 'git commit -m "now"' } });
  await fireEvent.click(get('rule-form-save'));
  expect(asked('add_rule')).toMatchObject([
    { draft: { pattern: { words: ['git', 'commit', '-m', 'now'] } } },
  ]);
});

it('says why a rule asks again, and takes the user’s word for it', async () => {
  const { asked, get } = await show(page([rule('a', { programChanged: true })]));
  expect(get('rule-changed').textContent).toContain('Asks again');
  await fireEvent.click(get('rule-confirm'));
  expect(asked('confirm_rule')).toEqual([{ rule: 'a' }]);
});

it('says that no rule counts, and lets the user keep them where that is possible', async () => {
  const held = { code: 'x', values: {}, text: 'changed outside' };
  const { asked, get } = await show(page([rule('a')], { held, canKeep: true }));
  expect(get('rules-held').textContent).toContain('changed outside');
  await fireEvent.click(get('rules-keep'));
  expect(asked('keep_rules')).toHaveLength(1);
});

it('a change is the new rule first, then the old one goes', async () => {
  const { asked, get } = await show(page([rule('a')]), {
    try_rule: { lookedAt: 10, matched: 0, examples: [] },
  });
  await fireEvent.click(get('rule-edit'));
  await fireEvent.input(get('pattern-command'), { target: { value: 'cargo test -p x' } });
  await vi.advanceTimersByTimeAsync(300);
  expect(get('dry-run').textContent).toContain('none of 10 past calls');
  await fireEvent.click(get('rule-form-save'));
  await vi.advanceTimersByTimeAsync(0);
  const draft = {
    ...rule('a').draft,
    pattern: { pattern: 'command', words: ['cargo', 'test', '-p', 'x'], exact: false },
  };
  expect(asked('add_rule')).toEqual([{ draft }]);
  expect(asked('remove_rule')).toEqual([{ rule: 'a' }]);
});

it('a rule from nothing denies, and is kept only when it is whole', async () => {
  const { asked, get } = await show(page([]), {
    try_rule: { lookedAt: 0, matched: 0, examples: [] },
  });
  await fireEvent.click(get('rule-new'));
  expect((get('rule-form-save') as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.input(get('pattern-command'), { target: { value: 'git push' } });
  await fireEvent.click(get('rule-form-save'));
  expect(asked('add_rule')).toEqual([
    {
      draft: {
        effect: 'deny',
        profile: null,
        workspace: null,
        tool: null,
        kind: null,
        pattern: { pattern: 'command', words: ['git', 'push'], exact: false },
      },
    },
  ]);
});
