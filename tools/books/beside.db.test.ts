import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Given, givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../test/given.ts';
import { clockAt, standing, standingTerms } from '../../test/given-standing-order.ts';
import { openMarket, payAcross } from '../../test/outside-world/across.ts';
import { givenPeople, pay } from '../../test/outside-world/people.ts';
import { findMisfits } from './beside.ts';

const { db, url } = await givenDatabase();
const owner = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
});
afterAll(() => owner.destroy());
await openMarket(db);
const people = await givenPeople(db);
const across = people.routes.find((route) => route.across !== undefined);
if (across?.across === undefined) throw new Error('nobody pays out of another currency');
const held = await pay(db, people, people.routes[0], '12.00');
const exchanged = await payAcross(db, people, across, '12.00', 'sell');
await orderStanding(await givenCustomer(db));

async function orderStanding(who: Given): Promise<void> {
  const clock = clockAt('2026-11-21T10:00:00Z');
  const me = await standing(db, who, clock);
  await me.create(standingTerms(await givenAccount(db, who, { balance: '100.00' }), await givenPayee(db, who)));
}

class Undone extends Error {}

async function foundAfter(...statements: string[]): Promise<string[]> {
  let found: string[] = [];
  const tamper = async (tx: Transaction<unknown>): Promise<never> => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    found = (await findMisfits(tx)).map(({ law }) => law);
    throw new Undone();
  };
  await expect(owner.transaction().execute(tamper)).rejects.toThrow(Undone);
  return found;
}

test('finds nothing in consistent data', async () => {
  expect(await findMisfits(db)).toEqual([]);
});

test.for([
  ['who waits with money set aside has it', `delete from ledger.hold where op_id = '${held}'`],
  [
    'money is set aside for nobody who does not wait',
    `update payment.payment set state = 'cancelled' where id = '${held}'`,
  ],
  [
    'money moved for a payment that left, and for no other',
    `update payment.payment set state = 'sent' where id = '${held}'`,
  ],
  [
    'an exchange was booked as it was recorded',
    `insert into fx.conversion (id, reference, customer_id, cause, from_account, to_account, sell, buy, sell_minor, fee_minor,
       buy_minor, mid, rate, margin_bps, mid_value_minor, spread_minor, rounding_minor)
     values (gen_random_uuid(), 'X', gen_random_uuid(), 'auto', 1, 2, 'GBP', 'EUR', 1, 0, 1, 1, 1, 0, 1, 0, 0)`,
  ],
  [
    'a payment out of another currency has one exchange, once it left',
    `update payment.payment set state = 'completed' where id = '${exchanged}'`,
  ],
  [
    'a date of a standing order that was paid has its one payment, and no other has any',
    `update standing_order.occurrence set state = 'paid', payment_id = '${held}', settled_at = now(), next_try_at = null,
       warn_at = null`,
  ],
  [
    'a row of a file that was paid has its one payment, and no other has any',
    `insert into bulk_payment.row (id, file_id, number, state, given, read, digest, amount_minor, payment_id, released_by,
       source_bankholder_id, fee_minor, rail)
     values (gen_random_uuid(), gen_random_uuid(), 1, 'paid', '{}', '{}', 'x', 1, gen_random_uuid(), gen_random_uuid(), 'x', 0,
       'faster-payments')`,
  ],
  [
    'a compensation that was paid moved its money once, into the account that its payment left',
    `insert into compensation.compensation (id, payment_id, customer_id, account_id, currency, amount_minor, reason, note, state,
       proposed_by, decided_by, decided_at, operation_id)
     select gen_random_uuid(), id, customer_id, account_id, currency, 320, 'other', 'x', 'paid', gen_random_uuid(),
       gen_random_uuid(), now(), gen_random_uuid() from payment.payment where id = '${held}'`,
  ],
  [
    'a compensation that was paid moved its money once, into the account that its payment left',
    `with paid as (select op_id from ledger.transfer where code = 'credit.received' limit 1)
     update ledger.entry set account_id = (select account_id from ledger.account_name where code = 'compensation:GBP')
     where op_id in (select op_id from paid) and amount = (select min(e.amount) from ledger.entry e where e.op_id = entry.op_id)`,
  ],
  [
    'a compensation that was taken back moved its money back once, and no other did',
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
    'what colleagues approved has as many approvals as it needed',
    `insert into team_approval.request (id, customer_id, kind, subject_id, maker_id, content, digest, demands, needed, state,
       expires_at, closed_at)
     values (gen_random_uuid(), gen_random_uuid(), 'payment', gen_random_uuid(), gen_random_uuid(), '{}',
       repeat('0', 64), '[{}]', 1, 'approved', now() + interval '1 day', now())`,
  ],
] as const)('%s', async ([law, statement]) => {
  expect(await foundAfter(statement)).toContain(law);
});
