import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Classes that have no look of their own: the frame around them gives it. */
const plain = ['md-code', 'md-alert', 'md-left', 'json', 'md-code-more', 'diff-more'];

it('every class the renderer may write has a style', () => {
  const source = here('../../../src-tauri/crates/render/src/classes.rs');
  const list = source
    .slice(source.indexOf('classes! {'))
    .split('\n')
    .filter((line) => !line.trim().startsWith('//'))
    .join('\n');
  const classes = [...list.matchAll(/"([a-z0-9-]+)"/g)].map((match) => match[1]!);
  const sheet = here('./rendered.css');
  const missing = classes.filter(
    (name) => !plain.includes(name) && !new RegExp(`\\.${name}(?![\\w-])`).test(sheet),
  );
  expect(classes.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
