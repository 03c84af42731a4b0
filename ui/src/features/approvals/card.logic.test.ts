import { afterEach, expect, it } from 'vitest';
import type { ApprovalState, Decider, Phrase } from '../../generated';
import { say, useLanguage } from '../../shared/lib/text/index.svelte';
import { card } from '../../test/make';
import { cardContent, settledWords } from './card.logic';

afterEach(() => useLanguage('en'));

const allow = { decision: 'allow', scope: 'once' } as const;
const deny = { decision: 'deny', reason: '' } as const;
const rule: Decider = {
  by: 'rule',
  id: 'r',
  words: {
    code: 'ruleCommandPrefix',
    values: { command: 'cargo test' },
    text: 'commands that begin with “cargo test”',
  },
};

it.each<[ApprovalState, Decider | null, number, string]>([
  [{ state: 'pending' }, null, 0, ''],
  [{ state: 'sent', decision: allow }, null, 0, 'Allowed by you; the answer is on its way'],
  [
    { state: 'sent', decision: deny },
    null,
    6000,
    'Denied by you; the agent has not confirmed it yet',
  ],
  [{ state: 'confirmed', decision: allow }, { by: 'you' }, 0, 'Allowed by you'],
  [
    { state: 'confirmed', decision: allow },
    rule,
    0,
    'Allowed by a rule (commands that begin with “cargo test”)',
  ],
  [
    { state: 'confirmed', decision: deny },
    { by: 'mode', mode: 'acceptAll' },
    0,
    'Denied by the mode “Accept everything”',
  ],
  [
    { state: 'deliveryUnknown', decision: allow },
    null,
    0,
    'It is not known whether the answer arrived: the agent or Parley ended first. It is never sent again.',
  ],
  [
    { state: 'expired', reason: 'cancelledByAgent' },
    null,
    0,
    'Not answered: the agent took the request back',
  ],
])('%j by %j after %i ms is said in words', (state, by, sentFor, words) => {
  expect(settledWords(state, by, sentFor)).toBe(words);
});

it('F067 a card whose queue moves is another card', () => {
  const one = card();
  const at = (queue: string[]) => cardContent(one, queue, 'b');
  expect(at(['a', 'b'])).toBe(at(['a', 'b']));
  expect(at(['a', 'b'])).not.toBe(at(['b']));
  expect(at(['a', 'b'])).not.toBe(at(['a', 'b', 'c']));
});

it('a sentence of the host is said in the window’s language, else in its own English', async () => {
  const phrase = (code: string, values: Record<string, string> = {}): Phrase => ({
    code,
    values,
    text: 'as the host says it',
  });
  expect(say(phrase('deletesFiles'))).toBe('as the host says it');
  await useLanguage('de');
  expect(say(phrase('deletesFiles'))).toBe('löscht Dateien');
  expect(say(phrase('ruleAny', { tool: '' }))).toBe(
    'jedes Werkzeug, gleich mit welchen Argumenten',
  );
  expect(say(phrase('unheardOf'))).toBe('as the host says it');
});
