import { expect, it } from 'vitest';
import type { OperationView } from '../../generated';
import { draftOf, emptyDraft, formOf, narrowed, sessionsOf } from './form.logic';
import { jsonProblem } from './json-check';

const operation = (change: Partial<OperationView>): OperationView => ({
  name: 'scene-proof',
  about: '',
  interactive: false,
  required: ['paths'],
  optional: ['effort'],
  oneFile: false,
  ...change,
});

it('sends the fields of the operation, and only those that are filled', () => {
  const draft = {
    ...emptyDraft('novel'),
    paths: ['scenes/1.md'],
    question: 'left over from another operation',
    effort: '',
  };
  expect(formOf(draft, operation({}), '/w')).toEqual({
    operation: 'scene-proof',
    paths: ['scenes/1.md'],
  });
  expect(formOf({ ...draft, effort: 'max' }, operation({ oneFile: true }), '/w/')).toEqual({
    operation: 'scene-proof',
    paths: ['/w/scenes/1.md'],
    effort: 'max',
  });
});

it('a talk that goes on has no context, and a schema is JSON', () => {
  const talk = operation({ name: 'character-talk', required: ['context', 'session'] });
  const draft = { ...emptyDraft(''), context: 'You are Bo.', sessionId: ' bo ' };
  expect(formOf(draft, talk, '/w')).toEqual({
    operation: 'character-talk',
    context: 'You are Bo.',
    session: { id: 'bo', resume: false, new: false },
  });
  expect(formOf({ ...draft, session: 'resume' }, talk, '/w')).toEqual({
    operation: 'character-talk',
    session: { id: 'bo', resume: true, new: false },
  });
  const index = operation({ name: 'continuity-index', required: ['context', 'schema'] });
  expect(formOf({ ...draft, schema: '{"type":"object"}' }, index, '/w')['schema']).toEqual({
    type: 'object',
  });
});

it('what ran is filled in again as it was', () => {
  const manuscript = operation({ required: ['paths', 'question'], oneFile: true });
  const draft = { ...emptyDraft('w'), operation: 'x', paths: ['all.md'], question: 'Who?' };
  const form = formOf(draft, { ...manuscript, name: 'x' }, '/w');
  expect(draftOf(form, '/w', 'w')).toEqual(draft);
});

it('files are found by any part of their path; sessions by what was run', () => {
  const folders = [
    { path: '', files: ['notes.md'] },
    { path: 'scenes/ch1', files: ['a.md', 'b.md'] },
  ];
  expect(narrowed(folders, 'CH1/b')).toEqual([{ path: 'scenes/ch1', files: ['b.md'] }]);
  const run = (id: string) =>
    ({ form: id ? { session: { id } } : {} }) as unknown as Parameters<typeof sessionsOf>[0][0];
  expect(sessionsOf([run('bo'), run(''), run('lance'), run('bo')])).toEqual(['bo', 'lance']);
});

it('names the line in which a text stops being JSON, the same in every engine', () => {
  expect(jsonProblem('{"a": [1, 2.5e3, "x\\u00e9"], "b": {}}')).toBeNull();
  expect(jsonProblem('{\n "a": 1,\n b: 2\n}')).toEqual({ line: 3, found: 'b:' });
  expect(jsonProblem('{\n "a": 1\n "b": 2\n}')).toEqual({ line: 3, found: '"b":' });
  expect(jsonProblem('{"a": [1,\n 2')).toEqual({ line: 2, found: '' });
  expect(jsonProblem('{"a": 1} x')).toEqual({ line: 1, found: 'x' });
  expect(jsonProblem('{"a": 1,}')).toEqual({ line: 1, found: '}' });
});
