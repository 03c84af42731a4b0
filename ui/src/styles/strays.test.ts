import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strays } from './strays.logic';

const SRC = join(import.meta.dirname, '..');

/** What may be made up where, and why. */
const ALLOWED: Record<string, readonly string[]> = {
  'styles/base.css': [
    // The root of all rem: the settings change it.
    'font-size: 16px',
    // With motion reduced nothing takes time, but its end is still told.
    'animation-duration: 0.01ms !important',
  ],
  'styles/rendered.css': [
    // In the letters around them, which may be those of a heading.
    'font: 0.92em var(--mono)',
    'font: 0.9em/1.5 var(--mono)',
    'font-size: 0.95em',
    'font-size: 1.08em',
    // The white space of written text grows with its letters.
    'margin-top: 0.7em',
    'margin-top: 0.5em',
    'margin-top: 0.25em',
    'margin: 0.4em 0',
    'padding-left: 1.6em',
    'margin-left: -1.5em',
    'padding: 0.15em 0.5em',
  ],
};

const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(svelte|css)$/.test(path) && path !== join('styles', 'tokens.css'))
  .sort();

describe('the sheets', () => {
  it('take every size, space, colour, corner, shadow, layer and time from the tokens', () => {
    const found = sheets.flatMap((path) =>
      strays(readFileSync(join(SRC, path), 'utf8'), path.endsWith('.css') ? 'css' : 'svelte')
        .map(({ property, value }) => `${property}: ${value}`)
        .filter((line) => !ALLOWED[path]?.includes(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it('make up nothing more than what is allowed', () => {
    const unused = Object.entries(ALLOWED).flatMap(([path, lines]) => {
      const made = strays(readFileSync(join(SRC, path), 'utf8'), 'css').map(
        ({ property, value }) => `${property}: ${value}`,
      );
      return lines.filter((line) => !made.includes(line));
    });
    expect(unused).toEqual([]);
  });
});

describe('the sheets while text flows', () => {
  // Every node that is put in the page is held against each selector that looks into an
  // element, and what lies around it is styled anew: a tenth of what a stream costs.
  it('ask no element what is in it', () => {
    const asking = sheets.filter((path) => {
      const source = readFileSync(join(SRC, path), 'utf8');
      const css = path.endsWith('.css') ? source : (/<style>[^]*<\/style>/.exec(source)?.[0] ?? '');
      return css.replace(/\/\*[^]*?\*\//g, '').includes(':has(');
    });
    expect(asking).toEqual([]);
  });

  // The engine works out the style of what a sheet puts before and after each element, whether
  // there is any or not.
  it('put nothing before and after every element', () => {
    const everywhere = sheets.filter((path) => {
      const source = readFileSync(join(SRC, path), 'utf8');
      const still = source.replace(/@media \(prefers-reduced-motion: reduce\) \{[^]*/, '');
      return /(?:^|[\s,}])\*?::?(?:before|after)/m.test(still);
    });
    expect(everywhere).toEqual([]);
  });
});

describe('a stray', () => {
  const found = (css: string) => strays(`a { ${css} }`, 'css').length;
  it.each([
    'font-size: 13px',
    'font: 12px var(--mono)',
    'font-weight: 620',
    'color: #fff',
    'background: color-mix(in srgb, white 4%, var(--card))',
    'border: 1px solid rgb(0 0 0 / 4%)',
    'mask-image: linear-gradient(#000, transparent)',
    'border-radius: 3px',
    'box-shadow: 0 1px 2px var(--line)',
    'padding: var(--s1) 5px',
    'margin: calc(-1 * 5px)',
    'gap: 0.5rem',
    'z-index: 3',
    'outline: 2px solid var(--accent)',
    'outline-offset: 1px',
    'transition: opacity 90ms ease',
    '--own: #123456',
  ])('is seen: %s', (css) => expect(found(css)).toBe(1));

  it.each([
    'font: var(--t-sm) / 1.5 var(--mono)',
    'color: var(--ink)',
    'color: currentcolor',
    'background: color-mix(in srgb, var(--accent) 16%, var(--card))',
    'border: 1px solid transparent',
    'border-radius: var(--r3) var(--r3) var(--r0)',
    'padding: 0 var(--s1h)',
    'margin: calc(-1 * var(--s2)) auto 0',
    'padding-left: calc(var(--depth) * var(--s4))',
    'transition: rotate var(--fast), opacity var(--fast)',
    'animation: none',
    'width: 13px',
  ])('is not: %s', (css) => expect(found(css)).toBe(0));
});
