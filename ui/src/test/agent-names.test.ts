import { expect, it } from 'vitest';

const components = import.meta.glob<string>('../**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('an agent that comes with Parley is called by its name in the language of the window', () => {
  const found = Object.entries(components).flatMap(([path, source]) =>
    source
      .split('\n')
      .filter((line) => /\b\w+\??\.agent\b(?!')/.test(line) && !line.includes('worded'))
      .map((line) => `${path}: ${line.trim()}`),
  );
  // Kept as it is, for those who show it.
  expect(found).toEqual(['../features/inbox/InboxPage.svelte: agent: entry.agent,']);
});
