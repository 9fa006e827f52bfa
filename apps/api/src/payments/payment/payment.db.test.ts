import { randomInt, randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  balancesOf,
  inSession,
  insertFeeWaiver,
  type Order,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openLog } from '../../platform/observability/log.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import { enquirePaymentStatuses } from '../execution/enquire-payment-status.ts';
import { receiveCredit } from '../incoming/receive-credit.ts';
import { returnPayment } from '../incoming/return-payment.ts';
import { enterState } from './payment.sql.ts';
import type { PaymentEvent } from './payment-events.ts';
import type { PaymentBank, StatusReport } from './rail.ts';
import { showPayment } from './show-payments.ts';

const { db } = await createDatabase();
let payer: TestUser;
let session: string;
let account: BankAccount;
let payee: Payee;

beforeEach(async () => {
  payer = await seedCustomer(db);
  session = await seedSession(db, payer);
  account = await seedAccount(db, payer, { balance: '100.00' });
  payee = await seedPayee(db, payer);
});

const send = (order: Order, who = payer, sessionId = session) =>
  inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, sessionId), requestId: 'test' }, order));
const pay = async (over: Partial<Order> = {}) =>
  send(await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee, over), session));
const applyReport = (paymentId: string, answer: Partial<StatusReport> & Pick<StatusReport, 'status'>) =>
  asSystem(db, (ctx) => applyStatusReport(ctx, { id: paymentId, attempt: 1 }, { document: '<answer/>', ...answer }));
const handOver = (paymentId: string) => inTransaction(db, (tx) => enterState(tx, paymentId, { state: 'submitted' }));
const balances = () => balancesOf(db, account);
const show = (id: string) =>
  inTransaction(db, (tx, now) => showPayment({ tx, now, actor: inSession(payer, session), requestId: 'test' }, { id }));
const stateOf = async (id: string) => (await show(id)).state;
const returnPaymentOf = (reference: string, minor: bigint) =>
  asSystem(db, (ctx) =>
    returnPayment(ctx, {
      eventId: randomUUID(),
      sequence: 1,
      at: ctx.now,
      kind: 'return',
      instructionId: reference,
      amount: money('GBP', minor),
      reasonCode: 'AC04',
      reasonText: '',
      railReference: randomUUID(),
      bookedAt: ctx.now,
      document: '<return/>',
    }),
  );

async function contradictionsOf(id: string): Promise<object[]> {
  const { rows } = await sql<{ detail: object }>`select detail from platform.audit
    where action = 'partner.contradiction' and entity = ${`payment:${id}`}`.execute(db);
  return rows.map(({ detail }) => detail);
}

