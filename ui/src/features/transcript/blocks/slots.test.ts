import { expect, test } from 'vitest';
import { inParts, withBlocks } from '../../../state/parts';
import { filled } from './slots.svelte';

const parts = inParts(Array.from({ length: 215 }, (_, n) => ({ html: `<p>${n}</p>` })));

test('a chapter has its slot for as long as there are as many', () => {
  const slots = filled([], parts);
  expect(slots.map((slot) => slot.chapter)).toEqual(parts);
  const grown = withBlocks(parts, [[214, { html: '<p>more</p>' }]]);
  expect(filled(slots, grown)).toBe(slots);
  expect(slots.map((slot) => slot.chapter)).toEqual(grown);
});

test('slots come and go at the end', () => {
  const slots = filled([], parts);
  const longer = filled(slots, [...parts, []]);
  expect(longer.slice(0, 3)).toEqual(slots);
  expect(longer.map((slot) => slot.chapter.length)).toEqual([10, 10, 2, 0]);
  expect(filled(longer, parts.slice(0, 1))).toEqual([slots[0]]);
  expect(filled(longer, [])).toEqual([]);
});
