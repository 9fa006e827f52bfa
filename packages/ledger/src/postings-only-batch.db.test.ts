import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeAccount, freezeAccount } from './account-status.ts';
import { balanceOf } from './balance.ts';
import { checkInvariants } from './check-invariants.fixture.ts';
import {
  createTestAccount,
  eur,
  gbp,
  gbpPosting,
  nextId,
  openExternalAccount,
  openTestLedger,
} from './ledger.fixture.ts';
import { postOperations } from './operations.ts';
import { listEntries } from './statement.ts';
import type { AccountId, Posting, RefusalCode, Tx } from './types.ts';

const { db, inTransaction } = await openTestLedger();

const move = (...postings: Posting[]) => ({ kind: 'post', id: nextId(), code: 'gift', postings }) as const;

type Obstacle = (tx: Tx, payer: AccountId, payee: AccountId) => Promise<Posting>;
const marked = async (tx: Tx, mark: typeof freezeAccount, balance = 0): Promise<AccountId> => {
  const id = await createTestAccount(tx, { balance });
  await mark(tx, id);
  return id;
};
const euros = (tx: Tx) => createTestAccount(tx, { currency: 'EUR', balance: 1000 });
const below = 0n as AccountId;
const above = 999_999n as AccountId;

async function full(tx: Tx): Promise<AccountId> {
  const id = await createTestAccount(tx, { mayOverdraw: true });
  await sql`update ledger.account set credits_posted = 3999999999999999999, debits_posted = 3999999999999999999
    where id = ${id}`.execute(tx);
  return id;
}

const obstacles: [RefusalCode, string, Obstacle][] = [
  ['amount_out_of_range', 'nothing', async (_, payer, payee) => gbpPosting(payer, payee, 0)],
  ['amount_out_of_range', 'less than nothing', async (_, payer, payee) => gbpPosting(payer, payee, -5)],
  [
    'amount_out_of_range',
    'too much, from who has no bound',
    async (tx, _, payee) => gbpPosting(await openExternalAccount(tx), payee, 10 ** 15 + 1),
  ],
  ['amount_out_of_range', 'too much, and not there', async (_, payer, payee) => gbpPosting(payer, payee, 10 ** 15 + 1)],
  ['amount_out_of_range', 'more than a total can hold', async (tx, _, payee) => gbpPosting(await full(tx), payee, 2)],
  ['same_account', 'to itself', async (_, payer) => gbpPosting(payer, payer, 1)],
  ['currency_mismatch', 'from euros', async (tx, _, payee) => gbpPosting(await euros(tx), payee, 1)],
  ['currency_mismatch', 'to euros', async (tx, payer) => gbpPosting(payer, await euros(tx), 1)],
  [
    'currency_mismatch',
    'more than there is, from euros',
    async (tx, _, payee) => gbpPosting(await euros(tx), payee, 9999),
  ],
  ['currency_mismatch', 'more than there is, to euros', async (tx, payer) => gbpPosting(payer, await euros(tx), 9999)],
  ['currency_mismatch', 'in euros', async (_, debit, credit) => ({ debit, credit, amount: eur(1) })],
  [
    'account_frozen',
    'from a frozen account',
    async (tx, _, payee) => gbpPosting(await marked(tx, freezeAccount, 9), payee, 1),
  ],
  ['account_frozen', 'to a frozen account', async (tx, payer) => gbpPosting(payer, await marked(tx, freezeAccount), 1)],
  [
    'account_frozen',
    'more than there is, from a frozen account',
    async (tx, _, payee) => gbpPosting(await marked(tx, freezeAccount), payee, 1),
  ],
  [
    'account_frozen',
    'more than there is, to a frozen account',
    async (tx, payer) => gbpPosting(payer, await marked(tx, freezeAccount), 9999),
  ],
  ['account_closed', 'to a closed account', async (tx, payer) => gbpPosting(payer, await marked(tx, closeAccount), 1)],
  ['unknown_account', 'from nobody', async (_, __, payee) => gbpPosting(above, payee, 1)],
  ['unknown_account', 'to nobody, whose number is below all', async (_, payer) => gbpPosting(payer, below, 1)],
];

test.each(obstacles)('%s alone in a batch of postings: %s', async (reason, _, obstacle) => {
  await inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const posting = await obstacle(tx, payer, payee);
    const alone = [move(gbpPosting(payer, payee, 10)), move(posting), move(gbpPosting(payer, payee, 1))];
    expect((await postOperations(tx, alone)).map(({ outcome }) => outcome)).toEqual(['done', reason, 'done']);
    expect((await balanceOf(tx, payee)).balance).toEqual(gbp(11));
  });
});

test.each(obstacles)('%s in one of two postings, beside another successful batch: %s', async (reason, _, obstacle) => {
  await inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const posting = await obstacle(tx, payer, payee);
    const twofold = [
      move(gbpPosting(payer, payee, 10)),
      move(gbpPosting(payer, payee, 5), posting),
      move(gbpPosting(payer, payee, 1)),
    ];
    expect((await postOperations(tx, twofold)).map(({ outcome }) => outcome)).toEqual(['done', reason, 'done']);
    expect((await balanceOf(tx, payee)).balance).toEqual(gbp(11));
  });
});

