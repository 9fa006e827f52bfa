import { contract } from '@larkmere/contract/contract';
import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  amountOf,
  asCustomer,
  asSystem,
  expectRefusal,
  type Given,
  givenAccount,
  givenCredit,
  givenCustomer,
  givenDatabase,
} from '../../../../test/given.ts';
import { givenServer } from '../../../../test/given-server.ts';
import { type BankAccount, openOver } from '../bank-account/bank-account.ts';
import { houseAccount, narrate } from '../books/books.ts';
import { closeWallet, openWallet } from '../wallet/wallet.ts';
import { searchStatement } from './search-statement.ts';
import { statementRoutes } from './statement.routes.ts';

const { db } = await givenDatabase();
const server = await givenServer(db, statementRoutes);

const found = async (who: Given, search: string, over: object = {}) =>
  (await asCustomer(db, who).run(searchStatement, { search, size: 50, ...over })).list;

const givenMove = (from: BankAccount, to: BankAccount, amount: string, counterparty: string) =>
  asSystem(db, async ({ tx }) => {
    const id = v7() as OperationId;
    const postings = [
      { debit: from.ledgerAccountId, credit: to.ledgerAccountId, amount: amountOf(from.currency, amount) },
    ];
    await post(tx, { id, code: 'transfer.made', postings });
    await narrate(tx, id, { kind: 'transfer', reference: 'MOVEREF2', counterparty, description: 'Transfer' });
  });

test('refuses callers without a session or permission, and finds nothing of other customers', async () => {
  const ann = await givenCustomer(db);
  await givenCredit(db, await givenAccount(db, ann), '10.00', { from: 'Mekong Trading Ltd' });
  expect(await server.call(contract.statement.search, { search: 'mekong' })).toMatchObject({ status: 401 });
  const powerless = await givenCustomer(db, { access: ['dashboard'] });
  expect(await server.call(contract.statement.search, { search: 'mekong' }, powerless)).toMatchObject({ status: 403 });
  const bob = await givenCustomer(db);
  await givenAccount(db, bob);
  expect(await server.call(contract.statement.search, { search: 'mekong' }, bob)).toMatchObject({
    status: 200,
    body: { data: { list: [], next: null } },
  });
});

test('searches all accounts and dates, and returns the account of each line', async () => {
  const who = await givenCustomer(db);
  const pounds = await givenAccount(db, who);
  const euros = await givenAccount(db, who, { currency: 'EUR' });
  const yen = await givenAccount(db, who, { currency: 'JPY' });
  const longAgo = { bookedAt: new Date('2024-02-03T10:00:00Z'), against: 'opening-balance:GBP' };
  await givenCredit(db, pounds, '1250.50', { from: 'Somchai Prasert', ...longAgo });
  await givenCredit(db, euros, '12.00', { from: 'Somchai Prasert' });
  await givenCredit(db, yen, '1250', { from: 'Tokyo Lettings' });
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
  const who = await givenCustomer(db);
  const own = await givenAccount(db, who, { balance: '10.00' });
  await asSystem(db, async ({ tx }) => {
    const id = v7() as OperationId;
    const credit = await houseAccount(tx, 'fee-income:payment:GBP');
    const postings = [{ debit: own.ledgerAccountId, credit, amount: amountOf('GBP', '0.50') }];
    await post(tx, { id, code: 'payment.sent', postings });
    await narrate(tx, id, { kind: 'payment', reference: 'RENTREF2', description: 'Payment to Ann Lee' });
  });
  expect(await found(who, 'Fee')).toMatchObject([{ type: 'Fee', amount: '-0.50' }]);
});

test('pages without gaps or repeats across accounts with equal booking times', async () => {
  const who = await givenCustomer(db);
  const first = await givenAccount(db, who, { balance: '100.00' });
  const second = await givenAccount(db, who);
  for (const amount of ['1.00', '2.00', '3.00', '4.00']) await givenMove(first, second, amount, 'Rent share');
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const { list, next } = await asCustomer(db, who).run(searchStatement, { search: 'rent share', size: 3, cursor });
    seen.push(...list.map(({ amount, bankholderid }) => `${bankholderid} ${amount}`));
    await givenMove(first, second, '9.00', 'Rent share');
    cursor = next ?? undefined;
  }
  expect(cursor).toBeUndefined();
  const lines = (amount: string) => [`${first.bankholderId} -${amount}`, `${second.bankholderId} ${amount}`];
  const expected = ['4.00', '3.00', '2.00', '1.00'].flatMap((amount) => lines(amount).toSorted(byAccount));
  expect(seen).toEqual(expected);
});

const byAccount = (a: string, b: string): number => ((a.split(' ')[0] ?? '') < (b.split(' ')[0] ?? '') ? 1 : -1);

test('finds a line once when an account took over the ledger account of a wallet', async () => {
  const who = await givenCustomer(db, { kind: 'wallet' });
  const wallet = await asSystem(db, ({ tx }) =>
    openWallet(tx, { customerId: who.customer.id, currency: 'GBP', name: 'Pounds' }),
  );
  await asSystem(db, async ({ tx }) => {
    const debit = await houseAccount(tx, 'safeguarding:sandbox-bank:GBP');
    const id = v7() as OperationId;
    const postings = [{ debit, credit: wallet.ledgerAccountId, amount: amountOf('GBP', '9.00') }];
    await post(tx, { id, code: 'credit.received', postings });
    await narrate(tx, id, { kind: 'credit', reference: 'CREDREF2', counterparty: 'Boon', description: 'From Boon' });
  });
  expect(await found(who, 'boon')).toMatchObject([{ bankholderid: wallet.bankholderId }]);
  const account = await asSystem(db, async ({ tx }) => {
    await closeWallet(tx, wallet.id);
    return openOver(
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
    const who = await givenCustomer(db);
    await expectRefusal(db, 'validation_failed', () => found(who, 'x', { cursor }));
  },
);
