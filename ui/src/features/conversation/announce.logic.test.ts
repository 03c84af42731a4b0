import { expect, it } from 'vitest';
import { asking } from '../../test/pane';
import { card, patchOf, row } from '../../test/make';
import { applyRow } from '../../state/apply-patch';
import type { RowPatch } from '../../generated';
import { Announcer } from './announce.logic';

const rowOf = (patch: RowPatch) => applyRow(undefined, patch)!;
const asks = (place: number, request: number) =>
  rowOf(asking(place, card({ key: { epoch: 1, callId: `c${request}`, request } })));

it('C89 two requests that read alike are announced twice, and one that changes once', () => {
  const announcer = new Announcer();
  const first = announcer.of([asks(1, 1)], 'Guide');
  expect(first).toMatch(/^Guide asks: /);
  expect(announcer.of([asks(1, 1)], 'Guide')).toBeNull();
  expect(announcer.of([asks(2, 2)], 'Guide')).toBe(first);
  expect(announcer.of([asks(3, 3), asks(4, 4)], 'Guide')).toBe(`${first} ${first}`);
});

it('C89 tells the start and the end of a turn once, and nothing of what streams', () => {
  const announcer = new Announcer();
  const sent = rowOf(
    patchOf(
      0,
      [],
      row('u', { kind: 'user', text: 'hi', attachments: [], operation: false, delivery: 'sent' }),
    ),
  );
  const end = (id: string) =>
    rowOf(
      patchOf(2, [], row(id, { kind: 'turnEnd', outcome: { kind: 'completed' }, durationMs: 1 })),
    );
  const heard = [
    [sent],
    [rowOf(patchOf(1, ['<p>x</p>']))],
    [sent],
    [end('e1')],
    [end('e1')],
    [end('e2')],
  ];
  expect(heard.map((rows) => announcer.of(rows, 'Guide'))).toEqual([
    'Guide is working.',
    null,
    null,
    'Turn ended: Done.',
    null,
    'Turn ended: Done.',
  ]);
});
