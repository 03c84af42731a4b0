import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const here = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Classes that have no look of their own: the frame around them gives it. */
const plain = ['md-code', 'md-alert', 'md-left', 'json', 'md-code-more', 'diff-more'];

/** Every class the renderer may write. */
function rendered(): string[] {
  const source = here('../../../src-tauri/crates/render/src/classes.rs');
  const list = source
    .slice(source.indexOf('classes! {'))
    .split('\n')
    .filter((line) => !line.trim().startsWith('//'))
    .join('\n');
  return [...list.matchAll(/"([a-z0-9-]+)"/g)].map((match) => match[1]!);
}

it('every class the renderer may write has a style', () => {
  const classes = rendered();
  const sheet = here('./rendered.css');
  const missing = classes.filter(
    (name) => !plain.includes(name) && !new RegExp(`\\.${name}(?![\\w-])`).test(sheet),
  );
  expect(classes.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

it('no component wears a class of what agents wrote, and so its look', () => {
  const classes = new Set(rendered());
  // A block's frame is named after its kind, which has no look of its own in that sheet.
  const styled = new Set(
    [...here('./rendered.css').matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]!),
  );
  const worn = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.svelte'))
    .flatMap((path) => {
      const [markup = ''] = readFileSync(join(SRC, path), 'utf8').split('<style>');
      const names = [...markup.matchAll(/\bclass(?::([\w-]+)|="([^"]*)")/g)].flatMap(
        ([, one, several = '']) => one ?? several.split(/\s+/),
      );
      return names
        .filter((name) => classes.has(name) && styled.has(name) && !/^(?:md|diff)\b/.test(name))
        .map((name) => `${path.replaceAll('\\', '/')}: ${name}`);
    });
  expect(worn).toEqual([]);
});
