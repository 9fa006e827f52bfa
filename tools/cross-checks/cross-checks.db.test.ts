import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, seedAccount, seedCustomer, seedPayee, type TestUser } from '../../test/fixtures/base.ts';
import { clockAt, createStandingOrderUser, standingOrderTerms } from '../../test/fixtures/standing-order.ts';
import { openMarket, payCrossCurrency } from '../../test/simulation/cross-currency.ts';
import { createPayment, createSimulatedCustomer } from '../../test/simulation/customers.ts';
import { findCrossCheckViolations } from './cross-checks.ts';

const { db, url } = await createDatabase();
const owner = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
});
afterAll(() => owner.destroy());
await openMarket(db);
const people = await createSimulatedCustomer(db);
const crossCurrencyPair = people.pairs.find((route) => route.rateMode !== undefined);
if (crossCurrencyPair?.rateMode === undefined) throw new Error('nobody pays out of another currency');
const held = await createPayment(db, people, people.pairs[0], '12.00');
const exchanged = await payCrossCurrency(db, people, crossCurrencyPair, '12.00', 'sell');
await createStandingOrder(await seedCustomer(db));

async function createStandingOrder(who: TestUser): Promise<void> {
  const clock = clockAt('2026-11-21T10:00:00Z');
  const me = await createStandingOrderUser(db, who, clock);
  await me.create(standingOrderTerms(await seedAccount(db, who, { balance: '100.00' }), await seedPayee(db, who)));
}

class RolledBack extends Error {}

async function violationsAfter(...statements: string[]): Promise<string[]> {
  let found: string[] = [];
  const tamper = async (tx: Transaction<unknown>): Promise<never> => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    found = (await findCrossCheckViolations(tx)).map(({ law }) => law);
    throw new RolledBack();
  };
  await expect(owner.transaction().execute(tamper)).rejects.toThrow(RolledBack);
  return found;
}

test('finds nothing in consistent data', async () => {
  expect(await findCrossCheckViolations(db)).toEqual([]);
});

test.for([
  ['every pending item with a hold has that hold', `delete from ledger.hold where op_id = '${held}'`],
  ['every hold belongs to a pending item', `update payment.payment set state = 'cancelled' where id = '${held}'`],
  [
    'exactly the sent payments have posted their hold',
    `update payment.payment set state = 'sent' where id = '${held}'`,
  ],
  [
    'every conversion has its ledger transfer',
    `insert into fx.conversion (id, reference, customer_id, cause, from_account, to_account, sell, buy, sell_minor, fee_minor,
       buy_minor, mid, rate, margin_bps, mid_value_minor, spread_minor, rounding_minor)
     values (gen_random_uuid(), 'X', gen_random_uuid(), 'auto', 1, 2, 'GBP', 'EUR', 1, 0, 1, 1, 1, 0, 1, 0, 0)`,
  ],
  [
    'every sent cross-currency payment has one conversion',
    `update payment.payment set state = 'completed' where id = '${exchanged}'`,
  ],
  [
    'exactly the paid standing order dates have one payment',
    `update standing_order.occurrence set state = 'paid', payment_id = '${held}', settled_at = now(), next_attempt_at = null,
       warn_at = null`,
  ],
  [
    'exactly the paid bulk rows have one payment',
    `insert into bulk_payment.row (id, file_id, number, state, given, read, digest, amount_minor, payment_id, released_by,
       source_bankholder_id, fee_minor, rail)
     values (gen_random_uuid(), gen_random_uuid(), 1, 'paid', '{}', '{}', 'x', 1, gen_random_uuid(), gen_random_uuid(), 'x', 0,
       'faster-payments')`,
  ],
  [
    'every paid compensation was booked once to the account of its payment',
    `insert into compensation.compensation (id, payment_id, customer_id, account_id, currency, amount_minor, reason, note, state,
       proposed_by, decided_by, decided_at, operation_id)
     select gen_random_uuid(), id, customer_id, account_id, currency, 320, 'other', 'x', 'paid', gen_random_uuid(),
       gen_random_uuid(), now(), gen_random_uuid() from payment.payment where id = '${held}'`,
  ],
  [
    'every paid compensation was booked once to the account of its payment',
    `with paid as (select op_id from ledger.transfer where code = 'credit.received' limit 1)
     update ledger.entry set account_id = (select account_id from ledger.account_name where code = 'compensation:GBP')
     where op_id in (select op_id from paid) and amount = (select min(e.amount) from ledger.entry e where e.op_id = entry.op_id)`,
  ],
  [
    'every reversed compensation was booked back once',
    `with paid as (
       insert into compensation.compensation (id, payment_id, customer_id, account_id, currency, amount_minor, reason, note, state,
         proposed_by, decided_by, decided_at, operation_id)
       select gen_random_uuid(), id, customer_id, account_id, currency, 320, 'other', 'x', 'paid', gen_random_uuid(),
         gen_random_uuid(), now(), gen_random_uuid() from payment.payment where id = '${held}' returning id)
     insert into compensation.reversal (id, compensation_id, reason, state, proposed_by, decided_by, decided_at, operation_id)
     select gen_random_uuid(), id, 'paid by mistake', 'taken_back', gen_random_uuid(), gen_random_uuid(), now(), gen_random_uuid()
     from paid`,
  ],
  [
    'every approved request has the required approvals',
    `insert into approval.request (id, customer_id, kind, subject_id, maker_id, content, digest, requirements, approvals_needed, state,
       expires_at, closed_at)
     values (gen_random_uuid(), gen_random_uuid(), 'payment', gen_random_uuid(), gen_random_uuid(), '{}',
       repeat('0', 64), '[{}]', 1, 'approved', now() + interval '1 day', now())`,
  ],
] as const)('%s', async ([law, statement]) => {
  expect(await violationsAfter(statement)).toContain(law);
});
