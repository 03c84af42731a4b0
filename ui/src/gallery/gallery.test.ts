import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as items from './items';

const here = import.meta.dirname;
const read = (...path: string[]) => readFileSync(join(here, ...path), 'utf8');
const gallery = readdirSync(here).filter((name) => name.endsWith('.svelte'));

/** Shared parts that take the whole window, and the page of `views.mjs` that is pictured with them. */
const ON_A_PAGE: Record<string, string> = { Dialog: 'key', PageFrame: 'inbox', Popover: 'menu' };

it('shows every shared part', () => {
  const parts = readdirSync(join(here, '../shared/ui'))
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => name.slice(0, -'.svelte'.length));
  const source = gallery.map((name) => read(name)).join('\n');
  const pages = read('../../../tests/e2e/browser/harness/views.mjs');
  expect(
    parts.filter((part) => {
      const page = ON_A_PAGE[part];
      return page === undefined
        ? !source.includes(`/shared/ui/${part}.svelte'`)
        : !pages.includes(`['${page}', `);
    }),
  ).toEqual([]);
});

it('shows every kind of row', () => {
  const body = read('../generated/RowBody.ts').replace(/\/\*[\s\S]*?\*\//g, '');
  const kinds = [...body.matchAll(/"kind": "(\w+)"/g)].map((match) => match[1]!);
  const shown = new Set(
    Object.values(items).flatMap((rows) =>
      Array.isArray(rows) ? rows.map(({ row }) => row.body.kind as string) : [],
    ),
  );
  // A request is shown by its card, in sections of its own.
  if (gallery.includes('Card.svelte')) shown.add('approval');
  expect(kinds.length).toBeGreaterThan(8);
  expect(kinds.filter((kind) => !shown.has(kind))).toEqual([]);
});

it('has a picture of every section', () => {
  const sections = [...read('Gallery.svelte').matchAll(/<Section id="([\w-]+)"/g)].map(
    (m) => m[1]!,
  );
  const listed = read('../../../tests/e2e/browser/harness/views.mjs');
  const pictured = listed.slice(listed.indexOf('SECTIONS = ['), listed.indexOf('];'));
  expect(sections.filter((id) => !pictured.includes(`'${id}'`))).toEqual([]);
});
