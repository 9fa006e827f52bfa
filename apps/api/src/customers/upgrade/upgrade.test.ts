import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pendingStatusOf } from './pending-status.ts';
import { nextStates } from './upgrade.ts';

test('the states match the diagram in the documentation', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/upgrade.md'), 'utf8');
  const drawn = [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, from, to = '']) => [
    from,
    [...to.matchAll(/`(\w+)`/g)].map(([, state]) => state),
  ]);
  expect(Object.fromEntries(drawn)).toEqual(nextStates);
});

test('every non-final state has a complete pending status, and final states have none', () => {
  const deadline = new Date('2026-12-01T10:00:00Z');
  for (const [state, next] of Object.entries(nextStates)) {
    const waiting = pendingStatusOf(state as keyof typeof nextStates, next.length > 0 ? deadline : null);
    if (next.length === 0) expect(waiting, state).toBeNull();
    else {
      expect(waiting, state).toMatchObject({ deadlineAt: deadline.toISOString() });
      expect(
        Object.values(waiting ?? {}).every((fact) => fact !== null && fact.length > 1),
        state,
      ).toBe(true);
    }
  }
});
