import { describe, expect, it } from 'vitest';
import {
  HeightIndex,
  anchorAt,
  anchorTop,
  followsAfterScroll,
  visibleSpan,
  mountedRows,
} from './windowing.logic';

function heights(list: number[], from = 0) {
  const index = new HeightIndex(4);
  list.forEach((height, i) => index.set(from + i, height));
  return index;
}

describe('HeightIndex', () => {
  it('sums and finds like a plain list, at any size', () => {
    const list = Array.from({ length: 1000 }, (_, i) => (i * 37) % 91);
    const index = heights(list);
    let sum = 0;
    for (let place = 0; place < list.length; place++) {
      expect(index.top(place)).toBe(sum);
      if (list[place]! > 0) expect(index.at(sum)).toBe(place);
      sum += list[place]!;
    }
    expect(index.total()).toBe(sum);
  });

  it('takes new heights and forgets old ones', () => {
    const index = heights([10, 20, 30]);
    index.set(1, 5);
    expect([index.top(2), index.total(), index.get(1)]).toEqual([15, 45, 5]);
    index.clear();
    expect(index.total()).toBe(0);
  });

  it('counts places without a row as nothing', () => {
    const index = heights([10, 20], 5000);
    expect([index.top(5000), index.top(5001), index.at(0), index.at(12)]).toEqual([
      0, 10, 5000, 5001,
    ]);
  });
});

describe('visibleSpan', () => {
  const index = heights(Array.from({ length: 100 }, () => 50));
  const rows = { start: 0, end: 100 };

  it('covers the window and its margin', () => {
    expect(visibleSpan(index, rows, 1000, 500, 100)).toEqual({ start: 18, end: 33 });
  });

  it('stays within the rows there are', () => {
    expect(visibleSpan(index, rows, 0, 500, 100)).toEqual({ start: 0, end: 13 });
    expect(visibleSpan(index, rows, 99_999, 500, 0)).toEqual({ start: 99, end: 100 });
    expect(visibleSpan(index, { start: 7, end: 7 }, 0, 500, 0)).toEqual({ start: 7, end: 7 });
  });

  it('mounts as much of 100,000 rows as of 100', () => {
    const many = heights(Array.from({ length: 100_000 }, () => 50));
    const span = visibleSpan(many, { start: 0, end: 100_000 }, 2_500_000, 500, 100);
    expect(span).toEqual({ start: 49_998, end: 50_013 });
  });
});

describe('the reader’s place', () => {
  it('is held when rows above change their height', () => {
    const index = heights([50, 50, 50, 50]);
    const anchor = anchorAt(index, { start: 0, end: 4 }, 120);
    expect(anchor).toEqual({ place: 2, offset: 20 });
    index.set(0, 300);
    expect(anchorTop(index, anchor)).toBe(370);
  });

  it('is held when older rows come in front', () => {
    const index = heights([50, 50], 10);
    const anchor = anchorAt(index, { start: 10, end: 12 }, 60);
    index.set(8, 70);
    index.set(9, 70);
    expect(anchorTop(index, anchor)).toBe(200);
  });
});

describe('following the end', () => {
  it('ends with the reader’s smallest step up', () => {
    expect(followsAfterScroll(true, 1000, 990, 1000, true)).toBe(false);
  });
  it('does not end with a step the browser makes', () => {
    expect(followsAfterScroll(true, 1000, 300, 1000, false)).toBe(true);
  });
  it('goes on while content grows under it', () => {
    expect(followsAfterScroll(true, 1000, 1000, 1200, true)).toBe(true);
  });
  it('resumes only at the end', () => {
    expect(followsAfterScroll(false, 500, 900, 1000, true)).toBe(false);
    expect(followsAfterScroll(false, 900, 998, 1000, true)).toBe(true);
  });
  it('does not resume where the end came up to the reader', () => {
    expect(followsAfterScroll(false, 900, 700, 700, false)).toBe(false);
  });
});

it('C83 pinned rows stay mounted where they belong, with the space between', () => {
  const heights = new HeightIndex();
  for (let place = 0; place < 100; place++) heights.set(place, 10);
  const { mounted, after } = mountedRows(
    heights,
    { start: 0, end: 100 },
    { start: 50, end: 53 },
    [2, 90, 200],
    (place) => place !== 51,
  );
  expect(mounted).toEqual([
    { place: 2, gap: 20 },
    { place: 50, gap: 470 },
    { place: 52, gap: 10 },
    { place: 90, gap: 370 },
  ]);
  expect(after).toBe(90);
});
