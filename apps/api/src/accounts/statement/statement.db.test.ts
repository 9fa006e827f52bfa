import { contract } from '@larkmere/contract/contract';
import { hold, post, postHold, voidHold } from '@larkmere/ledger/transfer';
import type { Updateable } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import {
  amountOf,
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCredit,
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
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { PaymentPayment } from '../../platform/db/schema.gen.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { openWallet } from '../wallet/wallet.ts';
import { showActivity, showStatement } from './show-statement.ts';
import { statementRoutes } from './statement.routes.ts';

const { db } = await createDatabase();
const server = await startRouteServer(db, (bind) => statementRoutes(bind, 'larkmere.test/verify'));

let ann: TestUser;
let account: BankAccount;
beforeAll(async () => {
  ann = await seedCustomer(db);
  account = await seedAccount(db, ann, { balance: '1000.00' });
});

type Outgoing = Readonly<{ to: string; amount: string; fee?: string; reference?: string; paymentId?: string }>;

async function postPayment(from: BankAccount, out: Outgoing, end: 'posted' | 'held' | 'voided' = 'posted') {
  const { to, amount, fee, reference = 'REF2345', paymentId = null } = out;
  const holdId = createOperationId();
  const id = createOperationId();
  await asSystem(db, async ({ tx }) => {
    const debit = from.ledgerAccountId;
    const clearing = await firmAccountId(tx, 'clearing:faster-payments:GBP');
    const feeIncome = await firmAccountId(tx, 'fee-income:payment:GBP');
    const postings = [{ debit, credit: clearing, amount: amountOf('GBP', amount) }];
    if (fee) postings.push({ debit, credit: feeIncome, amount: amountOf('GBP', fee) });
    await hold(tx, { id: holdId, code: 'payment.held', postings });
    if (end === 'posted') await postHold(tx, { id, code: 'payment.sent', holdId });
    if (end === 'voided') await voidHold(tx, { id, code: 'payment.rejected', holdId });
    const told = {
      counterparty: to,
      counterpartyAccount: '20-29-59 · 63748472',
      payeeReference: 'Invoice 7',
      paymentId,
    };
    for (const operation of [holdId, id])
      await recordNarrative(tx, operation, { kind: 'payment', reference, description: `Payment to ${to}`, ...told });
  });
  return holdId;
}

const statementOf = (who: TestUser, { bankholderId: bankholderid }: BankAccount, over: object = {}) =>
  asCustomer(db, who).run(showStatement, { bankholderid, size: 50, ...over });

test('refuses both calls without a session, and the statement without permission', async () => {
  const input = { bankholderid: account.bankholderId };
  expect(await server.call(contract.statement.statement, input)).toMatchObject({ status: 401 });
  expect(await server.call(contract.statement.activity)).toMatchObject({ status: 401 });
  const powerless = await seedCustomer(db, { access: ['dashboard'] });
  expect(await server.call(contract.statement.statement, input, powerless)).toMatchObject({ status: 403 });
});

test('hides accounts and activity of other customers', async () => {
  const bob = await seedCustomer(db);
  await expectRefusal(db, 'not_found', () => statementOf(bob, account));
  await expectRefusal(db, 'not_found', () => statementOf(bob, { ...account, bankholderId: '9999999999' }));
  expect(await asCustomer(db, bob).run(showActivity, { size: 10 })).toEqual([]);
});

test.each([
  { from: '2026-02-02', to: '2026-02-01' },
  { cursor: '2026-01-01T00:00:00Z' },
  { cursor: '-1' },
  { cursor: '99999999999999999' },
])('refuses the query %o', async (over) => {
  await expectRefusal(db, 'validation_failed', () => statementOf(ann, account, over));
});

test('returns zeros for an account without lines', async () => {
  const empty = await seedAccount(db, ann);
  const figures = { opening: '0.00', closing: '0.00', totalIn: '0.00', totalOut: '0.00' };
  expect(await statementOf(ann, empty)).toEqual({ list: [], next: null, currency: 'GBP', ...figures });
});

test('returns one line per payment with the fee included, and the balance after each', async () => {
  const who = await seedCustomer(db);
  const own = await seedAccount(db, who);
  await seedCredit(db, own, '500.00', { counterparty: 'Mekong Trading Ltd' });
  const paymentId = v7();
  await postPayment(own, { to: 'Somchai Prasert', amount: '120.00', fee: '0.50', paymentId });
  await postPayment(own, { to: 'Nobody', amount: '50.00' }, 'voided');
  await postPayment(own, { to: 'Somebody', amount: '60.00' }, 'held');
  const reply = await server.call(contract.statement.statement, { bankholderid: own.bankholderId }, who);
  expect(reply).toMatchObject({
    status: 200,
    body: { data: { opening: '0.00', totalIn: '500.00', totalOut: '120.50', closing: '379.50', next: null } },
  });
  expect((reply.body.data as { list: unknown }).list).toMatchObject([
    {
      type: 'Payment sent',
      direction: 'out',
      amount: '-120.50',
      fee: { amount: '0.50', currency: 'GBP', refunded: false, amountWithout: '-120.00' },
      balanceAfter: '379.50',
      counterparty: 'Somchai Prasert',
      counterpartyAccount: '20-29-59 · 63748472',
      description: 'Payment to Somchai Prasert',
      payeeReference: 'Invoice 7',
      reference: 'REF2345',
      paymentUid: paymentId,
    },
    {
      type: 'Money received',
      direction: 'in',
      amount: '500.00',
      balanceAfter: '500.00',
      counterparty: 'Mekong Trading Ltd',
    },
  ]);
});

test('labels a refunded fee, and gives a line without narrative a reference', async () => {
  const who = await seedCustomer(db);
  const own = await seedAccount(db, who);
  await asSystem(db, async ({ tx }) => {
    const debit = await firmAccountId(tx, 'fee-income:payment:GBP');
    const postings = [{ debit, credit: own.ledgerAccountId, amount: amountOf('GBP', '0.50') }];
    await post(tx, { id: createOperationId(), code: 'payment.returned', postings });
  });
  const [line] = (await statementOf(who, own)).list;
  expect(line).toMatchObject({ type: 'Fee refunded', amount: '0.50', description: 'Fee: payment.returned' });
  expect(line?.reference).toMatch(/^[A-Z0-9]{4,16}$/);
});

test('pages without gaps or repeats while credits arrive', async () => {
  const who = await seedCustomer(db);
  const own = await seedAccount(db, who);
  const amounts = ['1.00', '2.00', '3.00', '4.00', '5.00', '6.00', '7.00'];
  for (const amount of amounts) await seedCredit(db, own, amount);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const { list, next } = await statementOf(who, own, { size: 2, cursor });
    seen.push(...list.map(({ amount }) => amount));
    await seedCredit(db, own, '99.00');
    cursor = next ?? undefined;
  }
  expect(cursor).toBeUndefined();
  expect(seen).toEqual(amounts.toReversed());
  const lengthOf = async (size: number) => {
    const { list, next } = await statementOf(who, own, { size });
    return [list.length, next !== null];
  };
  expect([await lengthOf(10), await lengthOf(11), await lengthOf(12)]).toEqual([
    [10, true],
    [11, false],
    [11, false],
  ]);
});

