import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import type { AccessKey, Role } from '@larkmere/contract/platform/access';
import { balanceOf } from '@larkmere/ledger/balance';
import { InsufficientFunds } from '@larkmere/ledger/errors';
import { hold, post, postHold, voidHold } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { beforeAll, expect, test } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  amountOf,
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import {
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { countBankAccounts, listBankAccounts, showBalance } from './bank-account.read.ts';
import { bankAccountRoutes } from './bank-account.routes.ts';
import { type BankAccount, findAccountByDetails, findBankAccount, requireOwnAccount } from './bank-account.ts';
import { chooseCurrentView, showCurrentView } from './choose-current-view.ts';

const { db } = await createDatabase();
const server = await startRouteServer(db, bankAccountRoutes);

let ann: TestUser;
let bob: TestUser;
let account: BankAccount;
beforeAll(async () => {
  ann = await seedCustomer(db, { name: 'Ann Archer' });
  bob = await seedCustomer(db);
  account = await seedAccount(db, ann, { balance: '250.00' });
});

test('gives each account its own ledger account when several open concurrently', async () => {
  const who = await seedCustomer(db);
  const opened = await Promise.all(Array.from({ length: 8 }, () => seedAccount(db, who)));
  expect(new Set(opened.map(({ ledgerAccountId }) => ledgerAccountId)).size).toBe(8);
});

async function seedHold(from: BankAccount, amount: string, fee: string, to: string): Promise<OperationId> {
  const id = createOperationId();
  await asSystem(db, async ({ tx }) => {
    const debit = from.ledgerAccountId;
    const clearing = await firmAccountId(tx, 'clearing:faster-payments:GBP');
    const feeIncome = await firmAccountId(tx, 'fee-income:payment:GBP');
    const postings = [
      { debit, credit: clearing, amount: amountOf('GBP', amount) },
      { debit, credit: feeIncome, amount: amountOf('GBP', fee) },
    ];
    await hold(tx, { id, code: 'payment.held', postings });
    const words = { kind: 'payment', reference: 'ABCD2345', description: `Payment to ${to}`, paymentId: id } as const;
    await recordNarrative(tx, id, words);
  });
  return id;
}

test('refuses every call without a session', async () => {
  const input = { bankholderid: account.bankholderId, idempotency: randomUUID() };
  for (const endpoint of Object.values(contract.bankAccount)) {
    expect(await server.call(endpoint, input), endpoint.path).toMatchObject({ status: 401 });
    expect(server.bound).toContain(endpoint);
  }
});

test('hides accounts of other customers as if they did not exist', async () => {
  const { run, inside } = asCustomer(db, bob);
  for (const bankholderid of [account.bankholderId, '9999999999']) {
    await expectRefusal(db, 'not_found', () => run(showBalance, { bankholderid }));
    await expectRefusal(db, 'not_found', () => run(chooseCurrentView, { bankholderid, idempotency: randomUUID() }));
    await expectRefusal(db, 'not_found', () => inside((ctx) => requireOwnAccount(ctx, bankholderid)));
  }
  const ask = (bankholderid: string) => server.call(contract.bankAccount.balance, { bankholderid }, bob);
  const { requestId: _, ...told } = (await ask('9999999999')).body as Record<string, unknown>;
  expect(await ask(account.bankholderId)).toMatchObject({ status: 404, body: told });
  expect(await run(listBankAccounts, {})).toEqual({});
  expect(Object.values(await run(countBankAccounts, {}))).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('lists open accounts by currency with their details', async () => {
  const who = await seedCustomer(db, { name: 'Mekong Trading Ltd' });
  const pounds = await seedAccount(db, who, { cardLast4: '4417', sortCode: '202020', accountNumber: '12345678' });
  const iban = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', sepaReference: 'LM1' };
  await seedAccount(db, who, { currency: 'EUR', ...iban });
  await seedAccount(db, who, { currency: 'THB', vendorType: 'ifx', status: 'frozen' });
  await seedAccount(db, who, { status: 'closed' });
  const reply = await server.call(contract.bankAccount.list, {}, who);
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject({
    GBP: [
      {
        uid: pounds.id,
        holder: 'Mekong Trading Ltd',
        bankholderid: pounds.bankholderId,
        sortcode: '202020',
        accountnumber: '12345678',
        hascard: true,
        cardlast4: '4417',
        venderType: 'other',
        international: null,
        features: ['receive', 'send', 'standingorder', 'card'],
      },
    ],
    EUR: [
      {
        international: { iban: iban.iban, bic: iban.bic, correspondent: null, reference: 'LM1' },
        features: ['receive', 'send', 'standingorder'],
      },
    ],
    THB: [{ venderType: 'ifx', status: 'frozen', features: [] }],
  });
  expect(Object.values(reply.body.data as object).flat()).toHaveLength(3);
});

test('gives a second account of a currency its own ledger account', async () => {
  const who = await seedCustomer(db);
  const first = await seedAccount(db, who, { balance: '10.00' });
  const second = await seedAccount(db, who, { balance: '20.00' });
  const codes = await db
    .selectFrom('ledger.account_name')
    .select('code')
    .where('accountId', 'in', [first.ledgerAccountId, second.ledgerAccountId])
    .orderBy('accountId')
    .execute();
  expect(codes.map(({ code }) => code)).toEqual([
    `customer:${who.customer.id}:GBP`,
    `customer:${who.customer.id}:GBP:2`,
  ]);
  expect(await asCustomer(db, who).run(showBalance, { bankholderid: first.bankholderId })).toMatchObject({
    balance: '10.00',
    available: '10.00',
    reserved: '0.00',
    holds: [],
  });
});

test('refuses to overdraw a customer account', async () => {
  const who = await seedCustomer(db);
  const { ledgerAccountId } = await seedAccount(db, who, { balance: '10.00' });
  const tooMuch = asSystem(db, async ({ tx }) => {
    const credit = await firmAccountId(tx, 'clearing:faster-payments:GBP');
    const postings = [{ debit: ledgerAccountId, credit, amount: amountOf('GBP', '10.01') }];
    await post(tx, { id: createOperationId(), code: 'test', postings });
  });
  await expect(tooMuch).rejects.toBeInstanceOf(InsufficientFunds);
});

test('explains each hold until it is posted or voided', async () => {
  const { bankholderId: bankholderid, ledgerAccountId } = account;
  const first = await seedHold(account, '100.00', '0.50', 'Somchai Prasert');
  const second = await seedHold(account, '20.00', '0.50', 'Northgate Lettings Ltd');
  const { call } = server;
  const before = await call(contract.bankAccount.balance, { bankholderid }, ann);
  expect(before).toMatchObject({
    status: 200,
    body: {
      data: {
        currency: 'GBP',
        balance: '250.00',
        available: '129.00',
        reserved: '121.00',
        holds: [
          {
            uid: first,
            amount: '100.50',
            reason: 'Payment to Somchai Prasert',
            link: `/pending-payment-domestic/detail/${first}`,
          },
          { uid: second, amount: '20.50', reason: 'Payment to Northgate Lettings Ltd' },
        ],
      },
    },
  });
  await asSystem(db, ({ tx }) => postHold(tx, { id: createOperationId(), code: 'payment.sent', holdId: first }));
  await asSystem(db, ({ tx }) => voidHold(tx, { id: createOperationId(), code: 'payment.rejected', holdId: second }));
  const after = await asCustomer(db, ann).run(showBalance, { bankholderid });
  expect(after).toMatchObject({ balance: '149.50', available: '149.50', reserved: '0.00', holds: [] });
  const figures = await asSystem(db, ({ tx }) => balanceOf(tx, ledgerAccountId));
  expect(figures.balance).toEqual(amountOf('GBP', after.balance));
});

test('counts open accounts, currencies, pending payments and pending payees', async () => {
  const who = await seedCustomer(db);
  const pounds = await seedAccount(db, who);
  await seedAccount(db, who);
  await seedAccount(db, who, { currency: 'EUR' });
  const payee = await seedPayee(db, who);
  for (const state of ['ready', 'awaiting_funds', 'scheduled', 'sent', 'completed', 'rejected'] as const)
    await seedPaymentRow(db, who, pounds, payee, { state });
  await seedPaymentRow(db, who, pounds, payee, { state: 'ready', kind: 'global_same' });
  const count = () => asCustomer(db, who).run(countBankAccounts, {});
  const counted = { accounts: 3, currencies: 2, pendingPayments: 2, pendingSwift: 1, payeesWaiting: 0 };
  expect(await count()).toEqual({ ...counted, standingOrdersToDecide: 0, dealsToAnswer: 0 });
  for (const [status, payeesWaiting] of [
    ['pending', 1],
    ['reject', 0],
  ] as const) {
    await db.updateTable('payee.payee').set({ status }).where('id', '=', payee.id).execute();
    expect(await count()).toMatchObject({ payeesWaiting });
  }
});

test('counts pending items only for those who may see or answer them', async () => {
  const owner = await seedCustomer(db, { business: true });
  const account = await seedAccount(db, owner);
  const payee = await seedPayee(db, owner);
  await seedPaymentRow(db, owner, account, payee, { state: 'awaiting_approval' });
  await seedPaymentRow(db, owner, account, payee, { state: 'ready', kind: 'global_same' });
  await db.updateTable('payee.payee').set({ status: 'pending' }).where('id', '=', payee.id).execute();
  const counted = async (role: Role, access?: readonly AccessKey[]) => {
    const { pendingPayments, pendingSwift, payeesWaiting } = await asCustomer(
      db,
      await seedColleague(db, owner, role, access),
    ).run(countBankAccounts, {});
    return [pendingPayments, pendingSwift, payeesWaiting];
  };
  expect(await counted('approver')).toEqual([1, 1, 1]);
  expect(await counted('approver', ['payee'])).toEqual([0, 0, 1]);
  expect(await counted('maker', ['payment', 'swiftpending'])).toEqual([1, 1, 0]);
  expect(await counted('cardholder')).toEqual([0, 1, 0]);
});

test('uses the oldest account as default until another one is chosen', async () => {
  const who = await seedCustomer(db);
  const { run } = asCustomer(db, who);
  expect(await run(showCurrentView, {})).toEqual({
    customerId: who.customer.id,
    accountSet: 'main',
    bankholderid: null,
  });
  const first = await seedAccount(db, who);
  const { bankholderId: bankholderid } = await seedAccount(db, who, { currency: 'EUR' });
  expect(await run(showCurrentView, {})).toMatchObject({ bankholderid: first.bankholderId });
  const chosen = await server.call(
    contract.bankAccount.setCurrentView,
    { bankholderid, idempotency: randomUUID() },
    who,
  );
  expect(chosen).toMatchObject({ status: 200, body: { data: { bankholderid } } });
  expect(await run(showCurrentView, {})).toMatchObject({ bankholderid });
});

test('finds the account of an incoming payment by its UK details', async () => {
  const { sortCode, accountNumber } = account;
  const find = (number: string | null) =>
    asSystem(db, ({ tx }) => findAccountByDetails(tx, sortCode ?? '', number ?? ''));
  expect(await find(accountNumber)).toEqual(account);
  expect(await find('00000001')).toBeUndefined();
  expect(await asSystem(db, ({ tx }) => findBankAccount(tx, account.id))).toEqual(account);
});
