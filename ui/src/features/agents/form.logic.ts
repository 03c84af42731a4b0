import type { FormField, ProfileDraft, ProtocolForm } from '../../generated';
import { pricesOf } from './prices.logic';

/** A draft as the form holds it: every value as text, so that half-typed ones stay. */
export interface Typed {
  name: string;
  protocol: string;
  command: string;
  /** One argument a line. */
  args: string;
  env: { name: string; value: string }[];
  settings: Record<string, string>;
}

/** What is wrong with a field, by its name: `args`, `env`, or a setting's. */
export type Mistakes = Record<string, 'number' | 'json' | 'prices' | 'variable'>;

export function typed(draft: ProfileDraft): Typed {
  return {
    name: draft.name,
    protocol: draft.protocol,
    command: draft.command,
    args: draft.args.join('\n'),
    env: Object.entries(draft.env).map(([name, value]) => ({ name, value: value ?? '' })),
    settings: Object.fromEntries(
      Object.entries(draft.settings).map(([name, value]) => [name, shown(value)]),
    ),
  };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join(', ');
  return JSON.stringify(value);
}

/** The draft that is meant, and what can't be meant. Settings no field knows stay as they were. */
export function drafted(
  form: Typed,
  before: ProfileDraft,
  protocol: ProtocolForm | undefined,
): { draft: ProfileDraft; mistakes: Mistakes } {
  const mistakes: Mistakes = {};
  const fields = protocol?.fields ?? [];
  const known = new Set(fields.map((field) => field.name));
  const same = form.protocol === before.protocol;
  const settings: Record<string, unknown> = Object.fromEntries(
    Object.entries(before.settings).filter(([name]) => same && !known.has(name)),
  );
  for (const field of fields) {
    const text = form.settings[field.name] ?? '';
    const value = valueOf(field, text);
    if (value === BAD_NUMBER) mistakes[field.name] = 'number';
    else if (value === BAD_JSON) mistakes[field.name] = 'json';
    else if (value === BAD_PRICES) mistakes[field.name] = 'prices';
    else if (value !== undefined) settings[field.name] = value;
  }
  const env: Record<string, string> = {};
  for (const { name, value } of form.env) {
    if (name.trim() === '' && value === '') continue;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name.trim())) mistakes['env'] = 'variable';
    else env[name.trim()] = value;
  }
  return {
    draft: {
      ...before,
      name: form.name,
      protocol: form.protocol,
      command: form.command,
      args: form.args.split('\n').filter((line) => line !== ''),
      env,
      settings,
    },
    mistakes,
  };
}

const BAD_NUMBER = Symbol('no number');
const BAD_JSON = Symbol('no JSON');
const BAD_PRICES = Symbol('no prices');

function valueOf(field: FormField, text: string): unknown {
  const trimmed = text.trim();
  switch (field.kind.kind) {
    case 'switch': {
      const on = trimmed === '' ? field.kind.usual : trimmed === 'true';
      return on === field.kind.usual ? undefined : on;
    }
    case 'number':
      if (trimmed === '') return undefined;
      return /^\d+$/.test(trimmed) ? Number(trimmed) : BAD_NUMBER;
    case 'choice':
      return trimmed === '' || trimmed === field.kind.values[0] ? undefined : trimmed;
    case 'names': {
      const names = trimmed.split(/[\s,]+/).filter(Boolean);
      return names.length > 0 ? names : undefined;
    }
    case 'json':
      if (trimmed === '') return undefined;
      try {
        return JSON.parse(trimmed) as unknown;
      } catch {
        return BAD_JSON;
      }
    case 'prices': {
      const prices = pricesOf(text);
      return prices === null ? BAD_PRICES : prices;
    }
    default:
      return trimmed === '' ? undefined : text;
  }
}

/** The program after another protocol was chosen: its usual one, where the user has named none. */
export function programFor(
  command: string,
  before: ProtocolForm | undefined,
  after: ProtocolForm | undefined,
): string {
  const own = command.trim() !== '' && command !== before?.usualProgram;
  return own ? command : (after?.usualProgram ?? '');
}

/** An empty draft for a protocol. */
export function fresh(protocol: ProtocolForm): ProfileDraft {
  return {
    id: null,
    name: '',
    protocol: protocol.id,
    command: protocol.usualProgram,
    args: [],
    env: {},
    settings: {},
    disabled: false,
    origin: 'user',
  };
}
