import { expect, it } from 'vitest';
import { readPercent, toPercent } from './percent.ts';

it.each([
  ['20', 2000],
  ['12.5', 1250],
  ['0.05', 5],
  ['7,25', 725],
  ['50', 5000],
  ['50.01', undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.234', undefined],
])('reads %s', (text, bps) => expect(readPercent(text)).toBe(bps));

it('writes what it reads', () => {
  for (const bps of [0, 5, 1250, 5000]) expect(readPercent(toPercent(bps))).toBe(bps);
});
