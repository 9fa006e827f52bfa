import type { PaymentView } from '@larkmere/contract/payments/payment';
import { findViolations } from '@larkmere/ledger/invariants';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  expectRefusalAfterSignIn,
  expireRequest,
  recallAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  signedIn,
} from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { type QuoteReply, requestQuoteAs } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { approvalHandlers } from '../../approvable-types.ts';
import { expireRequests } from '../../approvals/approval/decide-request.ts';
import { getRequest } from '../../approvals/approval/list-requests.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import { enterState } from '../payment/payment.sql.ts';
import { showPayment } from '../payment/show-payments.ts';
import { priceInternational } from './international.read.ts';
import { sendCrossCurrency, sendCrossCurrencyAtRate } from './send-international.ts';

const { db, url } = await createDatabase();
const inEuros = {
  type: 'swt',
  currency: 'EUR',
  details: {
    bankCountry: 'DE',
    bic: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
    addressLine1: 'Torstrasse 7',
    postCode: '10119',
    townName: 'Berlin',
    addressCountry: 'DE',
  },
  account: 'COBADEFFXXX DE89370400440532013000',
} as const;
let owner: TestUser;
let maker: TestUser;
let first: TestUser;
let pounds: BankAccount;
let payee: Payee;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  owner = await seedCustomer(db, { business: true });
  const address = { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' };
  await sql`update customer.customer set address = ${JSON.stringify(address)}::jsonb where id = ${owner.customer.id}`.execute(
    db,
  );
  maker = await seedColleague(db, owner, 'maker');
  first = await seedColleague(db, owner, 'approver');
  pounds = await seedAccount(db, owner, { balance: '5000.00' });
  payee = await seedPayeeOf(db, owner, inEuros);
});

type Over = Readonly<{ worstCase?: string | undefined; approvedWorstCase?: string | undefined; draftUid?: string }>;

