import { describe, expect, it, vi } from 'vitest';
import { sends, stopOffer } from './composer.logic';
import { DraftSaver } from './draft';

const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);

it('only a plain Enter sends', () => {
  expect(sends(key({ key: 'Enter' }))).toBe(true);
  for (const other of ['shiftKey', 'ctrlKey', 'altKey', 'metaKey', 'repeat']) {
    expect({ other, sends: sends(key({ key: 'Enter', [other]: true })) }).toEqual({
      other,
      sends: false,
    });
  }
});

it('stop is offered while there is something to stop, force only when stopping failed', () => {
  expect(stopOffer('idle', false)).toBe('none');
  expect(stopOffer('running', false)).toBe('stop');
  expect(stopOffer('waiting', false)).toBe('stop');
  expect(stopOffer('stopping', false)).toBe('stopping');
  expect(stopOffer('stopping', true)).toBe('force');
});

describe('a draft', () => {
  it('is saved once typing rests, with the last text', () => {
    vi.useFakeTimers();
    const save = vi.fn();
    const drafts = new DraftSaver(save);
    drafts.changed('a');
    drafts.changed('ab');
    vi.advanceTimersByTime(149);
    expect(save).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(save.mock.calls).toEqual([['ab']]);
    vi.useRealTimers();
  });

  it('is saved at once when the box goes away, and not at all once sent', () => {
    const save = vi.fn();
    const drafts = new DraftSaver(save);
    drafts.changed('x');
    drafts.flush();
    drafts.changed('y');
    drafts.forget();
    drafts.flush();
    expect(save.mock.calls).toEqual([['x']]);
  });
});
