import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');

/*
 * After the first such question WebKit works out a style for the page with each frame that it
 * draws: two parts in a hundred of what a stream costs.
 */
it('no part of the window asks whether a media query holds', () => {
  const asking = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.(ts|svelte)$/.test(path))
    .filter((path) =>
      /\bmatchMedia\(|\bmatchMedia\?|\bMediaQuery\(/.test(readFileSync(join(SRC, path), 'utf8')),
    );
  expect(asking).toEqual([]);
});
