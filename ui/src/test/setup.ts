import { cleanup } from '@testing-library/svelte';
import { afterAll, afterEach, vi } from 'vitest';

// jsdom lays nothing out, so there is nothing to observe.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResizeObserver;

// Nor does it have a window that could have the keyboard.
document.hasFocus = () => true;

afterEach(() => cleanup());

// What a pane loads after its first frame may still be on its way when its last test ends.
afterAll(() => vi.dynamicImportSettled());
