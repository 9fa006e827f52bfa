import { expect, it } from 'vitest';
import { heightOf, lineHeight, lineWidth, toLineParts } from './failure-points.ts';

const now = Date.parse('2026-11-26T10:00:30Z');
const minute = (at: string, calls: number, failed: number) => ({ at: `2026-11-26T${at}:00Z`, calls, failed });

it('has a fixed scale of 0 to 100%', () => {
  expect([heightOf(0), heightOf(100), heightOf(50)]).toEqual([lineHeight - 1, 1, lineHeight / 2]);
});

it('ends with the current minute and begins an hour before', () => {
  expect(toLineParts([minute('09:01', 4, 0), minute('10:00', 4, 4)], now)).toEqual(['0,27', `${lineWidth},1`]);
  expect(toLineParts([minute('09:00', 4, 0)], now)).toEqual([]);
});

it('has a gap where there were no calls', () => {
  const parts = toLineParts([minute('09:57', 2, 1), minute('09:58', 2, 1), minute('10:00', 2, 1)], now);
  expect(parts.map((part) => part.split(' ').length)).toEqual([2, 1]);
});
