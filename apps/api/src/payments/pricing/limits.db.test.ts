import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import {
  fasterPaymentsRoute,
  inSession,
  insertFeeWaiver,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { findPricingRules } from './price.sql.ts';
import { pricePayment } from './price.ts';

const { db } = await createDatabase();

async function londonMidnight(): Promise<string | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London' as at`.execute(db);
  return rows[0]?.at.toISOString();
}

test('payments of today count towards the daily limit', async () => {
  const who = await seedCustomer(db);
  const session = await seedSession(db, who);
  const [account, payee] = [await seedAccount(db, who, { balance: '60000.00' }), await seedPayee(db, who)];
  const pay = async (amount: string) => {
    const order = await seedPaymentAuthorisation(
      db,
      who,
      toPaymentOrder(account, payee, { amount, confirmDuplicate: true }),
      session,
    );
    return () =>
      inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order));
  };
  for (const amount of ['25000.00', '24999.00']) await (await pay(amount))();
  const { data, message } = await expectRefusal(db, 'limit_exceeded', await pay('1.01'));
  expect(message).toMatch(
    /^Nothing was sent\. You can send 1\.00 GBP more today: you’ve used 49,999\.00 GBP of 50,000\.00 GBP\. Your limit resets on \w{3} \d+ \w+ \d{4}, 00:00 UK time\.$/,
  );
  expect(data).toEqual({ limit: '50000.00', used: '49999.00', currency: 'GBP', resetsAt: await londonMidnight() });
  await (await pay('1.00'))();
  await expectRefusal(db, 'limit_exceeded', await pay('0.01'));
});

test('a day of the limit lasts from midnight to midnight in London, in any season', async () => {
  const who = await seedCustomer(db);
  const session = await seedSession(db, who);
  const [account, payee] = [await seedAccount(db, who), await seedPayee(db, who)];
  const actor = inSession(who, session);
  const executionDate = dayAhead(3);
  const uids: string[] = [];
  for (const amount of ['1.00', '2.00', '4.00', '8.00']) {
    const wanted = toPaymentOrder(account, payee, { amount, executionDate });
    const order = await seedPaymentAuthorisation(db, who, wanted, session);
    const { uid } = await inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
    uids.push(uid);
  }
  for (const [begins, ends] of [
    ['2026-01-15T00:00:00Z', '2026-01-16T00:00:00Z'],
    ['2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'],
    ['2026-07-14T23:00:00Z', '2026-07-15T23:00:00Z'],
    ['2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z'],
  ] as const) {
    const [first, last] = [new Date(begins), new Date(Date.parse(ends) - 1)];
    const moments = [new Date(first.getTime() - 1), first, last, new Date(ends)];
    await sql`update payment.payment p set execute_at = m.at
      from unnest(${uids}::uuid[], ${moments}::timestamptz[]) as m (id, at) where p.id = m.id`.execute(db);
    const asked = { customerId: who.customer.id, currency: 'GBP', tier: 'plus', excludedPaymentId: null } as const;
    for (const executesAt of [first, last]) {
      const rules = await inTransaction(db, (tx) =>
        findPricingRules(tx, { ...asked, ...fasterPaymentsRoute, executesAt }),
      );
      expect([rules.sentThatDay, rules.dayEnds]).toEqual([600n, new Date(ends)]);
    }
  }
});

test('a free transfer can be used until the moment it expires', async () => {
  const { customer } = await seedCustomer(db);
  const expiresAt = new Date('2027-07-01T23:00:00Z');
  await inTransaction(db, (tx) =>
    insertFeeWaiver(tx, {
      id: randomUUID(),
      customerId: customer.id,
      source: 'signup',
      appliesTo: ['faster-payments'],
      expiresAt,
    }),
  );
  const asked = { customerId: customer.id, currency: 'GBP', tier: 'plus', excludedPaymentId: null } as const;
  for (const [ms, free] of [
    [-1, 1],
    [0, 0],
    [1, 0],
  ] as const) {
    const executesAt = new Date(expiresAt.getTime() + ms);
    const { freeTrades } = await inTransaction(db, (tx) =>
      findPricingRules(tx, { ...asked, ...fasterPaymentsRoute, executesAt }),
    );
    expect(freeTrades).toHaveLength(free);
  }
});

test('a new fee applies from its effective time, and a payment approved at the old fee is refused', async () => {
  const who = await seedCustomer(db);
  const session = await seedSession(db, who);
  const [account, payee] = [await seedAccount(db, who, { balance: '100.00' }), await seedPayee(db, who)];
  const asked = { sourceBankholderId: account.bankholderId, amount: '25.00', currency: 'GBP' } as const;
  const actor = inSession(who, session);
  const feeAt = (before: string) =>
    inTransaction(db, async (tx, now) => {
      await writeSettings(
        tx,
        sql`insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
        values ('faster-payments', 'GBP', 'plus', 75, now() + ${before}::interval)`,
      );
      const { fee } = await pricePayment({ tx, now, actor, requestId: 'test' }, asked);
      await writeSettings(tx, sql`delete from payment.fee_rule where fee_minor = 75`);
      return fee.amount;
    });
  expect([await feeAt('1 microsecond'), await feeAt('0')]).toEqual(['0.50', '0.75']);

  const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee), session);
  await writeSettings(
    db,
    sql`insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
    values ('faster-payments', 'GBP', 'plus', 75, now())`,
  );
  await expectRefusal(db, 'price_changed', () =>
    inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order)),
  );
  await writeSettings(db, sql`delete from payment.fee_rule where fee_minor = 75`);
  await inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
});
