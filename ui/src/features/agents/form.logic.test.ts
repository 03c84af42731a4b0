import { expect, it } from 'vitest';
import type { FormField, ProfileDraft, ProtocolForm } from '../../generated';
import { drafted, fresh, programFor, typed } from './form.logic';

const field = (name: string, kind: FormField['kind']): FormField => ({
  name,
  kind,
  label: {},
  help: {},
});
const protocol: ProtocolForm = {
  id: 'p',
  title: 'P',
  usualProgram: 'p-agent',
  install: {},
  imports: false,
  fields: [
    field('model', { kind: 'text' }),
    field('limit', { kind: 'number' }),
    field('stream', { kind: 'switch', usual: true }),
    field('wire', { kind: 'choice', values: ['0.1', '0.4'] }),
    field('pass', { kind: 'names' }),
    field('servers', { kind: 'json' }),
  ],
};
const draft: ProfileDraft = {
  id: 'own-1',
  name: 'Mine',
  protocol: 'p',
  command: '/opt/p agent',
  args: ['--a', 'two words'],
  env: { A: '1' },
  settings: { model: 'm', limit: 5, stream: false, wire: '0.4', pass: ['X', 'Y'], later: { x: 1 } },
  disabled: false,
  origin: 'user',
};

it('a form that is not touched means the draft it was made from', () => {
  expect(drafted(typed(draft), draft, protocol)).toEqual({ draft, mistakes: {} });
});

it('what says nothing is not written down', () => {
  const form = typed(draft);
  form.settings = {
    ...form.settings,
    model: ' ',
    limit: '',
    stream: 'true',
    wire: '0.1',
    pass: '',
  };
  expect(drafted(form, draft, protocol).draft.settings).toEqual({ later: { x: 1 } });
});

it('names what can not be meant, and keeps the rest', () => {
  const form = typed(draft);
  form.settings = { ...form.settings, limit: '5s', servers: '{' };
  form.env = [
    { name: '1A', value: 'x' },
    { name: 'B', value: '${HOME}' },
    { name: '', value: '' },
  ];
  const { draft: meant, mistakes } = drafted(form, draft, protocol);
  expect(mistakes).toEqual({ limit: 'number', servers: 'json', env: 'variable' });
  expect(meant.env).toEqual({ B: '${HOME}' });
  expect(meant.settings['model']).toBe('m');
});

it('settings of one protocol do not go to another', () => {
  const form = { ...typed(draft), protocol: 'q' };
  expect(drafted(form, draft, undefined).draft.settings).toEqual({});
});

it('begins with the usual program', () => {
  expect(fresh(protocol)).toMatchObject({ id: null, protocol: 'p', command: 'p-agent' });
});

it('the program follows the protocol, unless the user named one', () => {
  const other = { ...protocol, id: 'q', usualProgram: 'q-agent' };
  const none = { ...protocol, id: 'r', usualProgram: '' };
  expect(programFor('p-agent', protocol, other)).toBe('q-agent');
  expect(programFor('', protocol, other)).toBe('q-agent');
  expect(programFor('p-agent', protocol, none)).toBe('');
  expect(programFor('/opt/mine', protocol, other)).toBe('/opt/mine');
});
