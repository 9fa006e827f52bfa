import { randomInt, randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asSystem,
  expectRefusal,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
} from '../../../../test/given.ts';
import { approve, givenSession, inSession, type Order, orderFor, standingOf } from '../../../../test/given-payment.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { openLog } from '../kernel/log.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Payee } from '../payee/payee.ts';
import { applyAnswer } from './apply-answer.ts';
import { chasePayments } from './chase-payments.ts';
import { insertFreeTrade } from './free-trade.sql.ts';
import { enterState } from './payment.sql.ts';
import type { PaymentNews } from './payment.ts';
import type { Rail, RailAnswer } from './rails/rail.ts';
import { receiveCredit } from './receive-credit.ts';
import { returnPayment } from './return-payment.ts';
import { sendGbp } from './send-gbp.ts';
import { showPayment } from './show-payment.ts';

const { db } = await givenDatabase();
let payer: Given;
let session: string;
let account: BankAccount;
let payee: Payee;

beforeEach(async () => {
  payer = await givenCustomer(db);
  session = await givenSession(db, payer);
  account = await givenAccount(db, payer, { balance: '100.00' });
  payee = await givenPayee(db, payer);
});

const send = (order: Order, who = payer, sessionId = session) =>
  inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, sessionId), requestId: 'test' }, order));
const pay = async (over: Partial<Order> = {}) =>
  send(await approve(db, payer, orderFor(account, payee, over), session));
const tell = (paymentId: string, answer: Partial<RailAnswer> & Pick<RailAnswer, 'status'>) =>
  asSystem(db, (ctx) => applyAnswer(ctx, { id: paymentId, attempt: 1 }, { document: '<answer/>', ...answer }));
const handOver = (paymentId: string) => inTransaction(db, (tx) => enterState(tx, paymentId, { state: 'submitted' }));
const standing = () => standingOf(db, account);
const show = (id: string) =>
  inTransaction(db, (tx, now) => showPayment({ tx, now, actor: inSession(payer, session), requestId: 'test' }, { id }));
const stateOf = async (id: string) => (await show(id)).state;
const comeBack = (reference: string, minor: bigint) =>
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

