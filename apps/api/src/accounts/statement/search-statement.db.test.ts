import { contract } from '@larkmere/contract/contract';
import { post } from '@larkmere/ledger/transfer';
import { expect, test } from 'vitest';
import {
  amountOf,
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCredit,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import {
  createOperationId,
  firmAccountId,
  recordNarrative,
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, openOnLedgerAccount } from '../bank-account/bank-account.ts';
import { closeWallet, openWallet } from '../wallet/wallet.ts';
import { searchStatement } from './show-statement.ts';
import { statementRoutes } from './statement.routes.ts';

const { db } = await createDatabase();
const server = await startRouteServer(db, (bind) => statementRoutes(bind, 'larkmere.test/verify'));

const found = async (who: TestUser, search: string, over: object = {}) =>
  (await asCustomer(db, who).run(searchStatement, { search, size: 50, ...over })).list;

const postTransfer = (from: BankAccount, to: BankAccount, amount: string, counterparty: string) =>
  asSystem(db, async ({ tx }) => {
    const id = createOperationId();
    const postings = [
      { debit: from.ledgerAccountId, credit: to.ledgerAccountId, amount: amountOf(from.currency, amount) },
    ];
    await post(tx, { id, code: 'transfer.made', postings });
    await recordNarrative(tx, id, { kind: 'transfer', reference: 'MOVEREF2', counterparty, description: 'Transfer' });
  });

test('refuses callers without a session or permission, and finds nothing of other customers', async () => {
  const ann = await seedCustomer(db);
  await seedCredit(db, await seedAccount(db, ann), '10.00', { counterparty: 'Mekong Trading Ltd' });
  expect(await server.call(contract.statement.search, { search: 'mekong' })).toMatchObject({ status: 401 });
  const powerless = await seedCustomer(db, { access: ['dashboard'] });
  expect(await server.call(contract.statement.search, { search: 'mekong' }, powerless)).toMatchObject({ status: 403 });
  const bob = await seedCustomer(db);
  await seedAccount(db, bob);
  expect(await server.call(contract.statement.search, { search: 'mekong' }, bob)).toMatchObject({
    status: 200,
    body: { data: { list: [], next: null } },
  });
});

test('searches all accounts and dates, and returns the account of each line', async () => {
  const who = await seedCustomer(db);
  const pounds = await seedAccount(db, who);
  const euros = await seedAccount(db, who, { currency: 'EUR' });
  const yen = await seedAccount(db, who, { currency: 'JPY' });
  const longAgo = { bookedAt: new Date('2024-02-03T10:00:00Z'), counterAccount: 'opening-balance:GBP' };
  await seedCredit(db, pounds, '1250.50', { counterparty: 'Somchai Prasert', ...longAgo });
  await seedCredit(db, euros, '12.00', { counterparty: 'Somchai Prasert' });
  await seedCredit(db, yen, '1250', { counterparty: 'Tokyo Lettings' });
  expect(await found(who, 'SOMCHAI')).toMatchObject([
    { bankholderid: euros.bankholderId, currency: 'EUR', amount: '12.00', balanceAfter: '12.00' },
    { bankholderid: pounds.bankholderId, amount: '1250.50', bookedAt: '2024-02-03T10:00:00.000Z' },
  ]);
  expect(await found(who, '1,250.50')).toMatchObject([{ bankholderid: pounds.bankholderId }]);
  expect(await found(who, '1250')).toMatchObject([{ bankholderid: yen.bankholderId, amount: '1250' }]);
  expect(await found(who, 'somchai', { direction: 'out' })).toEqual([]);
  expect(await found(who, '%')).toEqual([]);
});

test('finds a fee by the word', async () => {
  const who = await seedCustomer(db);
  const own = await seedAccount(db, who, { balance: '10.00' });
  await asSystem(db, async ({ tx }) => {
    const id = createOperationId();
    const credit = await firmAccountId(tx, 'fee-income:payment:GBP');
    const postings = [{ debit: own.ledgerAccountId, credit, amount: amountOf('GBP', '0.50') }];
    await post(tx, { id, code: 'payment.sent', postings });
    await recordNarrative(tx, id, { kind: 'payment', reference: 'RENTREF2', description: 'Payment to Ann Lee' });
  });
  expect(await found(who, 'Fee')).toMatchObject([{ type: 'Fee', amount: '-0.50' }]);
});

test('pages without gaps or repeats across accounts with equal booking times', async () => {
  const who = await seedCustomer(db);
  const first = await seedAccount(db, who, { balance: '100.00' });
  const second = await seedAccount(db, who);
  for (const amount of ['1.00', '2.00', '3.00', '4.00']) await postTransfer(first, second, amount, 'Rent share');
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const { list, next } = await asCustomer(db, who).run(searchStatement, { search: 'rent share', size: 3, cursor });
    seen.push(...list.map(({ amount, bankholderid }) => `${bankholderid} ${amount}`));
    await postTransfer(first, second, '9.00', 'Rent share');
    cursor = next ?? undefined;
  }
  expect(cursor).toBeUndefined();
  const lines = (amount: string) => [`${first.bankholderId} -${amount}`, `${second.bankholderId} ${amount}`];
  const expected = ['4.00', '3.00', '2.00', '1.00'].flatMap((amount) => lines(amount).toSorted(byAccount));
  expect(seen).toEqual(expected);
  const lengthOf = async (size: number) => {
    const { list, next } = await asCustomer(db, who).run(searchStatement, { search: 'rent share', size });
    return [list.length, next !== null];
  };
  expect([await lengthOf(13), await lengthOf(14), await lengthOf(15)]).toEqual([
    [13, true],
    [14, false],
    [14, false],
  ]);
});

const byAccount = (a: string, b: string): number => ((a.split(' ')[0] ?? '') < (b.split(' ')[0] ?? '') ? 1 : -1);

test('finds a line once when an account took over the ledger account of a wallet', async () => {
  const who = await seedCustomer(db, { kind: 'wallet' });
  const wallet = await asSystem(db, ({ tx }) =>
    openWallet(tx, { customerId: who.customer.id, currency: 'GBP', name: 'Pounds' }),
  );
  await asSystem(db, async ({ tx }) => {
    const debit = await safeguardingAccountId(tx, 'GBP');
    const id = createOperationId();
    const postings = [{ debit, credit: wallet.ledgerAccountId, amount: amountOf('GBP', '9.00') }];
    await post(tx, { id, code: 'credit.received', postings });
    await recordNarrative(tx, id, {
      kind: 'credit',
      reference: 'CREDREF2',
      counterparty: 'Boon',
      description: 'From Boon',
    });
  });
  expect(await found(who, 'boon')).toMatchObject([{ bankholderid: wallet.bankholderId }]);
  const account = await asSystem(db, async ({ tx }) => {
    await closeWallet(tx, wallet);
    return openOnLedgerAccount(
      tx,
      { customerId: who.customer.id, currency: 'GBP', holder: 'Boon Chaiyo' },
      wallet.ledgerAccountId,
    );
  });
  expect(await found(who, 'boon')).toMatchObject([{ bankholderid: account.bankholderId }]);
});

test.each(['1', '-104882', '1-2', '99999999999999999-104882', '1-104882-3'])(
  'refuses the cursor %s',
  async (cursor) => {
    const who = await seedCustomer(db);
    await expectRefusal(db, 'validation_failed', () => found(who, 'x', { cursor }));
  },
);