describe('sending pounds', () => {
  it('holds amount and fee, and moves nothing yet', async () => {
    const payment = await pay();
    expect(payment).toMatchObject({
      state: 'ready',
      amount: { amount: '25.00' },
      fee: { amount: '0.50' },
      total: { amount: '25.50' },
    });
    expect(await balances()).toEqual(['100.00', '74.50']);
  });

  it('uses a free transfer when one is left, and gives it back when the bank says no', async () => {
    await inTransaction(db, (tx) => insertFeeWaiver(tx, { id: v7(), customerId: payer.customer.id, source: 'signup' }));
    const payment = await pay({ fee: '0.00' });
    expect(payment).toMatchObject({ freeTransfer: true, total: { amount: '25.00' } });
    await handOver(payment.uid);
    await applyReport(payment.uid, { status: 'rejected', reasonCode: 'AC01' });
    expect(await pay({ fee: '0.00', idempotency: v7(), confirmDuplicate: true })).toMatchObject({ freeTransfer: true });
  });

  it('uses a free transfer only for what it is good for, and the one that ends first of those', async () => {
    const give = (over: object) =>
      inTransaction(db, (tx) =>
        insertFeeWaiver(tx, { id: v7(), customerId: payer.customer.id, source: 'signup', ...over }),
      );
    await give({ appliesTo: ['sepa-instant'] });
    await give({ currency: 'EUR', maxMinor: 100_000n });
    await give({ currency: 'GBP', maxMinor: 2499n });
    const again = { confirmDuplicate: true };
    expect(await pay()).toMatchObject({ freeTransfer: false, fee: { amount: '0.50' } });
    const [last, first] = [v7(), v7()];
    await give({ id: last });
    await give({ id: first, currency: 'GBP', maxMinor: 2500n, expiresAt: new Date(Date.now() + 60_000) });
    const { uid } = await pay({ ...again, fee: '0.00', idempotency: v7() });
    const taken = db.selectFrom('payment.fee_waiver').select('id').where('paymentId', '=', uid);
    expect(await taken.execute()).toEqual([{ id: first }]);
    expect(await pay({ ...again, fee: '0.00', amount: '24.99', idempotency: v7() })).toMatchObject({
      freeTransfer: true,
    });
  });

  it('gives the last free transfer to one of a hundred that ask for it at once', async () => {
    await inTransaction(db, (tx) => insertFeeWaiver(tx, { id: v7(), customerId: payer.customer.id, source: 'signup' }));
    const terms = { amount: '0.10', fee: '0.00', confirmDuplicate: true };
    const orders = await Promise.all(
      Array.from({ length: 100 }, () =>
        seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee, { ...terms, idempotency: v7() }), session),
      ),
    );
    const outcomes = await Promise.allSettled(orders.map((order) => send(order)));
    const paid = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(paid).toMatchObject([{ freeTransfer: true }]);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(reasons)).toEqual(new Set(['price_changed']));
    expect(await balances()).toEqual(['100.00', '99.90']);
  });

  it('reports another customer’s account as not found', async () => {
    const other = await seedCustomer(db);
    const foreign = await seedAccount(db, other, { balance: '100.00' });
    const order = await seedPaymentAuthorisation(
      db,
      payer,
      toPaymentOrder(account, payee, { sourceBankholderId: foreign.bankholderId }),
      session,
    );
    await expectRefusal(db, 'not_found', () => send(order));
  });

  it('reports another customer’s payee as not found', async () => {
    const foreign = await seedPayee(db, await seedCustomer(db));
    const order = await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, foreign), session);
    await expectRefusal(db, 'not_found', () => send(order));
  });

  it.each<[string, Partial<Order>, Parameters<typeof expectRefusal>[1]]>([
    ['more than is available with the fee', { amount: '99.51' }, 'insufficient_funds'],
    ['nothing', { amount: '0.00' }, 'amount_invalid'],
    ['half a penny', { amount: '1.005' }, 'amount_invalid'],
    ['another fee than the one shown', { fee: '0.00' }, 'price_changed'],
    ['more than the limit of one payment', { amount: '25000.01' }, 'limit_exceeded'],
    ['an older version of the payee', { payeeVersion: 7 }, 'payee_changed'],
  ])('refuses %s and leaves nothing behind', async (_, over, code) => {
    const order = await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee, over), session);
    await expectRefusal(db, code, () => send(order));
  });

  it.each(['suspended', 'restricted', 'closing'])('refuses a customer whose account is %s', async (status) => {
    const order = await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee), session);
    const { data } = await expectRefusal(db, 'account_restricted', () =>
      send(order, { ...payer, customer: { ...payer.customer, status } as TestUser['customer'] }),
    );
    expect(data).toEqual({ reasonCode: status });
  });

  it('refuses a suspected duplicate once, and pays when the customer confirms it', async () => {
    await pay();
    const again = await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee), session);
    await expectRefusal(db, 'duplicate_suspected', () => send(again));
    expect(await send({ ...again, confirmDuplicate: true })).toMatchObject({ state: 'ready' });
  });

  it.each<[string, Partial<Order>]>([
    ['a penny more', { amount: '25.01' }],
    ['a penny less', { amount: '24.99' }],
    ['another reference', { reference: 'Invoice 2092' }],
    ['another key', { idempotency: v7() }],
    ['another approval', { authorisation: randomUUID() }],
  ])('refuses %s than the PIN approved', async (_, change) => {
    const order = await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee), session);
    await expectRefusal(db, 'authorisation_invalid', () => send({ ...order, ...change }));
  });

  it('refuses a PIN authorisation of another session, and a used one', async () => {
    const order = await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee), session);
    await expectRefusal(db, 'authorisation_invalid', async () =>
      send(order, payer, '00000000-0000-4000-8000-000000000001'),
    );
    await send(order);
    await expectRefusal(db, 'authorisation_invalid', () => send({ ...order, confirmDuplicate: true }));
  });

  it('never overdraws under forty concurrent payments', async () => {
    const orders = await Promise.all(
      Array.from({ length: 40 }, () =>
        seedPaymentAuthorisation(
          db,
          payer,
          toPaymentOrder(account, payee, { amount: '9.50', confirmDuplicate: true }),
          session,
        ),
      ),
    );
    const outcomes = await Promise.allSettled(orders.map((order) => send(order)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await balances()).toEqual(['100.00', '0.00']);
  });
});

