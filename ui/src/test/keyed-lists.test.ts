import { expect, it } from 'vitest';

const components = import.meta.glob<string>('../**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** `{#each all as one (one)}`, and the list it goes over. */
const KEYED_BY_ITSELF = /\{#each (.+?) as (\w+)(?:, \w+)? \(\2\)\}/g;

/*
 * Two entries with one key end the component that lists them, and with it what is around it.
 * So what is said by somebody else – an agent, a profile, a file – is told apart by its place;
 * only lists that a component makes itself are keyed by what is in them.
 */
it('no list of words that come from elsewhere is keyed by the words', () => {
  const wrong = Object.entries(components).flatMap(([path, source]) =>
    [...source.matchAll(KEYED_BY_ITSELF)].flatMap(([all, list]) =>
      /^\[.+\] as const$/.test(list!) ||
      new RegExp(`\\b(const|import \\{.*) ?${list}\\b`).test(source)
        ? []
        : [`${path}: ${all}`],
    ),
  );
  expect(wrong).toEqual([]);
});
