import { expect, it } from 'vitest';
import type { ToolState } from '../../generated';
import { t } from '../../shared/lib/text/later/text';
import { card } from '../../test/make';
import { status, subjectOf, verb } from './tool.logic';
import type { ToolBody } from './tool.logic';

function tool(state: ToolState, change: Partial<ToolBody> = {}): ToolBody {
  return {
    ...{
      kind: 'tool',
      name: 'Edit',
      tool: 'edit',
      subject: 'src/a.rs',
      state,
      allowedBy: null,
      unasked: false,
    },
    ...{ args: '', output: null, changed: null, durationMs: null, approval: null },
    ...change,
  };
}

it.each<[ToolState, Partial<ToolBody>, string, string, string]>([
  [{ state: 'awaitingApproval' }, {}, 'Wants to edit', 'being checked', 'busy'],
  [
    { state: 'awaitingApproval' },
    { approval: card({}) },
    'Wants to edit',
    'waiting for you',
    'wait',
  ],
  [{ state: 'running', unasked: false }, {}, 'Editing', 'running', 'busy'],
  [{ state: 'running', unasked: true }, {}, 'Editing', 'ran without asking', 'bad'],
  [{ state: 'succeeded' }, { allowedBy: { by: 'you' } }, 'Edited', 'allowed by you', 'ok'],
  [{ state: 'succeeded' }, { unasked: true }, 'Edited', 'ran without asking', 'bad'],
  [
    { state: 'succeeded' },
    { allowedBy: { by: 'mode', mode: 'acceptAll' } },
    'Edited',
    'allowed by the mode “Accept everything”',
    'ok',
  ],
  [{ state: 'succeeded' }, {}, 'Edited', 'done', 'quiet'],
  [{ state: 'failed' }, {}, 'Could not edit', 'failed', 'bad'],
  [{ state: 'denied', reason: 'not that' }, {}, 'Wanted to edit', 'denied: not that', 'bad'],
  [{ state: 'denied', reason: '' }, {}, 'Wanted to edit', 'denied', 'bad'],
  [{ state: 'cancelled', reason: 'stopped' }, {}, 'Wanted to edit', 'not run: stopped', 'off'],
])('%j says %s', (state, change, says, stands, tone) => {
  const body = tool(state, change);
  const words = status(body);
  expect([t(verb(body)), t(words.key, words.values), words.tone]).toEqual([says, stands, tone]);
});

it('tells an answer on its way from a question that waits', () => {
  const sent = card({ state: { state: 'sent', decision: { decision: 'allow', scope: 'once' } } });
  expect(status(tool({ state: 'awaitingApproval' }, { approval: sent })).key).toBe(
    'tool.status.answering',
  );
});

it('names a tool whose name says what it does', () => {
  expect(
    subjectOf(tool({ state: 'allowed' }, { tool: 'other', name: 'Deploy', subject: 'x' })),
  ).toBe('Deploy x');
  expect(subjectOf(tool({ state: 'allowed' }, { subject: '' }))).toBe('Edit');
});
