import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { createDatabase, runJob, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { claimDueRows, handleDueRows } from './due-rows.ts';
import { defineJob } from './job.ts';

const { db } = await createDatabase();

test('a row that fails or is locked does not stop the others', async () => {
  const { customer, user } = await seedCustomer(db);
  const requestAlert = async (target: number): Promise<string> => {
    const id = v7();
    await sql`insert into rate_alert.alert (id, customer_id, user_id, tier, sell, buy, target, direction, target_base)
      values (${id}, ${customer.id}, ${user.id}, 'plus', 'GBP', 'EUR', ${target}, 'rises_to', 'GBP')`.execute(db);
    return id;
  };
  const [first, failing, locked, last] = [
    await requestAlert(1),
    await requestAlert(2),
    await requestAlert(3),
    await requestAlert(4),
  ];
  const handled: string[] = [];
  const job = defineJob({
    name: 'test-due-rows',
    everySeconds: 1,
    run: (run) =>
      handleDueRows(run, {
        table: 'rate_alert.alert',
        isDue: sql`fired_at is null`,
        handle: async ({ tx, actor }, { id }) => {
          await sql`update rate_alert.alert set fired_at = now() where id = ${id}`.execute(tx);
          if (id === failing) throw new Error('a fault of ours');
          handled.push(`${id} by ${actor.name}`);
        },
      }),
  });
  await db.transaction().execute(async (tx) => {
    await sql`select from rate_alert.alert where id = ${locked} for update`.execute(tx);
    await expect(runJob(db, job)).rejects.toThrow('a fault of ours');
  });
  expect(handled.toSorted()).toEqual([`${first} by test-due-rows`, `${last} by test-due-rows`]);
  await expect(runJob(db, job)).rejects.toThrow('a fault of ours');
  expect(handled).toContain(`${locked} by test-due-rows`);
});

test('of several processes one claims a due row, the earliest first, and again when its time has come', async () => {
  await sql`insert into card_payment.settlement
    (id, day, currency, cleared_minor, refunded_minor, line_count, next_check_at)
    select id, current_date, 'GBP', 0, 0, 0, now() + minutes * interval '1 minute'
    from (values ('LATE-01', -1), ('EARLY-1', -2), ('COMING1', 1)) as v (id, minutes)`.execute(db);
  const claim = async (most: number): Promise<string[]> => {
    const rows = await db
      .transaction()
      .execute((tx) =>
        claimDueRows(tx, { table: 'card_payment.settlement', column: 'nextCheckAt', seconds: 60, most }),
      );
    return rows.map(({ id }) => id);
  };
  expect(await claim(1)).toEqual(['EARLY-1']);
  const claimed = await Promise.all([claim(5), claim(5), claim(5)]);
  expect(claimed.flat()).toEqual(['LATE-01']);
  expect(await claim(5)).toEqual([]);
  await sql`update card_payment.settlement set next_check_at = now() where id = 'EARLY-1'`.execute(db);
  expect(await claim(5)).toEqual(['EARLY-1']);
});