describe('status reports of the bank', () => {
  it('moves the money on acceptance, and pays the rail on settlement', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'accepted', railReference: 'FP123' });
    expect([await stateOf(uid), ...(await balances())]).toEqual(['sent', '74.50', '74.50']);
    await applyReport(uid, { status: 'settled' });
    expect(await stateOf(uid)).toBe('completed');
  });

  it('releases everything on rejection', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'rejected', reasonCode: 'AC01' });
    expect([await stateOf(uid), ...(await balances())]).toEqual(['rejected', '100.00', '100.00']);
  });

  it('books a report once, in any order and under repeats', async () => {
    const { uid } = await pay();
    await handOver(uid);
    for (const status of ['settled', 'accepted', 'settled', 'received', 'accepted'] as const)
      await applyReport(uid, { status });
    expect([await stateOf(uid), ...(await balances())]).toEqual(['completed', '74.50', '74.50']);
  });

  it('moves no money on conflicting reports, and records the conflict', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'settled' });
    await applyReport(uid, { status: 'rejected', reasonCode: 'AC01' });
    expect([await stateOf(uid), ...(await balances())]).toEqual(['completed', '74.50', '74.50']);
    const { rows } =
      await sql`select 1 from platform.audit where action = 'payment.status_conflict' and entity = ${`payment:${uid}`}`.execute(
        db,
      );
    expect(rows).toHaveLength(1);
  });

  it('credits a return with the fee, once', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'settled' });
    await returnPaymentOf(reference, 25_00n);
    await returnPaymentOf(reference, 25_00n);
    expect([await stateOf(uid), ...(await balances())]).toEqual(['returned', '100.00', '100.00']);
    expect(await contradictionsOf(uid)).toEqual([]);
  });

  it('leaves a second return of another amount to staff', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'settled' });
    await returnPaymentOf(reference, 20_00n);
    const before = await balances();
    for (const _ of [1, 2]) await returnPaymentOf(reference, 25_00n);
    expect(await balances()).toEqual(before);
    const versions = { field: 'returned amount', expected: '20.00 GBP', reported: '25.00 GBP' };
    expect(await contradictionsOf(uid)).toEqual([{ partner: 'bank', ...versions }]);
  });

  it('books a return that arrives before its acceptance', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await returnPaymentOf(reference, 25_00n);
    await applyReport(uid, { status: 'settled' });
    expect([await stateOf(uid), ...(await balances())]).toEqual(['returned', '100.00', '100.00']);
  });

  it('credits the returned amount, not the sent one', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'settled' });
    await returnPaymentOf(reference, 20_00n);
    expect(await balances()).toEqual(['95.00', '95.00']);
  });

  it('leaves a return above the payment to staff, and still applies the genuine one', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'settled' });
    const before = await balances();
    await returnPaymentOf(reference, 25_01n);
    expect([await stateOf(uid), await balances()]).toEqual(['completed', before]);
    const versions = { expected: 'at most 25.00 GBP', reported: '25.01 GBP' };
    expect(await contradictionsOf(uid)).toMatchObject([versions]);
    await returnPaymentOf(reference, 25_00n);
    expect([await stateOf(uid), ...(await balances())]).toEqual(['returned', '100.00', '100.00']);
  });
});