test('searches texts, references, account numbers, amounts and fees, and filters by direction', async () => {
  const who = await seedCustomer(db);
  const own = await seedAccount(db, who, { balance: '5000.00' });
  await postPayment(own, { to: 'Somchai Prasert', amount: '1250.50', fee: '0.50', reference: 'RENTREF2' });
  await postPayment(own, { to: 'Northgate Lettings', amount: '20.00', reference: 'NORTHREF' });
  const amounts = async (over: object) => (await statementOf(who, own, over)).list.map(({ amount }) => amount);
  expect(await amounts({ search: 'northGATE' })).toEqual(['-20.00']);
  expect(await amounts({ search: 'rentref2' })).toEqual(['-1251.00']);
  expect(await amounts({ search: '63748472' })).toHaveLength(2);
  expect(await amounts({ search: '1,250.50' })).toEqual(['-1251.00']);
  expect(await amounts({ search: '1.250,50' })).toEqual(['-1251.00']);
  expect(await amounts({ search: '1,251.00' })).toEqual(['-1251.00']);
  expect(await amounts({ search: '0,50' })).toEqual(['-1251.00']);
  expect(await amounts({ search: '0,50', layout: 'flat' })).toEqual(['-0.50']);
  expect(await amounts({ search: '2e1' })).toEqual([]);
  expect(await amounts({ search: '20' })).toContain('-20.00');
  expect(await amounts({ search: 'fee' })).toEqual(['-1251.00']);
  expect(await amounts({ search: 'fee', layout: 'flat' })).toEqual(['-0.50']);
  expect(await amounts({ search: '%' })).toEqual([]);
  expect(await amounts({ direction: 'in' })).toEqual(['5000.00']);
  expect(await amounts({ direction: 'out', search: 'prasert' })).toEqual(['-1251.00']);
  const narrowed = await statementOf(who, own, { direction: 'in', search: 'nothing like it' });
  expect(narrowed).toMatchObject({ list: [], totalIn: '5000.00', totalOut: '1271.00', closing: '3729.00' });
});

