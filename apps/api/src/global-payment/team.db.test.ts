import type { PaymentView } from '@larkmere/contract/payment';
import { findViolations } from '@larkmere/ledger/invariants';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
} from '../../../../test/given.ts';
import { givenMarket, type Quoted, quoteAs } from '../../../../test/given-fx.ts';
import { givenPayeeOf, standingOf } from '../../../../test/given-payment.ts';
import { givenRates } from '../../../../test/given-rate.ts';
import {
  approveAs,
  expectNo,
  givenColleague,
  giveRule,
  pastDue,
  recallAs,
  rejectAs,
  signedIn,
} from '../../../../test/given-team.ts';
import { findMisfits } from '../../../../tools/books/beside.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import type { Payee } from '../payee/payee.ts';
import { applyAnswer } from '../payment/apply-answer.ts';
import { enterState } from '../payment/payment.sql.ts';
import { showPayment } from '../payment/show-payment.ts';
import { subjects } from '../subjects.ts';
import { expireRequests } from '../team-approval/expire-requests.ts';
import { showRequest } from '../team-approval/show-request.ts';
import { priceGlobal } from './price-global.ts';
import { sendCross } from './send-cross.ts';
import { sendCrossAtRate } from './send-cross-at-rate.ts';

const { db, url } = await givenDatabase();
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
let owner: Given;
let maker: Given;
let first: Given;
let pounds: BankAccount;
let payee: Payee;

