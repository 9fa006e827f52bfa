import { expect, it } from 'vitest';
import { movedOrder } from './moved-order.ts';

it.each([
  ['a', 1, ['b', 'a', 'c']],
  ['b', 1, ['a', 'c', 'b']],
  ['b', -1, ['b', 'a', 'c']],
  ['c', -1, ['a', 'c', 'b']],
  ['a', -1, undefined],
  ['c', 1, undefined],
  ['x', 1, undefined],
] as const)('moves %s by %i', (id, by, order) => {
  expect(movedOrder(['a', 'b', 'c'], id, by)).toEqual(order);
});
