import { expect, it } from 'vitest';
import { capabilities, header } from '../../test/make';
import { fitting, offered } from './slash.logic';

const names = (all: { name: string }[]) => all.map((one) => one.name);

it('offers what Parley can always do, and what runs now', () => {
  expect(names(offered(header(), true))).toEqual(['attach', 'find', 'restart', 'new', 'export']);
  expect(names(offered(header({ activity: 'running' }), false))).toEqual([
    'stop',
    'attach',
    'find',
    'restart',
    'export',
  ]);
});

it('offers modes, models and efforts only where the agent takes them', () => {
  const can = {
    ...capabilities,
    modes: [
      { id: 'default', allows: 'Asks', dangerous: false, standsFor: null, byHost: false },
      { id: 'plan', allows: 'Only looks', dangerous: false, standsFor: null, byHost: false },
    ],
    models: ['big', 'small'],
    effortLevels: ['high'],
    currentModel: 'big',
  };
  expect(names(offered(header({ capabilities: can }), false))).toEqual([
    'attach',
    'mode ask before acting',
    'mode plan',
    'find',
    'restart',
    'export',
  ]);
  const all = offered(header({ capabilities: { ...can, setConfig: true } }), false);
  expect(names(all).slice(3, 6)).toEqual(['model big', 'model small', 'effort high']);
  expect(all[4]?.act).toEqual({ do: 'set', settings: { model: 'small' } });
  expect(names(fitting(all, 'mod'))).toEqual([
    'mode ask before acting',
    'mode plan',
    'model big',
    'model small',
  ]);
  expect(names(fitting(all, 'sma'))).toEqual(['model small']);
  expect(fitting(all, 'etc/hosts')).toEqual([]);
});

it('offers what the agent takes first, in its own words', () => {
  const commands = [
    { name: 'compact', description: 'Sum up', argument: '', form: false },
    { name: 'context', description: 'Show', argument: '[all]', form: false },
    { name: 'scene-proof', description: '', argument: '', form: true },
  ];
  const all = offered(header({ capabilities: { ...capabilities, commands } }), false);
  expect(all.slice(0, 3)).toEqual([
    { name: 'compact', hint: 'Sum up', act: { do: 'say', text: '/compact', whole: true } },
    { name: 'context', hint: 'Show · [all]', act: { do: 'say', text: '/context', whole: false } },
    { name: 'scene-proof', hint: 'Opens its form', act: { do: 'operation' } },
  ]);
  expect(names(fitting(all, 'CO'))).toEqual(['compact', 'context']);
  expect(names(fitting(all, 'proof'))).toEqual(['scene-proof']);
  // What is no command is a message.
  expect(fitting(all, 'x')).toEqual([]);
  expect(fitting(all, 'compact the log')).toEqual([]);
});
