import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.fixture.ts';
import { findViolations } from './invariants.ts';
import { createTestAccount, gbpPosting, nextId, openExternalAccount, openTestLedger } from './ledger.fixture.ts';
import { reverse } from './reverse.ts';
import { hold, post, postHold, voidHold } from './transfer.ts';

const { db, inTransaction } = await openTestLedger();

await inTransaction(async (tx) => {
  const [payer, payee] = [await createTestAccount(tx, { code: 'payer', balance: 1000 }), await createTestAccount(tx)];
  await createTestAccount(tx, { code: 'euros', currency: 'EUR', balance: 50 });
  const holds = [nextId(), nextId(), nextId()] as const;
  for (const id of holds)
    await hold(tx, { id, code: 'payment', postings: [gbpPosting(payer, payee, 100), gbpPosting(payer, payee, 5)] });
  await postHold(tx, { id: nextId(), code: 'settled', holdId: holds[0], authorisedBy: 'a court' });
  await voidHold(tx, { id: nextId(), code: 'failed', holdId: holds[1] });
  const gift = nextId();
  await post(tx, {
    id: gift,
    code: 'gift',
    postings: [gbpPosting(payer, payee, 20), gbpPosting(await openExternalAccount(tx), payee, 1)],
  });
  await reverse(tx, { id: nextId(), code: 'taken back', reverses: gift });
});

const payer = `(select account_id from ledger.account_name where code = 'payer')`;
const euros = `(select account_id from ledger.account_name where code = 'euros')`;

test('normal books violate no invariant', () => checkInvariants(db));

test.each([
  [
    'entries of a currency sum to zero',
    `update ledger.entry set amount = amount + 1 where account_id = ${payer} and version = 1`,
  ],
  [
    'totals of an account are those of its entries',
    `update ledger.account set credits_posted = credits_posted + 1 where id = ${payer}`,
  ],
  [
    'totals of an account are those of its entries',
    `update ledger.account set version = version + 1 where id = ${payer}`,
  ],
  ['every entry belongs to an account', `update ledger.entry set account_id = 4711 where account_id = ${payer}`],
  ['what is pending is what open holds set aside', `update ledger.account set debits_pending = 0 where id = ${payer}`],
  ['what is pending is what open holds set aside', `update ledger.hold set amount = amount - 1`],
  [
    'available is never negative where overdraft is refused',
    `alter table ledger.account drop constraint account_not_overdrawn;
     update ledger.account set debits_posted = 5000 where id = ${payer}`,
  ],
  [
    'available was never negative where overdraft is refused',
    `update ledger.entry set held = 1001 where account_id = ${payer} and version = 2`,
  ],
  [
    'running balances are unbroken, versions have no gaps',
    `update ledger.entry set balance = balance - 1 where account_id = ${payer} and version = 3`,
  ],
  [
    'running balances are unbroken, versions have no gaps',
    `update ledger.entry set version = 99 where account_id = ${payer} and version = 3`,
  ],
  [
    'every leg has its debit and its credit entry, which say what it says',
    `update ledger.transfer set amount = 21 where code = 'gift' and leg = 1`,
  ],
  [
    'every leg has its debit and its credit entry, which say what it says',
    `delete from ledger.entry where account_id = ${payer} and version = 2`,
  ],
  [
    'every leg has its debit and its credit entry, which say what it says',
    `update ledger.entry set value_date = value_date + 1 where account_id = ${payer} and version = 2`,
  ],
  [
    'every leg has its debit and its credit entry, which say what it says',
    `update ledger.entry set code = 'theft' where account_id = ${payer} and version = 2`,
  ],
  ['there are two entries per leg and no others', `delete from ledger.transfer where code = 'gift' and leg = 2`],
  ['a transfer is whole, and one thing', `delete from ledger.transfer where code = 'gift' and leg = 1`],
  ['a transfer is whole, and one thing', `update ledger.transfer set fingerprint = 1 where code = 'gift' and leg = 1`],
  ['currencies never mix', `update ledger.transfer set credit_account_id = ${euros} where code = 'gift' and leg = 1`],
  ['a hold is open or was resolved, once', `delete from ledger.hold where leg = 2`],
  [
    'a hold is open or was resolved, once',
    `insert into ledger.transfer select '${nextId()}', leg, kind, code, debit_account_id, credit_account_id, amount, booked_at, value_date, hold_id, fingerprint
     from ledger.transfer where kind = 'void_hold'`,
  ],
  [
    'a hold is resolved between its own accounts, within its amount',
    `update ledger.transfer set amount = 101 where code = 'settled' and leg = 1`,
  ],
  [
    'a hold is resolved between its own accounts, within its amount',
    `update ledger.transfer set hold_id = '${randomUUID()}' where code = 'failed'`,
  ],
  ['an open hold has its transfer', `update ledger.hold set op_id = '${randomUUID()}'`],
  [
    'a reversal moves back what it takes back, whole',
    `update ledger.transfer set amount = 19 where code = 'taken back' and leg = 2`,
  ],
  [
    'a reversal moves back what it takes back, whole',
    `delete from ledger.transfer where code = 'taken back' and leg = 1`,
  ],
  ['a reversal moves back what it takes back, whole', `update ledger.reversal set reversed_op_id = '${randomUUID()}'`],
  ['an authorisation is for a hold that was posted', `update ledger.authorisation set op_id = '${randomUUID()}'`],
  ['every account has a name', `delete from ledger.account_name where code = 'payer'`],
])('%s: %s', async (law, tampering) => {
  await rollBack(async (tx) => {
    await sql.raw(`set local session_replication_role = replica; ${tampering}`).execute(tx); // bypasses the triggers
    expect((await findViolations(tx)).map((violation) => violation.law)).toContain(law);
    await expect(checkInvariants(tx)).rejects.toThrow(`- ${law}: `);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema
async function rollBack(work: (tx: Kysely<any>) => Promise<void>): Promise<void> {
  const tx = await db.startTransaction().execute();
  try {
    await work(tx);
  } finally {
    await tx.rollback().execute();
  }
}