describe('incoming credit', () => {
  const credit = (railReference: string, accountNumber: string) =>
    asSystem(db, (ctx) =>
      receiveCredit(ctx, {
        eventId: randomUUID(),
        sequence: 1,
        at: ctx.now,
        kind: 'credit',
        railReference,
        amount: money('GBP', 12_34n),
        payerName: 'Harbour & Co',
        payee: { kind: 'uk', sortCode: account.sortCode ?? '', accountNumber },
        reference: 'WAGES',
        bookedAt: ctx.now,
        document: '<credit/>',
      }),
    );

  it('is booked once under repeated messages', async () => {
    const reference = randomUUID();
    await credit(reference, account.accountNumber ?? '');
    await credit(reference, account.accountNumber ?? '');
    expect(await balances()).toEqual(['112.34', '112.34']);
  });

  it.each([
    ['EUR', ['12.34', '12.34']],
    ['THB', ['0.00', '0.00']],
  ] as const)('in %s finds the account by IBAN and currency', async (currency, standing) => {
    const iban = `GB17LARK${String(randomInt(1e13, 1e14))}`;
    const euros = await seedAccount(db, payer, { currency: 'EUR', iban });
    await asSystem(db, (ctx) =>
      receiveCredit(ctx, {
        eventId: randomUUID(),
        sequence: 1,
        at: ctx.now,
        kind: 'credit',
        railReference: randomUUID(),
        amount: money(currency, 12_34n),
        payerName: 'Harbour & Co',
        payee: { kind: 'iban', iban },
        reference: 'WAGES',
        bookedAt: ctx.now,
        document: '<credit/>',
      }),
    );
    expect(await balancesOf(db, euros)).toEqual(standing);
  });

  it('goes to suspense when no account matches', async () => {
    const reference = randomUUID();
    await credit(reference, '99999999');
    expect(await balances()).toEqual(['100.00', '100.00']);
    const { rows } = await sql<{
      accountId: string | null;
    }>`select account_id from payment.incoming_credit where rail_reference = ${reference}`.execute(db);
    expect(rows).toEqual([{ accountId: null }]);
  });
});

describe('overdue payment', () => {
  const silent = { enquire: () => Promise.resolve('no_response') } as unknown as PaymentBank;
  const chase = () => enquirePaymentStatuses(db, silent, openLog('silent'));
  const told = async (id: string) =>
    (
      await sql<{ payload: PaymentEvent }>`select payload from platform.event
        where topic = 'payment.waiting' and payload->>'paymentId' = ${id} order by id`.execute(db)
    ).rows.map(({ payload }) => payload);
  const pass = (id: string, limit: string) =>
    sql`update payment.payment set next_update_at = now() - interval '1 second', arrival_latest = now() - interval '1 minute',
      deadline_at = ${limit}::timestamptz where id = ${id}`.execute(db);

  it.each(['submitted', 'sent'] as const)('notifies once a day while the payment is %s', async (state) => {
    const { uid } = await pay();
    await handOver(uid);
    if (state === 'sent') await applyReport(uid, { status: 'accepted' });
    await sql`update payment.payment set next_update_at = now() - interval '1 second' where id = ${uid}`.execute(db);
    await chase();
    expect(await told(uid)).toEqual([]);
    const promised = await show(uid);
    expect(promised.nextUpdateAt).toBe(promised.deadlineAt);

    await pass(uid, 'yesterday');
    await chase();
    await sql`update payment.payment set next_update_at = now() - interval '1 second' where id = ${uid}`.execute(db);
    await chase();
    expect(await told(uid)).toMatchObject([{ state, owner: 'us', reasonCode: 'vendor_delay' }]);
    const late = await show(uid);
    expect(Date.parse(late.deadlineAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await pass(uid, 'yesterday');
    await chase();
    expect(await told(uid)).toHaveLength(2);

    await applyReport(uid, { status: 'settled', bookedAt: new Date() });
    expect(await show(uid)).toMatchObject({ state: 'completed', reasonCode: null, reason: null, deadlineAt: null });
  });

  it('notifies of extra checks at the bank', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await applyReport(uid, { status: 'held' });
    await applyReport(uid, { status: 'held' });
    expect(await told(uid)).toMatchObject([{ state: 'submitted', owner: 'bank', reasonCode: 'extra_checks' }]);
  });
});
