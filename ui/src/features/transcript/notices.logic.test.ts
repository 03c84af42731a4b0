import { expect, it } from 'vitest';
import type { RowData } from '../../state/apply-patch';
import { notice, row } from '../../test/make';
import { foldingAround } from './notices.logic';

function rows(kinds: string) {
  const data = new Map<number, RowData>();
  [...kinds].forEach((kind, place) => {
    const body =
      kind === 'q'
        ? notice('quiet')
        : kind === 'w'
          ? notice('warning')
          : kind === 'p'
            ? ({ kind: 'progress', text: 'p' } as const)
            : ({ kind: 'text' } as const);
    data.set(place, { place, row: row(`i${place}`, body), blocks: [], count: 0, whole: null });
  });
  return (place: number) => data.get(place);
}

it('quiet notices in a row are one, led by the first', () => {
  expect(foldingAround(2, rows('tqqqt'))).toEqual(
    new Map([
      [1, { kind: 'lead', places: [1, 2, 3] }],
      [2, { kind: 'hidden' }],
      [3, { kind: 'hidden' }],
    ]),
  );
});

it('a quiet notice alone is shown as it is', () => {
  expect(foldingAround(1, rows('tqt'))).toEqual(new Map([[1, { kind: 'alone' }]]));
});

it('a warning folds with nothing', () => {
  expect(foldingAround(1, rows('qwq'))).toEqual(new Map([[1, { kind: 'alone' }]]));
});

it('of words on progress the last stands for all', () => {
  expect(foldingAround(1, rows('pppq'))).toEqual(
    new Map([
      [0, { kind: 'hidden' }],
      [1, { kind: 'hidden' }],
      [2, { kind: 'last', places: [0, 1] }],
    ]),
  );
});