test.each([1, 2])('postings around midnight count on the day of each, %i to an operation', async (legs) => {
  await inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const { rows } = await sql<{ day: string; next: string }>`
      update ledger.account set last_at = midnight - interval '3 microseconds'
      from (select date_trunc('day', now(), 'utc') + interval '1 day' as midnight) today where id = ${payee}
      returning to_char(last_at at time zone 'utc', 'YYYY-MM-DD') as day,
        to_char(midnight at time zone 'utc', 'YYYY-MM-DD') as next`.execute(tx);
    const { day, next } = rows[0] as { day: string; next: string };
    const batch = [1, 2, 3, 4].map((minor) =>
      move(...Array.from({ length: legs }, () => gbpPosting(payer, payee, minor))),
    );
    await postOperations(tx, batch);
    const entries = (await listEntries(tx, { accountId: payee, limit: 10 })).toReversed();
    const dates = entries.map(({ valueDate }) => valueDate);
    expect(dates).toEqual(entries.map(({ bookedAt }) => bookedAt.toISOString().slice(0, 10)));
    expect(dates.slice(0, 3)).toEqual([day, day, next]);
  });
});

const astray = 'entries stand with their accounts';
const misplaced: [string, { byAccount?: string; ends?: string | null }, string][] = [
  ['those of another account among them', { byAccount: '{1,2,3,4}' }, astray],
  ['one twice', { byAccount: '{1,1,2,4}' }, 'duplicate key'],
  ['more to an account than it has', { ends: '{3,4}' }, astray],
  ['fewer', { ends: '{1,4}' }, astray],
  ['nobody says where', { ends: null }, astray],
];

test.each(misplaced)('does not write entries that are assigned to another account: %s', async (_, wrong, message) => {
  await inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const rightly = { byAccount: '{1,3,2,4}', ends: '{2,4}' };
    const write = ({ byAccount, ends }: { byAccount: string; ends: string | null }) =>
      sql`select ledger.post_postings(array[${nextId()}, ${nextId()}]::uuid[], '{gift,gift}', '{1,2}', null, null,
        array[${payer}, ${payee}]::bigint[], '{GBP,GBP}', '{1,1}', '{2,2}', '{10,5}', ${byAccount}, ${ends})`.execute(
        tx,
      );
    await write(rightly);
    await sql`savepoint before`.execute(tx);
    await expect(write({ ...rightly, ...wrong })).rejects.toThrow(message);
    await sql`rollback to before`.execute(tx);
    expect((await balanceOf(tx, payee)).balance).toEqual(gbp(15));
  });
});

test('does not write entries of a refused operation for a successful one', async () => {
  await inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 10 }), await createTestAccount(tx)];
    const written = sql`select ledger.post_postings(array[${nextId()}, ${nextId()}]::uuid[], '{gift,gift}', '{1,2}', null, null,
      array[${payer}, ${payee}]::bigint[], '{GBP,GBP}', '{1,1}', '{2,2}', '{4,7}', '{3,3,2,4}', '{2,4}')`;
    await sql`savepoint before`.execute(tx);
    await expect(written.execute(tx)).rejects.toThrow(astray);
    await sql`rollback to before`.execute(tx);
    expect((await balanceOf(tx, payee)).balance).toEqual(gbp(0));
  });
});

test('refuses one of two operations that use an account in different currencies', async () => {
  await inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const batch = [move(gbpPosting(payer, payee, 10)), move({ debit: payer, credit: payee, amount: eur(5) })];
    expect((await postOperations(tx, batch)).map(({ outcome }) => outcome)).toEqual(['done', 'currency_mismatch']);
    expect((await balanceOf(tx, payee)).balance).toEqual(gbp(10));
  });
});

test('versions have no gaps across refusals, and each outcome has its own', async () => {
  await inTransaction(async (tx) => {
    const [payer, other, payee] = [
      await createTestAccount(tx, { balance: 10 }),
      await createTestAccount(tx, { balance: 100 }),
      await createTestAccount(tx),
    ];
    const minors = [4, 7, 6, 1];
    const batch = minors.flatMap((minor) => [
      move(gbpPosting(payer, payee, minor)),
      move(gbpPosting(other, payee, minor)),
    ]);
    const outcomes = await postOperations(tx, batch);
    const [done, short] = ['done', 'insufficient_funds'];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([done, done, short, done, done, done, short, done]);
    const told = outcomes.flatMap(({ accounts }) => accounts.filter(({ id }) => id === payee));
    expect(told.map(({ version, balance }) => [version, balance.minor])).toEqual([
      [1n, 4n],
      [2n, 8n],
      [3n, 15n],
      [4n, 21n],
      [5n, 27n],
      [6n, 28n],
    ]);
    const written = (await listEntries(tx, { accountId: payee, limit: 10 })).toReversed();
    expect(written.map(({ balance }) => balance.minor)).toEqual(told.map(({ balance }) => balance.minor));
  });
});

test('the books are consistent after all of this', async () => {
  await inTransaction((tx) =>
    sql`update ledger.account set credits_posted = 0, debits_posted = 0 where credits_posted > 3 * 10::bigint ^ 18`.execute(
      tx,
    ),
  );
  await checkInvariants(db);
});
