import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** As on a page that has just been opened: nothing was asked for yet. */
async function fresh() {
  vi.resetModules();
  return import('./later.svelte');
}

const tick = () => new Promise((resolve) => setTimeout(resolve));

describe('a part that comes later', () => {
  beforeEach(() => {
    document.head.replaceChildren();
  });
  afterEach(() => {
    document.head.replaceChildren();
  });

  it('is not fetched before the first frame is drawn, however soon it is read', async () => {
    const { Later, holdBack } = await fresh();
    let draw = () => {};
    holdBack(new Promise((resolve) => (draw = resolve)));
    const fetch = vi.fn(() => Promise.resolve('part'));
    const part = new Later(fetch);
    expect(part.current).toBeNull();
    await tick();
    expect(fetch).not.toHaveBeenCalled();
    draw();
    await part.load();
    expect(part.current).toBe('part');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is there once its styles are, which are read for the first part', async () => {
    const { Later } = await fresh();
    const sheet = document.createElement('link');
    sheet.setAttribute('disabled', '');
    document.head.append(sheet);
    const part = new Later(() => Promise.resolve('part'));
    const loading = part.load();
    await tick();
    expect(sheet.hasAttribute('disabled')).toBe(false);
    expect(part.current).toBeNull();
    sheet.dispatchEvent(new Event('load'));
    await loading;
    expect(part.current).toBe('part');
  });

  it('is there all the same where its styles can not be had', async () => {
    const { Later } = await fresh();
    const sheet = document.createElement('link');
    sheet.setAttribute('disabled', '');
    document.head.append(sheet);
    const part = new Later(() => Promise.resolve('part'));
    const loading = part.load();
    await tick();
    sheet.dispatchEvent(new Event('error'));
    await loading;
    expect(part.current).toBe('part');
  });

  it('is waited for with those that were asked for meanwhile', async () => {
    const { Later, allCame } = await fresh();
    let come = (_: string) => {};
    const slow = new Later(() => new Promise<string>((resolve) => (come = resolve)));
    const first = new Later(async () => {
      void slow.load();
      return 'first';
    });
    void first.load();
    let all = false;
    void allCame().then(() => (all = true));
    await first.load();
    await tick();
    expect(all).toBe(false);
    come('slow');
    await slow.load();
    await tick();
    expect(all).toBe(true);
  });

  it('is asked for anew by who reads it after it could not be had', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { Later, allCame } = await fresh();
    const gone = new Error('gone');
    const fetch = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone);
    fetch.mockResolvedValue('part');
    const part = new Later(fetch);
    expect(part.current).toBeNull();
    await allCame();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(said.mock.calls).toEqual([[gone]]);
    expect(part.current).toBeNull();
    await allCame();
    expect(part.current).toBe('part');
    expect(fetch).toHaveBeenCalledTimes(2);
    said.mockRestore();
  });
});
