import { expect, it, vi } from 'vitest';
import type { Startup } from '../generated';
import { fakeHost } from '../test/fake-host';
import { KeptWindow } from './window-memory.svelte';

const startup = (memory: Partial<Startup['memory']>) =>
  ({
    memory: { page: null, panel: null, folded: [], ...memory },
    scroll: [],
  }) as unknown as Startup;

it('C68 a page, its part and the side panel come back', () => {
  const kept = new KeptWindow(fakeHost());
  const page = { id: 'settings', part: 'storage' };
  expect(kept.restore(startup({ page, panel: 'changes', folded: ['archived'] }))).toEqual({
    page,
    panel: 'changes',
  });
  expect(kept.folded).toEqual(['archived']);
});

it('keeps an act at once, and places of reading together once they rest', async () => {
  vi.useFakeTimers();
  const host = fakeHost();
  const kept = new KeptWindow(host);
  kept.restore(startup({}));
  kept.looks(null, null);
  await vi.runAllTimersAsync();
  expect(host.call, 'nothing changed').not.toHaveBeenCalled();
  kept.looks({ id: 'inbox' }, 'tasks');
  expect(host.call).toHaveBeenCalledTimes(1);
  kept.fold('archived');
  expect(host.call).toHaveBeenCalledTimes(2);
  kept.reads('c', { place: 3, offset: 4 });
  kept.reads('c', { place: 5, offset: 0 });
  kept.reads('d', null);
  await vi.runAllTimersAsync();
  expect(host.call).toHaveBeenCalledTimes(3);
  expect(host.call).toHaveBeenLastCalledWith('remember', {
    memory: { page: { id: 'inbox', part: null }, panel: 'tasks', folded: ['archived'] },
    scroll: [
      { conversation: 'c', at: { place: 5, offset: 0 } },
      { conversation: 'd', at: null },
    ],
  });
  kept.flush();
  expect(host.call).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
