import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { en } from './en';
import * as later from './later/text';

const ROOT = join(import.meta.dirname, '../../..');
const CATALOGUES = /(?:^|\/)text\.ts$|^shared\/lib\/text\/|^generated\/|\.test\.ts$|^test\//;

function sources(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return sources(path);
    return /\.(?:ts|svelte)$/.test(path) && !CATALOGUES.test(path) ? [path] : [];
  });
}
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const whole = sources().map(read).join('\n');

/** Names and texts of the sources: `'list.title'`, `label: …`, and `tool.${kind}.done` as a pattern. */
function named(source: string) {
  const words = new Set(
    [...source.matchAll(/['"`]([\w.-]+)['"`]|\b([\w$]+)\??:/g)].map(
      (match) => match[1] ?? match[2]!,
    ),
  );
  const patterns = [...source.matchAll(/`([\w.-]*\$\{[^`]*)`/g)]
    .map((match) => match[1]!.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/))
    .filter(
      (pieces) => /[\w.]/.test(pieces.join('')) && pieces.every((piece) => /^[\w.-]*$/.test(piece)),
    )
    .map(
      (pieces) => new RegExp(`^${pieces.map((piece) => piece.replaceAll('.', '\\.')).join('.+')}$`),
    );
  return (key: string) => words.has(key) || patterns.some((one) => one.test(key));
}

const unused = (keys: readonly string[], source: string) => {
  const isNamed = named(source);
  return keys.filter((key) => !isNamed(key));
};

it('no text of the window is in its catalogue in vain', () => {
  expect(unused([...Object.keys(en), ...Object.keys(later.catalogues.en)], whole)).toEqual([]);
});

const features = import.meta.glob<{ catalogues?: { en: object } }>('../../../features/**/text.ts', {
  eager: true,
});

it.each(Object.entries(features))('no text of %s is there in vain', (path, { catalogues }) => {
  const folder = dirname(path.replace('../../../', ''));
  const own = read(join(folder, 'text.ts'))
    .split(/^export /m)
    .slice(1)
    .join('\n');
  // A generic name (`label`) is looked for only near its catalogue, and where it is imported.
  const home = dirname(folder) === 'features' ? folder : dirname(folder);
  const near = sources()
    .map((one) => ({ one, source: read(one) }))
    .filter(
      ({ one, source }) =>
        one.startsWith('app/') ||
        one.startsWith(home) ||
        source.includes(`/${basename(folder)}/text'`),
    );
  expect(
    unused(Object.keys(catalogues?.en ?? {}), near.map(({ source }) => source).join('\n') + own),
  ).toEqual([]);
});

it('finds a text that nobody says', () => {
  const source =
    "t('list.title'); tOr(`mode.${id}`, x); const words = { label: 1 }; t(`tool.${kind}.done`); `${a}-${b}`";
  const keys = [
    'list.title',
    'mode.yolo',
    'label',
    'tool.read.done',
    'tool.read.doing',
    'list.gone',
    'a-b',
  ];
  expect(unused(keys, source)).toEqual(['tool.read.doing', 'list.gone', 'a-b']);
});
