import { createTestAccount, nextId, openTestLedger } from '@larkmere/ledger/ledger.fixture';
import { hold } from '@larkmere/ledger/transfer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { printTrialBalance } from './trial-balance.ts';

const { db, url, inTransaction } = await openTestLedger();

await inTransaction(async (tx) => {
  const payer = await createTestAccount(tx, { code: 'customer:ann:GBP', balance: 123_456 });
  const clearing = await createTestAccount(tx, { code: 'clearing:fps:GBP', mayOverdraw: true });
  const amount = { currency: 'GBP', minor: 5000n } as const;
  await hold(tx, { id: nextId(), code: 'payment', postings: [{ debit: payer, credit: clearing, amount }] });
  await createTestAccount(tx, { code: 'wallet:ann:JPY', currency: 'JPY', balance: 700 });
});

async function runTrialBalance() {
  const lines: string[] = [];
  const right = await printTrialBalance(url, (line) => lines.push(line));
  return { right, text: lines.join('\n') };
}

test('prints each currency with equal sides and confirms that the books balance', async () => {
  expect(await runTrialBalance()).toEqual({
    right: true,
    text: `\
GBP                     class        debit   credit  pending
────────────────────────────────────────────────────────────
safeguarding:world:GBP  asset      1234.56        –        –
clearing:fps:GBP        liability        –        –    50.00
customer:ann:GBP        liability        –  1234.56   -50.00
────────────────────────────────────────────────────────────
total                              1234.56  1234.56        –

JPY                     class      debit  credit  pending
─────────────────────────────────────────────────────────
safeguarding:world:JPY  asset        700       –        –
wallet:ann:JPY          liability      –     700        –
─────────────────────────────────────────────────────────
total                                700     700        –

The books balance: 5 accounts, every law kept.`,
  });
});

test('names the broken rule and does not confirm that the books balance', async () => {
  const spoil = (pennies: number) =>
    sql`update ledger.account set debits_posted = debits_posted + ${pennies}
    where id = (select account_id from ledger.account_name where code = 'customer:ann:GBP')`.execute(db);
  await spoil(1);
  const { right, text } = await runTrialBalance();
  await spoil(-1);
  expect(right).toBe(false);
  expect(text).toContain('BROKEN: totals of an account are those of its entries (1 times not');
  expect(text).not.toContain('The books balance');
});

test('prints our own position in each currency', async () => {
  await inTransaction((tx) => createTestAccount(tx, { code: 'position:GBP', balance: 2550, mayOverdraw: true }));
  expect((await runTrialBalance()).text).toContain('position             25.50 GBP');
});

test('explains that the database has no ledger yet', async () => {
  const lines: string[] = [];
  const empty = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  expect(await printTrialBalance(empty, (line) => lines.push(line))).toBe(false);
  expect(lines).toEqual(['This database has no ledger yet: run npm start once.']);
});