describe('sending pounds', () => {
  it('holds amount and fee, and moves nothing yet', async () => {
    const payment = await pay();
    expect(payment).toMatchObject({
      state: 'ready',
      amount: { amount: '25.00' },
      fee: { amount: '0.50' },
      total: { amount: '25.50' },
    });
    expect(await standing()).toEqual(['100.00', '74.50']);
  });

  it('uses a free transfer when one is left, and gives it back when the bank says no', async () => {
    await inTransaction(db, (tx) =>
      insertFreeTrade(tx, { id: v7(), customer_id: payer.customer.id, source: 'signup' }),
    );
    const payment = await pay({ fee: '0.00' });
    expect(payment).toMatchObject({ freeTransfer: true, total: { amount: '25.00' } });
    await handOver(payment.uid);
    await tell(payment.uid, { status: 'rejected', reasonCode: 'AC01' });
    expect(await pay({ fee: '0.00', idempotency: v7(), confirmDuplicate: true })).toMatchObject({ freeTransfer: true });
  });

  it('uses a free transfer only for what it is good for, and the one that ends first of those', async () => {
    const give = (over: object) =>
      inTransaction(db, (tx) =>
        insertFreeTrade(tx, { id: v7(), customer_id: payer.customer.id, source: 'signup', ...over }),
      );
    await give({ applies_to: ['sepa-instant'] });
    await give({ currency: 'EUR', max_minor: 100_000n });
    await give({ currency: 'GBP', max_minor: 2499n });
    const again = { confirmDuplicate: true };
    expect(await pay()).toMatchObject({ freeTransfer: false, fee: { amount: '0.50' } });
    const [last, first] = [v7(), v7()];
    await give({ id: last });
    await give({ id: first, currency: 'GBP', max_minor: 2500n, expires_at: new Date(Date.now() + 60_000) });
    const { uid } = await pay({ ...again, fee: '0.00', idempotency: v7() });
    const taken = db.selectFrom('payment.free_trade').select('id').where('payment_id', '=', uid);
    expect(await taken.execute()).toEqual([{ id: first }]);
    expect(await pay({ ...again, fee: '0.00', amount: '24.99', idempotency: v7() })).toMatchObject({
      freeTransfer: true,
    });
  });

  it('gives the last free transfer to one of a hundred that ask for it at once', async () => {
    await inTransaction(db, (tx) =>
      insertFreeTrade(tx, { id: v7(), customer_id: payer.customer.id, source: 'signup' }),
    );
    const terms = { amount: '0.10', fee: '0.00', confirmDuplicate: true };
    const orders = await Promise.all(
      Array.from({ length: 100 }, () =>
        approve(db, payer, orderFor(account, payee, { ...terms, idempotency: v7() }), session),
      ),
    );
    const outcomes = await Promise.allSettled(orders.map((order) => send(order)));
    const paid = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(paid).toMatchObject([{ freeTransfer: true }]);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(reasons)).toEqual(new Set(['price_changed']));
    expect(await standing()).toEqual(['100.00', '99.90']);
  });

  it('reports another customer’s account as not found', async () => {
    const other = await givenCustomer(db);
    const foreign = await givenAccount(db, other, { balance: '100.00' });
    const order = await approve(
      db,
      payer,
      orderFor(account, payee, { sourceBankholderId: foreign.bankholderId }),
      session,
    );
    await expectRefusal(db, 'not_found', () => send(order));
  });

  it('reports another customer’s payee as not found', async () => {
    const foreign = await givenPayee(db, await givenCustomer(db));
    const order = await approve(db, payer, orderFor(account, foreign), session);
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
    const order = await approve(db, payer, orderFor(account, payee, over), session);
    await expectRefusal(db, code, () => send(order));
  });

  it.each(['suspended', 'restricted', 'closing'])('refuses a customer whose account is %s', async (status) => {
    const order = await approve(db, payer, orderFor(account, payee), session);
    const { data } = await expectRefusal(db, 'account_restricted', () =>
      send(order, { ...payer, customer: { ...payer.customer, status } as Given['customer'] }),
    );
    expect(data).toEqual({ reasonCode: status });
  });

  it('refuses a suspected duplicate once, and pays when the customer confirms it', async () => {
    await pay();
    const again = await approve(db, payer, orderFor(account, payee), session);
    await expectRefusal(db, 'duplicate_suspected', () => send(again));
    expect(await send({ ...again, confirmDuplicate: true })).toMatchObject({ state: 'ready' });
  });

  it.each<[string, Partial<Order>]>([
    ['a penny more', { amount: '25.01' }],
    ['a penny less', { amount: '24.99' }],
    ['another reference', { reference: 'Invoice 2092' }],
    ['another key', { idempotency: v7() }],
    ['another approval', { approval: randomUUID() }],
  ])('refuses %s than the PIN approved', async (_, change) => {
    const order = await approve(db, payer, orderFor(account, payee), session);
    await expectRefusal(db, 'approval_invalid', () => send({ ...order, ...change }));
  });

  it('refuses a PIN authorisation of another session, and a used one', async () => {
    const order = await approve(db, payer, orderFor(account, payee), session);
    await expectRefusal(db, 'approval_invalid', async () => send(order, payer, '00000000-0000-4000-8000-000000000001'));
    await send(order);
    await expectRefusal(db, 'approval_invalid', () => send({ ...order, confirmDuplicate: true }));
  });

  it('never overdraws under forty concurrent payments', async () => {
    const orders = await Promise.all(
      Array.from({ length: 40 }, () =>
        approve(db, payer, orderFor(account, payee, { amount: '9.50', confirmDuplicate: true }), session),
      ),
    );
    const outcomes = await Promise.allSettled(orders.map((order) => send(order)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await standing()).toEqual(['100.00', '0.00']);
  });
});

