import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { card, patchOf } from '../../test/make';
import { asking, showPane } from '../../test/pane';

it('C89 the same words a second time are put into the live region anew', async () => {
  const { screen, store } = await showPane({ rows: [patchOf(0, ['<p>a</p>'])] });
  const region = [...screen.container.querySelectorAll('[role=status]')].find(
    (one) => one.parentElement?.tagName === 'MAIN',
  )!;
  const added: string[] = [];
  const watcher = new MutationObserver((records) => {
    for (const record of records)
      for (const node of record.addedNodes)
        if (node.textContent?.trim()) added.push(node.textContent.trim());
  });
  watcher.observe(region, { subtree: true, childList: true });
  for (const request of [1, 2]) {
    const patch = asking(request, card({ key: { epoch: 1, callId: `c${request}`, request } }));
    store.apply({ id: 'c', rev: 1 + request, reset: false, rows: [patch] });
    await tick();
    await Promise.resolve();
  }
  watcher.disconnect();
  expect(added).toHaveLength(2);
  expect(added[0]).toBe(added[1]);
});