const quoted = () => requestQuoteAs(db, maker, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
const priced = ({ quoteId }: QuoteReply) =>
  asCustomer(db, maker).run(priceInternational, {
    sourceBankholderId: pounds.bankholderId,
    amount: '1000.00',
    currency: 'EUR',
    chargeType: 'SHA',
    payeeUid: payee.id,
    quoteId,
  });

const terms = () => ({
  sourceBankholderId: pounds.bankholderId,
  payeeUid: payee.id,
  payeeVersion: payee.version,
  fee: '8.00',
  reference: 'Invoice 2091',
  chargeType: 'SHA' as const,
});

async function send(
  quote: QuoteReply,
  { worstCase, approvedWorstCase = worstCase, draftUid }: Over,
): Promise<PaymentView> {
  const { ctx, confirm } = await signedIn(db, maker);
  const idempotency = v7();
  const order = { quoteId: quote.quoteId, ...terms(), ...(draftUid && { draftUid }) };
  const approval = await confirm({
    operation: 'payment.global.cross',
    ...order,
    ...(approvedWorstCase !== undefined && { worstCase: approvedWorstCase }),
    ...quote.sellAmount,
    buyAmount: quote.buyAmount.amount,
    buyCurrency: quote.buyAmount.currency,
    paymentIdempotency: idempotency,
  });
  const full = {
    ...order,
    ...(worstCase !== undefined && { worstCase }),
    authorisation: approval,
    idempotency,
    confirmDuplicate: true,
  };
  return ctx((c) => sendCrossCurrency(c, full));
}

async function approvalRequest(
  over: Over = {},
): Promise<{ payment: PaymentView; uid: string; most: number; quote: QuoteReply }> {
  const quote = await quoted();
  const { team } = await priced(quote);
  const payment = await send(quote, { worstCase: team?.worstCase, ...over });
  return { payment, uid: payment.approvalRequest?.uid ?? '', most: Number(team?.maxDebit.amount), quote };
}

const pound = (hundredths: number) =>
  sql`update rate.latest set per_euro = per_euro * 10000 / (10000 + ${hundredths}::numeric) where currency = 'GBP'`.execute(
    db,
  );
const displayedPayment = (id: string) => asCustomer(db, maker).run(showPayment, { id });
const money = () => balancesOf(db, pounds);
const quoteState = async ({ quoteId }: QuoteReply) =>
  (await db.selectFrom('fx.quote').select('state').where('id', '=', quoteId).executeTakeFirstOrThrow()).state;
const fullBalances = ['5000.00', '5000.00'];

describe('cross-currency payment that needs approval', () => {
  it('is refused with the worst case that its maker must agree to, and the quote stays usable', async () => {
    const quote = await quoted();
    const { team } = await priced(quote);
    const refusal = await expectRefusalAfterSignIn(db, 'approval_required', () => send(quote, {}));
    expect(refusal.data).toEqual({ worst: '882.49', currency: 'GBP' });
    expect(team).toMatchObject({
      worstCase: '882.49',
      maxDebit: { amount: '890.49', currency: 'GBP' },
      minCredit: { amount: '1000.00', currency: 'EUR' },
    });
    expect(quote.sellAmount).toEqual({ amount: '873.66', currency: 'GBP' });
    await expectRefusalAfterSignIn(db, 'approval_required', () => send(quote, { worstCase: '1.00' }));
    await expectRefusalAfterSignIn(db, 'authorisation_invalid', () =>
      send(quote, { worstCase: team?.worstCase, approvedWorstCase: '999.00' }),
    );
    expect(await send(quote, { worstCase: team?.worstCase })).toMatchObject({ state: 'awaiting_approval' });
  });

  it('waits with the maximum debit held, and reports that its rate is open', async () => {
    const { payment, uid, most, quote } = await approvalRequest();
    expect(payment).toMatchObject({
      state: 'awaiting_approval',
      rateOpen: true,
      amount: { amount: '1000.00', currency: 'EUR' },
      total: { amount: most.toFixed(2), currency: 'GBP' },
      reason:
        'The most it could cost is reserved. Someone else in your team needs to approve this payment. We’ll exchange at the live rate when they do.',
    });
    expect(await money()).toEqual(['5000.00', (5000 - most).toFixed(2)]);
    expect(await quoteState(quote)).toBe('withdrawn');
    expect(await findCrossCheckViolations(db)).toEqual([]);
    const request = await asCustomer(db, first).run(getRequest, { uid });
    expect(request.title).toBe(`Pay ${payee.name} 1,000.00 EUR, exchanged from GBP`);
    expect(request.amount).toEqual({ amount: (most - 8).toFixed(2), currency: 'GBP' });
    expect(request.details).toEqual(
      expect.arrayContaining([
        { label: 'Total from your account', value: `Up to ${most.toFixed(2)} GBP` },
        { label: 'We send your payee', value: '1,000.00 EUR' },
      ]),
    );
  });

  it('is exchanged at the rate of the approval, and settles at exactly that rate', async () => {
    const { payment, uid, most } = await approvalRequest();
    await pound(-50);
    const now = await requestQuoteAs(db, owner, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'approved' });
    const gone = await displayedPayment(payment.uid);
    expect(gone).toMatchObject({
      state: 'ready',
      rateOpen: false,
      amount: { amount: '1000.00' },
      exchange: { sold: now.sellAmount, displayedRate: now.displayedRate },
    });
    const total = Number(now.sellAmount.amount) + 8;
    expect(total).toBeLessThan(most);
    expect(await money()).toEqual(['5000.00', (5000 - total).toFixed(2)]);
    await sql`insert into payment.transition (payment_id, seq, state)
      select ${payment.uid}, max(seq) + 1, 'submitted' from payment.transition where payment_id = ${payment.uid}`.execute(
      db,
    );
    await sql`update payment.payment set state = 'submitted' where id = ${payment.uid}`.execute(db);
    await asSystem(db, (ctx) =>
      applyStatusReport(ctx, { id: payment.uid, attempt: 1 }, { status: 'accepted', document: '<accepted/>' }),
    );
    expect(await money()).toEqual([(5000 - total).toFixed(2), (5000 - total).toFixed(2)]);
    const done = await db.selectFrom('fx.conversion').selectAll().where('customerId', '=', owner.customer.id).execute();
    expect(done.map(({ sellMinor, buyMinor, cause }) => [Number(sellMinor) / 100, buyMinor, cause])).toEqual([
      [Number(now.sellAmount.amount), 100_000n, 'payment'],
    ]);
    expect([await findViolations(db), await findCrossCheckViolations(db)]).toEqual([[], []]);
  });

  it('waits while the rate is worse than agreed, and is sent once it recovers', async () => {
    const { payment, uid } = await approvalRequest();
    await pound(-150);
    const refusal = await expectRefusalAfterSignIn(db, 'rate_moved', () => approveAs(db, first, uid));
    expect(refusal.reason).toMatchObject({
      code: 'approval_cost_above_agreed',
      params: { buy: { amount: '1000.00', currency: 'EUR' } },
    });
    expect((await displayedPayment(payment.uid)).state).toBe('awaiting_approval');
    await pound(120);
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'approved' });
  });

  it('waits while the market is closed or the service is off', async () => {
    const { uid } = await approvalRequest();
    await setMarket(db, 'block');
    await expectRefusalAfterSignIn(db, 'market_closed', () => approveAs(db, first, uid));
    await setMarket(db, 'open');
    const turn = (on: boolean) =>
      db
        .updateTable('payment.service_availability')
        .set({ isOn: on })
        .where('key', '=', 'payment.crosscurrency')
        .execute();
    await turn(false);
    await expectRefusalAfterSignIn(db, 'service_off', () => approveAs(db, first, uid));
    await turn(true);
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'approved' });
  });

  it.each([
    ['sent back', 'draft', ({ uid }: { uid: string }) => rejectAs(db, first, uid)],
    ['taken back', 'draft', ({ uid }: { uid: string }) => recallAs(db, maker, uid)],
    [
      'not decided in time',
      'expired',
      async ({ uid }: { uid: string }) => {
        await expireRequest(url, uid);
        await expireRequests(db, approvalHandlers);
      },
    ],
    [
      'void, to a payee that was changed meanwhile',
      'draft',
      async ({ uid }: { uid: string }) => {
        await db.updateTable('payee.payee').set({ version: 2 }).where('id', '=', payee.id).execute();
        expect(await approveAs(db, first, uid)).toMatchObject({ state: 'void' });
      },
    ],
    [
      'void, changed underneath',
      'draft',
      async ({ uid, payment }: { uid: string; payment: PaymentView }) => {
        await db.updateTable('payment.payment').set({ soldMinor: 1n }).where('id', '=', payment.uid).execute();
        expect(await approveAs(db, first, uid)).toMatchObject({ state: 'void' });
      },
    ],
  ] as const)('%s holds no money and exchanged nothing', async (_, state, end) => {
    const given = await approvalRequest();
    await end(given);
    expect((await displayedPayment(given.payment.uid)).state).toBe(state);
    expect(await money()).toEqual(fullBalances);
    const done = await db.selectFrom('fx.conversion').selectAll().where('customerId', '=', owner.customer.id).execute();
    expect([done, await findCrossCheckViolations(db)]).toEqual([[], []]);
  });

  it('is the same payment after resubmission, with its own worst case until it is exchanged', async () => {
    const before = await approvalRequest();
    await rejectAs(db, first, before.uid);
    const { payment, uid } = await approvalRequest({ draftUid: before.payment.uid });
    expect(payment).toMatchObject({ uid: before.payment.uid, state: 'awaiting_approval', rateOpen: true });
    expect(await findCrossCheckViolations(db)).toEqual([]);
    await approveAs(db, first, uid);
    expect((await displayedPayment(payment.uid)).state).toBe('ready');
    await asSystem(db, async (ctx) => {
      await enterState(ctx.tx, payment.uid, { state: 'submitted' });
      await applyStatusReport(ctx, { id: payment.uid, attempt: 1 }, { status: 'settled', document: '<xml/>' });
    });
    expect([await findCrossCheckViolations(db), await findViolations(db)]).toEqual([[], []]);
  });

  it('with a fixed debit sends at least the agreed amount, also at a displayed rate', async () => {
    const { rate } = await quoted();
    const { ctx, confirm } = await signedIn(db, maker);
    const transaction = (work: (c: CustomerCtx) => Promise<unknown>) => ctx(work);
    const attempt = async (worst?: string): Promise<PaymentView> => {
      const figures = {
        ...terms(),
        amount: '200.00',
        currency: 'GBP' as const,
        amountSide: 'source' as const,
        rate,
        ...(worst !== undefined && { worstCase: worst }),
      };
      const idempotency = v7();
      const purpose = { operation: 'payment.global.crossrate' as const, ...figures, paymentIdempotency: idempotency };
      const order = { ...figures, idempotency, authorisation: await confirm(purpose) };
      return sendCrossCurrencyAtRate({ transaction } as never, order);
    };
    const { data } = await expectRefusalAfterSignIn(db, 'approval_required', () => attempt());
    const payment = await attempt(String(data?.worst));
    expect(payment).toMatchObject({ rateOpen: true, amount: { amount: data?.worst }, total: { amount: '208.00' } });
    const uid = payment.approvalRequest?.uid ?? '';
    const request = await asCustomer(db, first).run(getRequest, { uid });
    expect(request.title).toBe(`Pay ${payee.name} 200.00 GBP, exchanged into EUR`);
    await pound(-120);
    await expectRefusalAfterSignIn(db, 'rate_moved', () => approveAs(db, first, uid));
    await pound(200);
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'approved' });
    const gone = await displayedPayment(payment.uid);
    expect(Number(gone.amount.amount)).toBeGreaterThan(Number(data?.worst));
    expect(gone.total.amount).toBe('208.00');
    expect(await money()).toEqual(['5000.00', '4792.00']);
  });

  it('has no worst case below the approval threshold: it uses its quote', async () => {
    await seedApprovalRule(db, owner, { minAmount: '2000.00' });
    const quote = await requestQuoteAs(db, owner, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
    expect((await asCustomer(db, owner).run(priceInternational, { ...question(quote) })).team).toBeNull();
  });
});

const question = ({ quoteId }: QuoteReply) => ({
  sourceBankholderId: pounds.bankholderId,
  amount: '1000.00',
  currency: 'EUR' as const,
  chargeType: 'SHA' as const,
  payeeUid: payee.id,
  quoteId,
});

it('never debits more than was approved, whatever the market does', async () => {
  const moves = fc.array(fc.integer({ min: -140, max: 140 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      await db.deleteFrom('rate.latest').execute();
      await seedRates(db);
      const before = Number((await money())[1]);
      const { payment, uid, most } = await approvalRequest();
      for (const step of steps) {
        await pound(step);
        await approveAs(db, first, uid).catch(() => {});
      }
      const { state, total, amount } = await displayedPayment(payment.uid);
      const left = before - Number((await money())[1]);
      expect(amount.amount).toBe('1000.00');
      expect(Number(total.amount)).toBeLessThanOrEqual(most);
      expect(left.toFixed(2)).toBe(total.amount);
      if (state === 'awaiting_approval') await recallAs(db, maker, uid);
    }),
    { numRuns: 3, seed: 93 },
  );
});