describe('status reports of the bank', () => {
  it('moves the money on acceptance, and pays the rail on settlement', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await tell(uid, { status: 'accepted', railReference: 'FP123' });
    expect([await stateOf(uid), ...(await standing())]).toEqual(['sent', '74.50', '74.50']);
    await tell(uid, { status: 'settled' });
    expect(await stateOf(uid)).toBe('completed');
  });

  it('releases everything on rejection', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await tell(uid, { status: 'rejected', reasonCode: 'AC01' });
    expect([await stateOf(uid), ...(await standing())]).toEqual(['rejected', '100.00', '100.00']);
  });

  it('books a report once, in any order and under repeats', async () => {
    const { uid } = await pay();
    await handOver(uid);
    for (const status of ['settled', 'accepted', 'settled', 'received', 'accepted'] as const)
      await tell(uid, { status });
    expect([await stateOf(uid), ...(await standing())]).toEqual(['completed', '74.50', '74.50']);
  });

  it('moves no money on conflicting reports, and records the conflict', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await tell(uid, { status: 'settled' });
    await tell(uid, { status: 'rejected', reasonCode: 'AC01' });
    expect([await stateOf(uid), ...(await standing())]).toEqual(['completed', '74.50', '74.50']);
    const { rows } =
      await sql`select 1 from kernel.audit where action = 'payment.contradicted' and entity = ${`payment:${uid}`}`.execute(
        db,
      );
    expect(rows).toHaveLength(1);
  });

  it('credits a return with the fee, once', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await tell(uid, { status: 'settled' });
    await comeBack(reference, 25_00n);
    await comeBack(reference, 25_00n);
    expect([await stateOf(uid), ...(await standing())]).toEqual(['returned', '100.00', '100.00']);
  });

  it('books a return that arrives before its acceptance', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await comeBack(reference, 25_00n);
    await tell(uid, { status: 'settled' });
    expect([await stateOf(uid), ...(await standing())]).toEqual(['returned', '100.00', '100.00']);
  });

  it('credits the returned amount, not the sent one', async () => {
    const { uid, reference } = await pay();
    await handOver(uid);
    await tell(uid, { status: 'settled' });
    await comeBack(reference, 20_00n);
    expect(await standing()).toEqual(['95.00', '95.00']);
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
    expect(await standing()).toEqual(['112.34', '112.34']);
  });

  it.each([
    ['EUR', ['12.34', '12.34']],
    ['THB', ['0.00', '0.00']],
  ] as const)('in %s finds the account by IBAN and currency', async (currency, standing) => {
    const iban = `GB17LARK${String(randomInt(1e13, 1e14))}`;
    const euros = await givenAccount(db, payer, { currency: 'EUR', iban });
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
    expect(await standingOf(db, euros)).toEqual(standing);
  });

  it('goes to suspense when no account matches', async () => {
    const reference = randomUUID();
    await credit(reference, '99999999');
    expect(await standing()).toEqual(['100.00', '100.00']);
    const { rows } = await sql<{
      account_id: string | null;
    }>`select account_id from payment.incoming where rail_reference = ${reference}`.execute(db);
    expect(rows).toEqual([{ account_id: null }]);
  });
});

describe('overdue payment', () => {
  const silent = () => ({ name: 'silent', enquire: () => Promise.resolve('silence') }) as unknown as Rail;
  const chase = () => chasePayments(db, silent, openLog('silent'));
  const told = async (id: string) =>
    (
      await sql<{ payload: PaymentNews }>`select payload from kernel.event
        where topic = 'payment.waiting' and payload->>'paymentId' = ${id} order by id`.execute(db)
    ).rows.map(({ payload }) => payload);
  const pass = (id: string, limit: string) =>
    sql`update payment.payment set next_update_at = now() - interval '1 second', arrival_latest = now() - interval '1 minute',
      deadline_at = ${limit}::timestamptz where id = ${id}`.execute(db);

  it.each(['submitted', 'sent'] as const)('notifies once a day while the payment is %s', async (state) => {
    const { uid } = await pay();
    await handOver(uid);
    if (state === 'sent') await tell(uid, { status: 'accepted' });
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

    await tell(uid, { status: 'settled', bookedAt: new Date() });
    expect(await show(uid)).toMatchObject({ state: 'completed', reasonCode: null, reason: null, deadlineAt: null });
  });

  it('notifies of extra checks at the bank', async () => {
    const { uid } = await pay();
    await handOver(uid);
    await tell(uid, { status: 'held' });
    await tell(uid, { status: 'held' });
    expect(await told(uid)).toMatchObject([{ state: 'submitted', owner: 'bank', reasonCode: 'extra_checks' }]);
  });
});
