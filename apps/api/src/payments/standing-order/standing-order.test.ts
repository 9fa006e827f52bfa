import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canTransition, isFinal, occurrenceTransitions, orderTransitions, statesWhere } from './standing-order.ts';

const documentation = readFileSync(join(import.meta.dirname, '../../../../../docs/standing-order.md'), 'utf8');
const documentedTransitions = (heading: string) => {
  const table = documentation.split(`| ${heading} | To |`)[1]?.split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
  return Object.fromEntries(rows.map(([, from, to = '']) => [from, [...to.matchAll(/`(\w+)`/g)].map(([, s]) => s)]));
};

describe('states of standing orders and dates', () => {
  it('match the tables in the documentation', () => {
    expect(documentedTransitions('Order, from')).toEqual(orderTransitions);
    expect(documentedTransitions('Date, from')).toEqual(occurrenceTransitions);
  });

  it('have no transition out of a final state', () => {
    expect(statesWhere(isFinal)).toEqual(['completed', 'cancelled']);
    expect(canTransition('cancelled', 'active')).toBe(false);
    expect(canTransition('blocked', 'active')).toBe(true);
  });
});
