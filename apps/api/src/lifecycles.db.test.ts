import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../test/fixtures/base.ts';
import { lifecycles } from './lifecycles.ts';
import { type AnyLifecycle, nextStates, statesOf } from './platform/lifecycle/lifecycle.ts';

const { db } = await createDatabase();

const isStored = ({ derived = [] }: AnyLifecycle, state: string): boolean => !derived.includes(state);

/** The states that the database lets a row of this state change to. */
function nextStoredStates(lifecycle: AnyLifecycle, from: string): string[] {
  const next = nextStates(lifecycle, from);
  const beyond = next.filter((to) => !isStored(lifecycle, to)).flatMap((to) => nextStates(lifecycle, to));
  return [...new Set([...next, ...beyond])].filter((to) => to !== from && isStored(lifecycle, to));
}

describe.each(lifecycles)('$table in the database', (lifecycle) => {
  const states = statesOf(lifecycle).filter((state) => isStored(lifecycle, state));

  it('has the same transitions, and a trigger that refuses others', async () => {
    const { rows } = await sql<{ step: string }>`
      select from_state || ' ' || to_state as step from platform.state_transition where table_name = ${lifecycle.table}`.execute(
      db,
    );
    const ours = states.flatMap((from) => nextStoredStates(lifecycle, from).map((to) => `${from} ${to}`));
    expect(rows.map(({ step }) => step).toSorted()).toEqual(ours.toSorted());
    const triggers = await sql`select from pg_trigger
      where tgrelid = ${lifecycle.table}::regclass and tgfoid = 'platform.require_transition'::regproc`.execute(db);
    expect(triggers.rows).toHaveLength(1);
  });

  it('stores no other state', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.conrelid = ${lifecycle.table}::regclass and a.attname = 'state' and c.contype = 'c'`.execute(db);
    const allowed = rows.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'/g)].map(([, state]) => state));
    expect(allowed.toSorted()).toEqual(states.toSorted());
  });
});
