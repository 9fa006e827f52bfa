import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { asSystem, createDatabase } from '../../../../../test/fixtures/base.ts';
import { defineEvent, emit, purgeEvents } from './outbox.ts';
import { deliverTransactional, fanOutEvents, transactionalHandler } from './relay.ts';

const { db } = await createDatabase();
const moved = defineEvent<{ n: number }>('test.moved');
const retained = defineEvent<{ n: number }>('test.kept');
const emitEvent = (type: typeof moved, n: number) => asSystem(db, (ctx) => emit(ctx, type, { n }));
const remainingNumbers = async () =>
  (
    await db.selectFrom('platform.event').select('payload').where('topic', 'like', 'test.%').orderBy('id').execute()
  ).map(({ payload }) => (payload as { n: number }).n);

test('purges only old events that are delivered to every listener', async () => {
  const listeners = [
    transactionalHandler(moved, 'test-listener', async () => {}),
    transactionalHandler(retained, 'test-keeper', async () => {}),
  ];
  for (const n of [1, 2]) await emitEvent(moved, n);
  await emitEvent(retained, 3);
  await fanOutEvents(db, listeners);
  await deliverTransactional(db, listeners, pino({ level: 'silent' }));
  await emitEvent(moved, 4);
  await sql`update platform.event set created_at = now() - interval '25 hours' where payload->>'n' <> '2'`.execute(db);
  expect(await purgeEvents(db, moved, 24)).toBe(1);
  expect(await remainingNumbers()).toEqual([2, 3, 4]);
  await fanOutEvents(db, listeners);
  expect(await purgeEvents(db, moved, 24)).toBe(0);
  await deliverTransactional(db, listeners, pino({ level: 'silent' }));
  expect(await purgeEvents(db, moved, 24)).toBe(1);
  expect(await remainingNumbers()).toEqual([2, 3]);
});
