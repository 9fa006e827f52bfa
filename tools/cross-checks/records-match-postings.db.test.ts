import { beforeAll, expect, test } from 'vitest';
import { dropConstraintsSql } from '../../test/fixtures/fill-tables.ts';
import { seedActivity } from '../../test/fixtures/sample-activity.ts';
import { createVerifiedDatabase } from '../../test/fixtures/verified-database.ts';
import { recordsMatchPostings } from './records-match-postings.ts';

const { db, client, brokenLaws, undone } = await createVerifiedDatabase();

beforeAll(async () => {
  await seedActivity(db);
  await client.query(dropConstraintsSql);
});

const violationsAfter = (...statements: string[]): Promise<string[]> =>
  undone(async () => {
    for (const statement of statements) {
      const { rowCount } = await client.query(statement);
      expect(rowCount, statement).toBeGreaterThan(0);
    }
    return (await brokenLaws()).map(({ law }) => law);
  });

const completed = `(select min(id::text)::uuid from payment.payment where state = 'completed' and quote_id is null)`;
const waiting = `(select min(id::text)::uuid from payment.payment where state = 'ready')`;
const exchanged = `(select min(id::text)::uuid from payment.payment where quote_id is not null)`;
const transfer = `(select op_id from ledger.transfer where code = 'transfer.made')`;
const deal = `insert into manual_fx.deal (id, reference, customer_id, user_id, tier, state, sell, buy, side, amount_minor, source_bankholder_id,
    target_bankholder_id, from_account, to_account, value_date, instruction, callback_phone, quote_number, conversion_id)
  select gen_random_uuid(), 'DEAL1', customer_id, user_id, 'plus', 'settled', sell, buy, 'sell', sell_minor, 'x', 'y', from_account, to_account,
    current_date, 'market', '1', 1, id from fx.conversion`;