test('uses London days, also in summer, with totals that match the ledger', async () => {
  const who = await seedCustomer(db);
  const own = await seedAccount(db, who);
  const summer = [
    ['2025-06-30T22:59:59.999Z', '1.00'],
    ['2025-06-30T23:00:00.000Z', '2.00'],
    ['2025-07-01T22:59:59.999Z', '4.00'],
    ['2025-07-01T23:00:00.000Z', '8.00'],
  ] as const;
  for (const [bookedAt, amount] of summer)
    await seedCredit(db, own, amount, { bookedAt: new Date(bookedAt), counterAccount: 'opening-balance:GBP' });
  const day = await statementOf(who, own, { from: '2025-07-01', to: '2025-07-01' });
  expect(day.list.map(({ amount }) => amount)).toEqual(['4.00', '2.00']);
  expect(day).toMatchObject({ opening: '1.00', totalIn: '6.00', totalOut: '0.00', closing: '7.00' });
  expect(day.list[0]?.balanceAfter).toBe(day.closing);
  expect(await statementOf(who, own, { from: '2025-07-02' })).toMatchObject({ opening: '7.00', closing: '15.00' });
  expect(await statementOf(who, own, { to: '2025-06-30' })).toMatchObject({ opening: '0.00', closing: '1.00' });
  expect(await statementOf(who, own, { from: '2025-08-01' })).toMatchObject({
    list: [],
    opening: '15.00',
    closing: '15.00',
  });
});

