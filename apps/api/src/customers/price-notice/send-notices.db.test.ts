import { randomUUID } from 'node:crypto';
import type { PriceRise } from '@larkmere/contract/customers/price-notice';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { asSystem, createDatabase, runJob, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { seedStaff } from '../../../../../test/fixtures/staff.ts';
import { announceRises, cancelAnnouncement } from './price-notice.ts';
import { priceNotices } from './send-notices.ts';

const { db } = await createDatabase();
const gbp = (amount: string) => ({ amount, currency: 'GBP' }) as const;
const rise: PriceRise = {
  product: 'swift',
  tier: 'wallet',
  currency: 'GBP',
  buy: null,
  label: null,
  unit: 'fixed',
  before: '12.00',
  after: '15.00',
  example: { amount: null, before: gbp('12.00'), after: gbp('15.00'), difference: gbp('3.00') },
};
const takesEffectAt = new Date('2040-03-01T00:00:00Z');
const batch = 200;
const customers = 231;

beforeAll(async () => {
  const { customer } = await seedCustomer(db, { kind: 'wallet' });
  await seedCustomer(db, { kind: 'plus' });
  await sql`insert into customer.customer
    select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'member_code', 'LM-9' || lpad(n::text, 4, '0')))).*
    from customer.customer c, generate_series(1, ${customers - 1}::int) n where c.id = ${customer.id}`.execute(db);
});

let change = '';
beforeEach(async () => {
  const staff = await seedStaff(db, { role: 'settings' });
  change = randomUUID();
  await sql`insert into platform.setting_change (id, setting, state, rows, rows_before, reason, proposed_by)
    values (${change}, 'payment.fee_rule', 'draft', '[{}]', '[{}]', 'For a test of notices', ${staff.id})`.execute(db);
});

const send = () => runJob(db, priceNotices);
const announce = () => asSystem(db, (ctx) => announceRises(ctx, { change, takesEffectAt, rises: [rise] }));
const informed = async (topic: 'announced' | 'cancelled'): Promise<string[]> =>
  (
    await sql<{ id: string }>`select payload ->> 'customerId' as id from platform.event
      where topic = ${`price-notice.${topic}`} and payload ->> 'noticeId' = ${change}`.execute(db)
  ).rows.map(({ id }) => id);
const isSent = async (): Promise<boolean> =>
  (await sql<{ sentAt: Date | null }>`select sent_at from price_notice.notice where id = ${change}`.execute(db)).rows[0]
    ?.sentAt !== null;

it('informs the customers of the tier in batches, each once', async () => {
  await announce();
  await send();
  expect([(await informed('announced')).length, await isSent()]).toEqual([batch, false]);
  await send();
  await send();
  const all = await informed('announced');
  expect([all.length, new Set(all).size, await isSent()]).toEqual([customers, customers, true]);
});

it('goes on after a batch that failed, and repeats nobody', async () => {
  await announce();
  await send();
  await writeSettings(
    db,
    sql`create function price_notice.fail() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$`,
  );
  await writeSettings(
    db,
    sql`create constraint trigger fail after insert on price_notice.recipient deferrable initially deferred
      for each row execute function price_notice.fail()`,
  );
  await expect(send()).rejects.toThrow('crash');
  expect(await informed('announced')).toHaveLength(batch);
  await writeSettings(db, sql`drop trigger fail on price_notice.recipient`);
  await send();
  const all = await informed('announced');
  expect([all.length, new Set(all).size]).toEqual([customers, customers]);
});

it('informs nobody twice when two processes send at the same time', async () => {
  await announce();
  await Promise.all([send(), send()]);
  await Promise.all([send(), send()]);
  await send();
  const all = await informed('announced');
  expect([all.length, new Set(all).size]).toEqual([customers, customers]);
});

it('of a notice that is cancelled half-way corrects those who had it, and informs nobody else', async () => {
  await announce();
  await send();
  await asSystem(db, (ctx) => cancelAnnouncement(ctx, change));
  for (let run = 0; run < 3; run += 1) await send();
  expect(await informed('announced')).toHaveLength(batch);
  expect(new Set(await informed('cancelled'))).toEqual(new Set(await informed('announced')));
  expect(await informed('cancelled')).toHaveLength(batch);
});
