import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOver, mayBecome, nextOccurrenceStates, nextStates, statesThat } from './standing-order.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/standing-order.md'), 'utf8');
const drawn = (heading: string) => {
  const table = page.split(`| ${heading} | To |`)[1]?.split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
  return Object.fromEntries(rows.map(([, from, to = '']) => [from, [...to.matchAll(/`(\w+)`/g)].map(([, s]) => s)]));
};

describe('states of standing orders and dates', () => {
  it('match the tables in the documentation', () => {
    expect(drawn('Order, from')).toEqual(nextStates);
    expect(drawn('Date, from')).toEqual(nextOccurrenceStates);
  });

  it('have no transition out of a final state', () => {
    expect(statesThat(isOver)).toEqual(['completed', 'cancelled']);
    expect(mayBecome('cancelled', 'active')).toBe(false);
    expect(mayBecome('blocked', 'active')).toBe(true);
  });
});