test.for<[law: string, ...statements: string[]]>([
  [
    'the hold of a payment is its amount and fee on its account',
    `update payment.payment set amount_minor = amount_minor + 1 where id = ${waiting}`,
  ],
  [
    'the hold of a payment is its amount and fee on its account',
    `update payment.payment set fee_minor = fee_minor + 1 where id = ${completed}`,
  ],
  [
    'the hold of a payment is its amount and fee on its account',
    `update payment.payment set sold_minor = sold_minor - 1 where id = ${exchanged}`,
  ],
  [
    'the hold of a payment is its amount and fee on its account',
    `update payment.payment set rail = 'swift' where id = ${completed}`,
  ],
  [
    'the hold of a payment is its amount and fee on its account',
    `update payment.payment p set account_id = (select id from bank_account.account a where a.id <> p.account_id limit 1) where id = ${completed}`,
  ],
  [
    'a payment posts exactly its hold',
    `update ledger.transfer set amount = amount - 1 where code = 'payment.sent' and hold_id = ${completed}`,
  ],
  [
    'the state of a payment is its last transition',
    `update payment.payment set state = 'returned' where id = ${completed}`,
  ],
  [
    'a clearing account holds the sent, unsettled payments',
    `update payment.payment set state = 'sent' where id = ${completed}`,
  ],
  [
    'a payment settles for its amount',
    `update payment.payment set amount_minor = amount_minor - 1 where id = ${completed}`,
  ],
  [
    'exactly the returned payments have one return',
    `update payment.payment set state = 'returned' where id = ${completed}`,
  ],
  [
    'the narrative of a payment has its reference and payee',
    `update accounting.narrative set counterparty = 'Mallory' where payment_id = ${completed}`,
  ],
  [
    'a payment has the payee name of its payee version',
    `update payment.payment set payee_name = 'Mallory' where id = ${completed}`,
  ],
  [
    'a payment has the payee name of its payee version',
    `update payee.version set details = details || '{"name":"Mallory"}' where payee_id = (select payee_id from payment.payment where id = ${completed})`,
  ],
  [
    'a free transfer belongs to one payment without a fee',
    `insert into payment.fee_waiver (id, customer_id, source, status, payment_id, applies_to)
     select gen_random_uuid(), customer_id, 'signup', 'used', id, '{domestic}' from payment.payment where id = ${waiting}`,
  ],
  ...['sell_minor', 'fee_minor', 'buy_minor', 'spread_minor', 'rounding_minor', 'mid_value_minor'].map(
    (column): [string, string] => [
      'the legs of a conversion match its amounts, fee and margin',
      `update fx.conversion set ${column} = ${column} + 1`,
    ],
  ),
  ['a conversion has the terms of its quote', 'update fx.conversion set rate = rate * 2'],
  [
    'a transfer between own accounts matches its audit row',
    `update ledger.transfer set amount = amount + 1 where op_id = ${transfer}`,
  ],
  [
    'a transfer between own accounts matches its audit row',
    `delete from platform.audit where action = 'transfer.made'`,
  ],
  [
    'an incoming credit was booked as received',
    `insert into payment.incoming_credit (id, rail_reference, currency, amount_minor, payer_name, reference, booked_at)
     values (gen_random_uuid(), 'x', 'GBP', 5, 'x', 'x', now())`,
  ],
  [
    'an open banking payment was credited with its amount',
    `insert into instant_payment.payment (id, reference, customer_id, user_id, session_id, account_id, bankholder_id, bank_id, bank_name, currency,
       amount_minor, note, document, device, state, expires_at, incoming_id)
     select gen_random_uuid(), 'PIS1', customer_id, user_id, gen_random_uuid(), account_id, 'x', 'x', 'x', 'GBP', 5, '', '', 'desktop', 'credited', now(),
       gen_random_uuid() from payment.payment where id = ${completed}`,
  ],
  [
    'a bulk row was paid as given',
    `insert into bulk_payment.row (id, file_id, number, state, given, read, digest, currency, amount_minor, payment_id, released_by,
       source_bankholder_id, fee_minor, rail)
     select gen_random_uuid(), gen_random_uuid(), 1, 'paid', '{}', '{}', 'x', currency, amount_minor + 1, id, user_id, 'x', 0, rail
     from payment.payment where id = ${completed}`,
  ],
  [
    'a standing order date was paid for its customer and payee',
    `update standing_order.occurrence set state = 'paid', payment_id = ${completed}, settled_at = now(), next_attempt_at = null, warn_at = null`,
  ],
  [
    'every automatic conversion is one fill between the accounts of its order',
    `update fx.conversion set cause = 'auto', quote_id = null`,
  ],
  ['a deal was converted as quoted', deal],
  [
    'a cover deal was booked as recorded',
    `insert into treasury.cover_deal (id, staff_id, sell, buy, sell_minor, mid, state, buy_minor, rate, reference, dealt_at)
     values (gen_random_uuid(), gen_random_uuid(), 'GBP', 'EUR', 5, 1, 'dealt', 5, 1, 'x', now())`,
  ],
  [
    'a revaluation was booked as recorded',
    `insert into treasury.revaluation (day, total_minor, change_minor) values ('2020-01-01', 5, 5)`,
  ],
  [
    'every customer account forbids an overdraft',
    'update ledger.account set flags = flags & ~1 where id = (select min(ledger_account_id) from bank_account.account)',
  ],
  ['holds of pending items have no expiry', 'update ledger.hold set expires_at = now()'],
  [
    'a document is stored as uploaded',
    `insert into document.content (document_id, bytes) values (gen_random_uuid(), 'x')`,
  ],
])('%s', async ([law, ...statements]) => {
  expect(await violationsAfter(...statements)).toContain(law);
});

test('finds nothing in unchanged data', async () => {
  expect(await brokenLaws()).toEqual([]);
  expect(Object.keys(recordsMatchPostings).length).toBeGreaterThan(20);
});
