import type { Header } from '../../generated';
import { modeAllows, modeName, stopOffer } from './composer.logic';
import { t } from './text';

/** Something that `/` offers. */
export interface Slash {
  /** What is typed after the slash: `stop`, `mode accept edits`. */
  readonly name: string;
  readonly hint: string;
  readonly act: SlashAct;
}

export type SlashAct =
  | { do: 'attach' | 'stop' | 'forceStop' | 'restart' | 'new' | 'export' | 'find' | 'operation' }
  /** The agent's own: written into the message, and sent at once where nothing follows it. */
  | { do: 'say'; text: string; whole: boolean }
  | { do: 'mode'; mode: string }
  | { do: 'set'; settings: Record<string, string> };

/** What can be done here now: by Parley always, by the agent what its capabilities allow. */
export function offered(header: Header, hasList: boolean): Slash[] {
  const { capabilities } = header;
  const all: Slash[] = (capabilities.commands ?? []).map((command) => ({
    name: command.name,
    hint: [
      command.description || t(command.form ? 'command.form' : 'command.agents'),
      command.argument,
    ]
      .filter(Boolean)
      .join(' · '),
    act: command.form
      ? { do: 'operation' as const }
      : { do: 'say' as const, text: `/${command.name}`, whole: command.argument === '' },
  }));
  const offer = stopOffer(header.activity, header.canForceStop);
  if (offer === 'stop') all.push({ name: 'stop', hint: t('command.stop'), act: { do: 'stop' } });
  if (offer === 'force')
    all.push({ name: 'force stop', hint: t('command.forceStop'), act: { do: 'forceStop' } });
  all.push({ name: 'attach', hint: t('command.attach'), act: { do: 'attach' } });
  for (const mode of capabilities.modes) {
    all.push({
      name: `mode ${modeName(mode).toLowerCase()}`,
      hint: mode.id === header.mode ? t('command.now') : modeAllows(mode),
      act: { do: 'mode', mode: mode.id },
    });
  }
  if (capabilities.setConfig) {
    for (const model of capabilities.models) {
      const used = model === capabilities.currentModel;
      const hint = used ? t('command.now') : t('command.model');
      all.push({ name: `model ${model}`, hint, act: { do: 'set', settings: { model } } });
    }
    for (const effort of capabilities.effortLevels) {
      const used = effort === capabilities.currentEffort;
      const hint = used ? t('command.now') : t('command.effort');
      all.push({ name: `effort ${effort}`, hint, act: { do: 'set', settings: { effort } } });
    }
  }
  all.push({ name: 'find', hint: t('command.find'), act: { do: 'find' } });
  all.push({ name: 'restart', hint: t('command.restart'), act: { do: 'restart' } });
  if (hasList) all.push({ name: 'new', hint: t('command.new'), act: { do: 'new' } });
  all.push({ name: 'export', hint: t('command.export'), act: { do: 'export' } });
  return all;
}

/** Those that begin with what was typed, then those one of whose words does. */
export function fitting(all: readonly Slash[], query: string): Slash[] {
  const typed = query.toLowerCase();
  if (typed.endsWith('/')) return [];
  const begins: Slash[] = [];
  const later: Slash[] = [];
  for (const one of all) {
    const name = one.name.toLowerCase();
    if (name.startsWith(typed)) begins.push(one);
    else if ([' ', '-', '_', ':'].some((before) => name.includes(before + typed))) later.push(one);
  }
  return [...begins, ...later];
}
