import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { asSystem, givenDatabase } from '../../../../test/given.ts';
import { forgetEvents } from './forget-events.ts';
import { emit, event } from './outbox.ts';
import { deliverInside, fanOut, inside } from './relay.ts';

const { db } = await givenDatabase();
const moved = event<{ n: number }>('test.moved');
const kept = event<{ n: number }>('test.kept');
const tell = (type: typeof moved, n: number) => asSystem(db, (ctx) => emit(ctx, type, { n }));
const left = async () =>
  (await db.selectFrom('kernel.event').select('payload').where('topic', 'like', 'test.%').orderBy('id').execute()).map(
    ({ payload }) => (payload as { n: number }).n,
  );

test('purges only old events that are delivered to every listener', async () => {
  const listeners = [inside(moved, 'test-listener', async () => {}), inside(kept, 'test-keeper', async () => {})];
  for (const n of [1, 2]) await tell(moved, n);
  await tell(kept, 3);
  await fanOut(db, listeners);
  await deliverInside(db, listeners, pino({ level: 'silent' }));
  await tell(moved, 4);
  await sql`update kernel.event set created_at = now() - interval '25 hours' where payload->>'n' <> '2'`.execute(db);
  expect(await forgetEvents(db, moved, 24)).toBe(1);
  expect(await left()).toEqual([2, 3, 4]);
  await fanOut(db, listeners);
  expect(await forgetEvents(db, moved, 24)).toBe(0);
  await deliverInside(db, listeners, pino({ level: 'silent' }));
  expect(await forgetEvents(db, moved, 24)).toBe(1);
  expect(await left()).toEqual([2, 3]);
});