beforeEach(async () => {
  await givenMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await givenRates(db);
  owner = await givenCustomer(db, { business: true });
  const address = { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' };
  await sql`update customer.customer set address = ${JSON.stringify(address)}::jsonb where id = ${owner.customer.id}`.execute(
    db,
  );
  maker = await givenColleague(db, owner, 'maker');
  first = await givenColleague(db, owner, 'approver');
  pounds = await givenAccount(db, owner, { balance: '5000.00' });
  payee = await givenPayeeOf(db, owner, inEuros);
});

type Over = Readonly<{ worst?: string | undefined; approvedWorst?: string | undefined; draftUid?: string }>;

const quoted = () => quoteAs(db, maker, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
const priced = ({ quoteId }: Quoted) =>
  asCustomer(db, maker).run(priceGlobal, {
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

async function send(quote: Quoted, { worst, approvedWorst = worst, draftUid }: Over): Promise<PaymentView> {
  const { ctx, confirm } = await signedIn(db, maker);
  const idempotency = v7();
  const order = { quoteId: quote.quoteId, ...terms(), ...(draftUid && { draftUid }) };
  const approval = await confirm({
    operation: 'payment.global.cross',
    ...order,
    ...(approvedWorst !== undefined && { worst: approvedWorst }),
    ...quote.sellAmount,
    buyAmount: quote.buyAmount.amount,
    buyCurrency: quote.buyAmount.currency,
    paymentIdempotency: idempotency,
  });
  const full = { ...order, ...(worst !== undefined && { worst }), approval, idempotency, confirmDuplicate: true };
  return ctx((c) => sendCross(c, full));
}

async function asked(over: Over = {}): Promise<{ payment: PaymentView; uid: string; most: number; quote: Quoted }> {
  const quote = await quoted();
  const { team } = await priced(quote);
  const payment = await send(quote, { worst: team?.worst, ...over });
  return { payment, uid: payment.teamApproval?.uid ?? '', most: Number(team?.most.amount), quote };
}

const pound = (hundredths: number) =>
  sql`update rate.latest set per_euro = per_euro * 10000 / (10000 + ${hundredths}::numeric) where currency = 'GBP'`.execute(
    db,
  );
const shown = (id: string) => asCustomer(db, maker).run(showPayment, { id });
const money = () => standingOf(db, pounds);
const quoteState = async ({ quoteId }: Quoted) =>
  (await db.selectFrom('fx.quote').select('state').where('id', '=', quoteId).executeTakeFirstOrThrow()).state;
const whole = ['5000.00', '5000.00'];

describe('cross-currency payment that needs approval', () => {
  it('is refused with the worst case that its maker must agree to, and the quote stays usable', async () => {
    const quote = await quoted();
    const { team } = await priced(quote);
    const refusal = await expectNo(db, 'approval_required', () => send(quote, {}));
    expect(refusal.data).toEqual({ worst: team?.worst, currency: 'GBP' });
    expect(team?.least).toEqual({ amount: '1000.00', currency: 'EUR' });
    expect(Number(team?.worst) / Number(quote.sellAmount.amount)).toBeCloseTo(1 / 0.99, 3);
    expect(Number(team?.most.amount)).toBeCloseTo(Number(team?.worst) + 8, 2);
    await expectNo(db, 'approval_required', () => send(quote, { worst: '1.00' }));
    await expectNo(db, 'approval_invalid', () => send(quote, { worst: team?.worst, approvedWorst: '999.00' }));
    expect(await send(quote, { worst: team?.worst })).toMatchObject({ state: 'awaiting_approval' });
  });

  it('waits with the maximum debit held, and reports that its rate is open', async () => {
    const { payment, uid, most, quote } = await asked();
    expect(payment).toMatchObject({
      state: 'awaiting_approval',
      rateOpen: true,
      amount: { amount: '1000.00', currency: 'EUR' },
      total: { amount: most.toFixed(2), currency: 'GBP' },
      reason: expect.stringContaining('What it takes at most is set aside'),
    });
    expect(await money()).toEqual(['5000.00', (5000 - most).toFixed(2)]);
    expect(await quoteState(quote)).toBe('withdrawn');
    expect(await findMisfits(db)).toEqual([]);
    const request = await asCustomer(db, first).run(showRequest, { uid });
    expect(request.title).toBe(`Pay 1,000.00 EUR out of GBP to ${payee.name}`);
    expect(request.amount).toEqual({ amount: (most - 8).toFixed(2), currency: 'GBP' });
    expect(request.facts).toEqual(
      expect.arrayContaining([
        { label: 'Leaves your account', value: `At most ${most.toFixed(2)} GBP` },
        { label: 'Is sent to the payee', value: '1,000.00 EUR' },
      ]),
    );
  });

  it('is exchanged at the rate of the approval, and settles at exactly that rate', async () => {
    const { payment, uid, most } = await asked();
    await pound(-50);
    const now = await quoteAs(db, owner, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'approved' });
    const gone = await shown(payment.uid);
    expect(gone).toMatchObject({
      state: 'ready',
      rateOpen: false,
      amount: { amount: '1000.00' },
      exchange: { sold: now.sellAmount, shown: now.shown },
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
      applyAnswer(ctx, { id: payment.uid, attempt: 1 }, { status: 'accepted', document: '<accepted/>' }),
    );
    expect(await money()).toEqual([(5000 - total).toFixed(2), (5000 - total).toFixed(2)]);
    const done = await db
      .selectFrom('fx.conversion')
      .selectAll()
      .where('customer_id', '=', owner.customer.id)
      .execute();
    expect(done.map(({ sell_minor, buy_minor, cause }) => [Number(sell_minor) / 100, buy_minor, cause])).toEqual([
      [Number(now.sellAmount.amount), 100_000n, 'payment'],
    ]);
    expect([await findViolations(db), await findMisfits(db)]).toEqual([[], []]);
  });

  it('waits while the rate is worse than agreed, and is sent once it recovers', async () => {
    const { payment, uid } = await asked();
    await pound(-150);
    const refusal = await expectNo(db, 'rate_moved', () => approveAs(db, first, uid));
    expect(refusal.message).toMatch(
      /1,000\.00 EUR take .* GBP at the moment, more than the .* GBP that were agreed to/,
    );
    expect((await shown(payment.uid)).state).toBe('awaiting_approval');
    await pound(120);
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'approved' });
  });

  it('waits while the market is closed or the service is off', async () => {
    const { uid } = await asked();
    await givenMarket(db, 'block');
    await expectNo(db, 'market_closed', () => approveAs(db, first, uid));
    await givenMarket(db, 'open');
    const turn = (on: boolean) =>
      db.updateTable('payment.service').set({ is_on: on }).where('key', '=', 'payment.crosscurrency').execute();
    await turn(false);
    await expectNo(db, 'service_off', () => approveAs(db, first, uid));
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
        await pastDue(url, uid);
        await expireRequests(db, subjects);
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
        await db.updateTable('payment.payment').set({ sold_minor: 1n }).where('id', '=', payment.uid).execute();
        expect(await approveAs(db, first, uid)).toMatchObject({ state: 'void' });
      },
    ],
  ] as const)('%s holds no money and exchanged nothing', async (_, state, end) => {
    const given = await asked();
    await end(given);
    expect((await shown(given.payment.uid)).state).toBe(state);
    expect(await money()).toEqual(whole);
    const done = await db
      .selectFrom('fx.conversion')
      .selectAll()
      .where('customer_id', '=', owner.customer.id)
      .execute();
    expect([done, await findMisfits(db)]).toEqual([[], []]);
  });

  it('is the same payment after resubmission, with its own worst case until it is exchanged', async () => {
    const before = await asked();
    await rejectAs(db, first, before.uid);
    const { payment, uid } = await asked({ draftUid: before.payment.uid });
    expect(payment).toMatchObject({ uid: before.payment.uid, state: 'awaiting_approval', rateOpen: true });
    expect(await findMisfits(db)).toEqual([]);
    await approveAs(db, first, uid);
    expect((await shown(payment.uid)).state).toBe('ready');
    await asSystem(db, async (ctx) => {
      await enterState(ctx.tx, payment.uid, { state: 'submitted' });
      await applyAnswer(ctx, { id: payment.uid, attempt: 1 }, { status: 'settled', document: '<xml/>' });
    });
    expect([await findMisfits(db), await findViolations(db)]).toEqual([[], []]);
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
        ...(worst !== undefined && { worst }),
      };
      const idempotency = v7();
      const purpose = { operation: 'payment.global.crossrate' as const, ...figures, paymentIdempotency: idempotency };
      const order = { ...figures, idempotency, approval: await confirm(purpose) };
      return sendCrossAtRate({ transaction } as never, order);
    };
    const { data } = await expectNo(db, 'approval_required', () => attempt());
    const payment = await attempt(String(data?.worst));
    expect(payment).toMatchObject({ rateOpen: true, amount: { amount: data?.worst }, total: { amount: '208.00' } });
    const uid = payment.teamApproval?.uid ?? '';
    const request = await asCustomer(db, first).run(showRequest, { uid });
    expect(request.title).toBe(`Pay 200.00 GBP in EUR to ${payee.name}`);
    await pound(-120);
    await expectNo(db, 'rate_moved', () => approveAs(db, first, uid));
    await pound(200);
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'approved' });
    const gone = await shown(payment.uid);
    expect(Number(gone.amount.amount)).toBeGreaterThan(Number(data?.worst));
    expect(gone.total.amount).toBe('208.00');
    expect(await money()).toEqual(['5000.00', '4792.00']);
  });

  it('has no worst case below the approval threshold: it uses its quote', async () => {
    await giveRule(db, owner, { minAmount: '2000.00' });
    const quote = await quoteAs(db, owner, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
    expect((await asCustomer(db, owner).run(priceGlobal, { ...question(quote) })).team).toBeNull();
  });
});

const question = ({ quoteId }: Quoted) => ({
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
      await givenRates(db);
      const before = Number((await money())[1]);
      const { payment, uid, most } = await asked();
      for (const step of steps) {
        await pound(step);
        await approveAs(db, first, uid).catch(() => {});
      }
      const { state, total, amount } = await shown(payment.uid);
      const left = before - Number((await money())[1]);
      expect(amount.amount).toBe('1000.00');
      expect(Number(total.amount)).toBeLessThanOrEqual(most);
      expect(left).toBeCloseTo(Number(total.amount), 2);
      if (state === 'awaiting_approval') await recallAs(db, maker, uid);
    }),
    { numRuns: 3, seed: 93 },
  );
});
