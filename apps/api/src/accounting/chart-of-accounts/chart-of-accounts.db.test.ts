import { trialBalance } from '@larkmere/ledger/trial-balance';
import { expect, test } from 'vitest';
import { amountOf, asSystem, createDatabase, seedAccount, seedCustomer } from '../../../../../test/fixtures/base.ts';
import {
  createOperationId,
  firmAccountId,
  firmAccounts,
  openFirmAccounts,
  recordNarrative,
} from './chart-of-accounts.ts';

const { db } = await createDatabase();
const accounts = firmAccounts('partner-bank');

test('opens the chart of accounts once, however often the API starts', async () => {
  const ids = () => asSystem(db, ({ tx }) => Promise.all(accounts.map(({ code }) => firmAccountId(tx, code))));
  const before = await ids();
  await Promise.all([1, 2, 3].map(() => asSystem(db, ({ tx }) => openFirmAccounts(tx))));
  expect(await ids()).toEqual(before);
  expect(new Set(before).size).toBe(accounts.length);
  const { count } = await db
    .selectFrom('ledger.account_name')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(BigInt(accounts.length));
});

test('throws for a code that is not in the chart of accounts', async () => {
  const asked = asSystem(db, ({ tx }) => firmAccountId(tx, 'clearing:carrier-pigeon:GBP'));
  await expect(asked).rejects.toThrow('no open clearing:carrier-pigeon:GBP');
});

test('stores one narrative per operation, and the books balance', async () => {
  const account = await seedAccount(db, await seedCustomer(db), { balance: '100.00' });
  const id = createOperationId();
  const tell = (description: string) =>
    asSystem(db, ({ tx }) => recordNarrative(tx, id, { kind: 'credit', reference: 'ABCD2345', description }));
  await tell('Salary');
  await tell('Something else');
  const told = await db.selectFrom('accounting.narrative').selectAll().where('operationId', '=', id).execute();
  expect(told).toMatchObject([{ description: 'Salary', reference: 'ABCD2345', paymentId: null }]);
  const lines = (await trialBalance(db)).filter(({ currency }) => currency === 'GBP');
  const total = (side: 'debit' | 'credit'): bigint => lines.reduce((sum, line) => sum + line[side].minor, 0n);
  expect([total('debit'), total('credit')]).toEqual([10_000n, 10_000n]);
  const own = lines.find(({ code }) => code === `customer:${account.customerId}:GBP`);
  expect(own).toMatchObject({ class: 'liability', credit: amountOf('GBP', '100.00') });
});
