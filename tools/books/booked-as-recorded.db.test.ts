import { beforeAll, expect, test } from 'vitest';
import { withoutConstraints } from '../../test/fill-tables.ts';
import { givenActivity } from '../../test/given-activity.ts';
import { givenVerified } from '../../test/given-verified.ts';
import { bookedAsRecorded } from './booked-as-recorded.ts';

const { db, client, brokenLaws, undone } = await givenVerified();

beforeAll(async () => {
  await givenActivity(db);
  await client.query(withoutConstraints);
});

const broken = (...statements: string[]): Promise<string[]> =>
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
const deal = `insert into manual_fx.deal (id, reference, customer_id, person_id, tier, state, sell, buy, side, amount_minor, source_bankholder_id,
    target_bankholder_id, from_account, to_account, value_date, instruction, callback_phone, quote_number, conversion_id)
  select gen_random_uuid(), 'DEAL1', customer_id, person_id, 'plus', 'settled', sell, buy, 'sell', sell_minor, 'x', 'y', from_account, to_account,
    current_date, 'market', '1', 1, id from fx.conversion`;

test.for<[law: string, ...statements: string[]]>([
  [
    'a payment sets aside its amount and its fee, from its account',
    `update payment.payment set amount_minor = amount_minor + 1 where id = ${waiting}`,
  ],
  [
    'a payment sets aside its amount and its fee, from its account',
    `update payment.payment set fee_minor = fee_minor + 1 where id = ${completed}`,
  ],
  [
    'a payment sets aside its amount and its fee, from its account',
    `update payment.payment set sold_minor = sold_minor - 1 where id = ${exchanged}`,
  ],
  [
    'a payment sets aside its amount and its fee, from its account',
    `update payment.payment set rail = 'swift' where id = ${completed}`,
  ],
  [
    'a payment sets aside its amount and its fee, from its account',
    `update payment.payment p set account_id = (select id from bank_account.account a where a.id <> p.account_id limit 1) where id = ${completed}`,
  ],
  [
    'what left for a payment is what it set aside',
    `update ledger.transfer set amount = amount - 1 where code = 'payment.sent' and hold_id = ${completed}`,
  ],
  [
    'a payment is in the state of its last transition',
    `update payment.payment set state = 'returned' where id = ${completed}`,
  ],
  [
    'a rail is owed what was sent and is not settled',
    `update payment.payment set state = 'sent' where id = ${completed}`,
  ],
  [
    'what was settled of a payment is its amount',
    `update payment.payment set amount_minor = amount_minor - 1 where id = ${completed}`,
  ],
  [
    'a payment that was returned came back once, and no other did',
    `update payment.payment set state = 'returned' where id = ${completed}`,
  ],
  [
    'the words of a payment name its reference and its payee',
    `update books.narrative set counterparty = 'Mallory' where payment_id = ${completed}`,
  ],
  [
    'a payment goes to the payee as it was at its version',
    `update payment.payment set payee_name = 'Mallory' where id = ${completed}`,
  ],
  [
    'a payment goes to the payee as it was at its version',
    `update payee.version set details = details || '{"name":"Mallory"}' where payee_id = (select payee_id from payment.payment where id = ${completed})`,
  ],
  [
    'a free transfer is used by one payment without a fee that left, and reserved by one that waits',
    `insert into payment.free_trade (id, customer_id, source, status, payment_id, applies_to)
     select gen_random_uuid(), customer_id, 'signup', 'used', id, '{domestic}' from payment.payment where id = ${waiting}`,
  ],
  ...['sell_minor', 'fee_minor', 'buy_minor', 'spread_minor', 'rounding_minor', 'mid_value_minor'].map(
    (column): [string, string] => [
      'an exchange moved what it records, at its fee and its margin',
      `update fx.conversion set ${column} = ${column} + 1`,
    ],
  ),
  ['an exchange at a quote is the exchange that was quoted', 'update fx.conversion set rate = rate * 2'],
  [
    'a transfer between own accounts moved what the audit log says',
    `update ledger.transfer set amount = amount + 1 where op_id = ${transfer}`,
  ],
  [
    'a transfer between own accounts moved what the audit log says',
    `delete from kernel.audit where action = 'transfer.made'`,
  ],
  [
    'money that came in was booked as it was received',
    `insert into payment.incoming (id, rail_reference, currency, amount_minor, payer_name, reference, booked_at)
     values (gen_random_uuid(), 'x', 'GBP', 5, 'x', 'x', now())`,
  ],
  [
    'an instant payment was credited with what it asked for',
    `insert into instant_payment.payment (id, reference, customer_id, person_id, session_id, account_id, bankholder_id, bank_id, bank_name, currency,
       amount_minor, note, document, device, state, expires_at, incoming_id)
     select gen_random_uuid(), 'PIS1', customer_id, person_id, gen_random_uuid(), account_id, 'x', 'x', 'x', 'GBP', 5, '', '', 'desktop', 'credited', now(),
       gen_random_uuid() from payment.payment where id = ${completed}`,
  ],
  [
    'a row of a file was paid as it says',
    `insert into bulk_payment.row (id, file_id, number, state, given, read, digest, currency, amount_minor, payment_id, released_by,
       source_bankholder_id, fee_minor, rail)
     select gen_random_uuid(), gen_random_uuid(), 1, 'paid', '{}', '{}', 'x', currency, amount_minor + 1, id, person_id, 'x', 0, rail
     from payment.payment where id = ${completed}`,
  ],
  [
    'a date of a standing order was paid for its customer and its payee',
    `update standing_order.occurrence set state = 'paid', payment_id = ${completed}, settled_at = now(), next_try_at = null, warn_at = null`,
  ],
  [
    'a fill of an order is one exchange between its accounts, and no other exchange is automatic',
    `update fx.conversion set cause = 'auto', quote_id = null`,
  ],
  ['a deal was exchanged as it was quoted', deal],
  [
    'cover was bought as it is recorded',
    `insert into position.cover (id, staff_id, sell, buy, sell_minor, mid, state, buy_minor, rate, reference, dealt_at)
     values (gen_random_uuid(), gen_random_uuid(), 'GBP', 'EUR', 5, 1, 'dealt', 5, 1, 'x', now())`,
  ],
  [
    'a revaluation was booked as it is recorded',
    `insert into position.revaluation (day, total_minor, change_minor) values ('2020-01-01', 5, 5)`,
  ],
  [
    'no account of a customer may be overdrawn',
    'update ledger.account set flags = flags & ~1 where id = (select min(ledger_account_id) from bank_account.account)',
  ],
  ['what is set aside for the work of the bank does not expire by itself', 'update ledger.hold set expires_at = now()'],
  [
    'a document is kept as it was uploaded',
    `insert into document.content (document_id, bytes) values (gen_random_uuid(), 'x')`,
  ],
])('%s', async ([law, ...statements]) => {
  expect(await broken(...statements)).toContain(law);
});

test('finds nothing in unchanged data', async () => {
  expect(await brokenLaws()).toEqual([]);
  expect(Object.keys(bookedAsRecorded).length).toBeGreaterThan(20);
});
