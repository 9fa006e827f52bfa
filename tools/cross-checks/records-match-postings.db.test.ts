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
  [
    'an earning of an introducer partner is the income of its posting',
    `insert into introducer_partner.earning (operation_id, leg, product, currency, partner_id, customer_id, booked_at, income_minor, share_bps)
     select t.op_id, t.leg, 'payment', 'GBP', gen_random_uuid(), gen_random_uuid(), now(), t.amount + 1, 100
     from ledger.transfer t join ledger.account_name n on n.account_id = t.credit_account_id
     where n.code = 'fee-income:payment:GBP' and t.kind = 'post_hold' limit 1`,
  ],
  [
    'a partner statement has one line for each customer, product and currency that earned',
    `insert into introducer_partner.statement_line (statement_id, position, customer_id, product, currency, deals, share_minor, rate, payout_minor)
     values (gen_random_uuid(), 1, gen_random_uuid(), 'exchange', 'GBP', 1, 5, 1, 5)`,
  ],
  [
    'a partner statement is the sum of its lines and what was carried forward',
    `insert into introducer_partner.statement (id, partner_id, month, currency, until, share_minor, carried_in_minor, total_minor, is_final, state, issued_at)
     values (gen_random_uuid(), gen_random_uuid(), '2020-01-01', 'GBP', now(), 5, 0, 5, false, 'carried', now())`,
  ],
  [
    'every paid share of a partner was booked once, into the account it names',
    `insert into introducer_partner.statement (id, partner_id, month, currency, until, share_minor, carried_in_minor, total_minor, is_final, state, issued_at,
       operation_id, account_id, paid_at)
     select gen_random_uuid(), customer_id, '2020-01-01', 'GBP', now(), 0, 0, 0, false, 'paid', now(), gen_random_uuid(), id, now()
     from bank_account.account limit 1`,
  ],
  [
    'the cost of introducers is what their statements paid',
    `update ledger.account set debits_posted = debits_posted + 1
     where id = (select account_id from ledger.account_name where code = 'introducer-cost:GBP')`,
  ],
  [
    'a card payment is booked at its totals',
    `update card_payment.payment set cleared_minor = cleared_minor + 1 where shortfall_minor = 0 and cleared_minor > 0`,
  ],
  [
    'a card payment is booked at its totals',
    `update card_payment.payment set taken_minor = taken_minor + 1 where cleared_minor > 0`,
  ],
  [
    'a card payment is booked at its totals',
    `update card_payment.payment set shortfall_minor = shortfall_minor + 1 where shortfall_minor > 0`,
  ],
  [
    'exactly the card payments on hold have a hold, on their account',
    `update card_payment.payment set hold_minor = hold_minor + 1 where hold_id is not null`,
  ],
  [
    'exactly the card payments on hold have a hold, on their account',
    `update card_payment.payment set hold_id = null where hold_id is not null`,
  ],
  [
    'an approved card payment was decided within its time',
    `update card_payment.decision set decided_at = answer_by where decision = 'approved'`,
  ],
  [
    'a card settlement was booked with its amount',
    `update card_payment.settlement set cleared_minor = cleared_minor + 1 where state = 'settled'`,
  ],
  [
    'what is settled of a card payment is what the files say, and no more than was taken',
    `update card_payment.payment set settled_cleared_minor = settled_cleared_minor - 1 where settled_cleared_minor > 0`,
  ],
  [
    'a clearing account holds the sent, unsettled payments',
    `update card_payment.payment set settled_refunded_minor = settled_refunded_minor + 1`,
  ],
  [
    'what customers owe after card payments went back is not paid yet',
    `update card_payment.payment set recovered_minor = recovered_minor + 1 where shortfall_minor > 0`,
  ],
  [
    'the fee of a card was booked once, and given back once if no card was issued',
    `update issued_card.card set fee_minor = fee_minor + 1 where fee_id is not null`,
  ],
  [
    'the fee of a card was booked once, and given back once if no card was issued',
    `update issued_card.card set fee_id = null, fee_minor = 0 where fee_id is not null and fee_refund_id is null`,
  ],
  [
    'the fee of a card was booked once, and given back once if no card was issued',
    `update issued_card.card set account_id = (select a.id from bank_account.account a where a.id <> card.account_id limit 1)
     where fee_refund_id is not null`,
  ],
  [
    'a card that was not made has its fee back',
    `update issued_card.card set fee_refund_id = null where fee_refund_id is not null`,
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
