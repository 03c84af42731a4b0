import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');
const ICON_SIZES = [12, 14, 16, 20, 28];

interface Element {
  type: string;
  name: string;
  attributes: { name?: string; value?: unknown }[];
}

function* elements(node: unknown): Generator<Element> {
  if (Array.isArray(node)) for (const child of node) yield* elements(child);
  else if (node !== null && typeof node === 'object') {
    const { type } = node as { type?: string };
    if (type === 'RegularElement' || type === 'Component') yield node as Element;
    yield* elements(Object.values(node));
  }
}

/** What an attribute says where it is written out; empty for none, and for what is worked out. */
function said({ attributes }: Element, name: string): string {
  const value = attributes.find((one) => one.name === name)?.value;
  const part = (Array.isArray(value) ? value[0] : value) as
    { type: string; data?: string; expression?: { type: string; value?: unknown } } | undefined;
  if (part?.type === 'Text') return part.data ?? '';
  return part?.expression?.type === 'Literal' ? String(part.expression.value) : '';
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.svelte'))
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => {
    const source = readFileSync(join(SRC, path), 'utf8');
    return { path, source, found: [...elements(parse(source, { modern: true }).fragment)] };
  });

/** Where elements that fit are, but for the shared part that is made of one. */
function outside(part: string, fits: (element: Element) => boolean): string[] {
  return files
    .filter(({ path, found }) => path !== `shared/ui/${part}.svelte` && found.some(fits))
    .map(({ path }) => path);
}

it.each<[string, (element: Element) => boolean]>([
  ['Select', ({ name }) => name === 'select'],
  ['Disclosure', ({ name }) => name === 'details'],
  ['Dialog', ({ name }) => name === 'dialog'],
  ['Switch', (element) => said(element, 'role') === 'switch'],
  ['Tabs', (element) => said(element, 'role') === 'tab'],
])('there is one %s', (part, fits) => {
  // The palette is a dialog without a head, the one list of commands.
  expect(outside(part, fits).filter((path) => path !== 'features/palette/Palette.svelte')).toEqual(
    [],
  );
});

it('every icon is of one set, in one of a few sizes', () => {
  const odd = files.flatMap(({ path, source, found }) => {
    const icons = new Set(
      [...source.matchAll(/import (\w+) from '@lucide\/svelte\/icons\//g)].map(
        (match) => match[1]!,
      ),
    );
    return found
      .filter(({ name }) => icons.has(name))
      .filter(
        (icon) =>
          icon.attributes.some(({ name }) => name === 'strokeWidth') ||
          (said(icon, 'size') !== '' && !ICON_SIZES.includes(Number(said(icon, 'size')))),
      )
      .map(({ name }) => `${path}: ${name}`);
  });
  expect(odd).toEqual([]);
});

it('nothing else is drawn than the mark and a gauge', () => {
  const drawn = outside('Mark', ({ name }) => name === 'svg');
  expect(drawn.filter((path) => path !== 'features/composer/ContextGauge.svelte')).toEqual([]);
});

it('every button without words has a name', () => {
  const mute = files.flatMap(({ path, found }) =>
    found
      .filter((element) => element.name === 'button' && /\bicon-btn\b/.test(said(element, 'class')))
      .filter(
        ({ attributes }) =>
          !attributes.some(({ name }) => name === 'aria-label' || name === 'aria-hidden'),
      )
      .map(() => path),
  );
  expect(mute).toEqual([]);
});