test('lists activity of all accounts with each payment in progress once', async () => {
  const who = await seedCustomer(db);
  const pounds = await seedAccount(db, who, { balance: '300.00' });
  const euros = await seedAccount(db, who, { currency: 'EUR', balance: '40.00' });
  const payee = await seedPayee(db, who);
  const done = await seedPaymentRow(db, who, pounds, payee, { state: 'completed', amount: '10.00' });
  await postPayment(pounds, { to: payee.name, amount: '10.00', paymentId: done });
  const sent = await seedPaymentRow(db, who, pounds, payee, { state: 'sent', amount: '20.00' });
  await postPayment(pounds, { to: payee.name, amount: '20.00', paymentId: sent });
  const ready = await seedPaymentRow(db, who, pounds, payee, { state: 'ready', amount: '30.00' });
  await postPayment(pounds, { to: payee.name, amount: '30.00', paymentId: ready }, 'held');
  await seedPaymentRow(db, who, pounds, payee, { state: 'rejected', amount: '50.00' });
  const reply = await server.call(contract.statement.activity, {}, who);
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject([
    { uid: ready, pending: true, state: 'ready', amount: '-30.00', balanceAfter: '240.00', type: 'Payment sent' },
    { uid: sent, pending: true, state: 'sent', amount: '-20.00', counterpartyAccount: payee.summary },
    { pending: false, state: 'completed', amount: '-10.00', paymentUid: done, bankholderid: pounds.bankholderId },
    { pending: false, state: null, amount: '40.00', currency: 'EUR', bankholderid: euros.bankholderId },
    { pending: false, state: null, amount: '300.00' },
  ]);
  const latest = await asCustomer(db, who).run(showActivity, { size: 2 });
  expect(latest.map(({ uid }) => uid)).toEqual([ready, sent]);
});

test('lists a payment in progress with its whole debit: the fee, and what is sold for another currency', async () => {
  const who = await seedCustomer(db);
  const pounds = await seedAccount(db, who, { balance: '300.00' });
  const payee = await seedPayee(db, who);
  const id = await seedPaymentRow(db, who, pounds, payee, { state: 'ready', amount: '120.00' });
  const update = (values: Updateable<PaymentPayment>) =>
    db.updateTable('payment.payment').set(values).where('id', '=', id).execute();
  const latest = async () => (await asCustomer(db, who).run(showActivity, { size: 1 }))[0];
  await update({ feeMinor: 50n });
  expect(await latest()).toMatchObject({
    amount: '-120.50',
    currency: 'GBP',
    fee: { amount: '0.50', currency: 'GBP', refunded: false, amountWithout: '-120.00' },
    exchange: null,
  });
  const quote = { id: v7(), customerId: who.customer.id, userId: who.user.id, tier: 'plus', side: 'buy' } as const;
  const price = {
    sell: 'GBP',
    buy: 'EUR',
    sellMinor: 10_333n,
    feeMinor: 12n,
    buyMinor: 12_000n,
    mid: '1.1667',
  } as const;
  const terms = { rate: '1.1626', marginBps: 35, midValueMinor: 12_042n, spreadMinor: 42n, roundingMinor: 0n };
  const times = { offHours: false, indicative: false, expiresAt: new Date(Date.now() + 60_000) };
  await db
    .insertInto('fx.quote')
    .values({ ...quote, ...price, ...terms, ...times })
    .execute();
  await update({ currency: 'EUR', quoteId: quote.id, soldCurrency: 'GBP', soldMinor: 10_333n });
  expect(await latest()).toMatchObject({
    amount: '-103.83',
    currency: 'GBP',
    fee: { amount: '0.62', amountWithout: '-103.21' },
    exchange: {
      sold: { amount: '103.83', currency: 'GBP' },
      bought: { amount: '120.00', currency: 'EUR' },
      fee: { amount: '0.62', currency: 'GBP' },
    },
  });
});

test('includes wallets in the activity', async () => {
  const who = await seedCustomer(db, { kind: 'wallet' });
  const wallet = await asSystem(db, ({ tx }) =>
    openWallet(tx, { customerId: who.customer.id, currency: 'THB', name: 'Baht' }),
  );
  await asSystem(db, async ({ tx }) => {
    const debit = await safeguardingAccountId(tx, 'THB');
    const postings = [{ debit, credit: wallet.ledgerAccountId, amount: amountOf('THB', '900.00') }];
    await post(tx, { id: createOperationId(), code: 'credit.received', postings });
  });
  const activity = await asCustomer(db, who).run(showActivity, { size: 10 });
  expect(activity).toMatchObject([{ bankholderid: wallet.bankholderId, amount: '900.00', currency: 'THB' }]);
});
