import type { StandingOrderFx } from '@larkmere/contract/payments/standing-order-terms';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  setRequestExpiry,
} from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCredit,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, payees, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import {
  berlinPayee,
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  setLondonAddress,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import { countBankAccounts } from '../../accounts/bank-account/bank-account.read.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';

const { db, url } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let payee: Payee;
let clock: TestClock;
let me: Awaited<ReturnType<typeof createStandingOrderUser>>;

const longTime = { goodForSeconds: 10 * 365 * 86_400 };
const setRate = async (gbp: string) => {
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db, { ...quietDay, GBP: gbp }, longTime);
};

beforeEach(async () => {
  await setMarket(db, 'open');
  await setRate('0.8706');
  await sql`update payment.service_availability set is_on = true`.execute(db);
  who = await seedCustomer(db);
  await setLondonAddress(db, who);
  account = await seedAccount(db, who, { balance: '2000.00' });
  payee = await seedPayeeOf(db, who, berlinPayee);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await createStandingOrderUser(db, who, clock);
});

const holdTerms: StandingOrderFx = { amountSide: 'sent', floorRate: '1.14', onBreach: 'hold_and_ask', maxDebit: null };
const terms = (fx: Partial<StandingOrderFx> = {}, over: Parameters<typeof standingOrderTerms>[2] = {}) => {
  const whole = { ...holdTerms, ...fx };
  const currency = whole.amountSide === 'received' ? ('EUR' as const) : ('GBP' as const);
  return standingOrderTerms(account, payee, { amount: '100.00', currency, fx: whole, chargeType: 'SHA', ...over });
};
const runAt = (moment: string) => {
  clock.now = new Date(moment);
  return runStandingOrdersAt(db, clock);
};
const paymentsOf = async (uid: string) =>
  (
    await sql<object>`select p.kind, p.rail, p.currency, p.amount_minor::int as amount, p.sold_minor::int as sold, p.charge_bearer as bearer, q.state as quote
      from payment.payment p join standing_order.occurrence o on o.id = p.source_id join fx.quote q on q.id = p.quote_id
      where o.order_id = ${uid} order by o.day`.execute(db)
  ).rows;
const eventsOf = async (step: string) =>
  (
    await sql<{ payload: Record<string, string> }>`select payload from platform.event
      where topic = 'standing-order.updated' and payload->>'step' = ${step} and payload->>'customerId' = ${who.customer.id} order by id`.execute(
      db,
    )
  ).rows.map(({ payload }) => payload);
const firstRunAt = '2026-12-01T06:00:00Z';

describe('standing order from GBP to EUR', () => {
  it('sends a fixed amount once at the rate of the day', async () => {
    const order = await me.create(terms());
    expect(order).toMatchObject({
      terms: {
        fx: { amountSide: 'sent', floorRate: '1.1400', onBreach: 'hold_and_ask', maxDebit: null },
        chargeType: 'SHA',
      },
      source: { currency: 'GBP' },
      payee: { currency: 'EUR' },
      next: { amount: { amount: '100.00', currency: 'GBP' }, payDay: '2026-12-01' },
    });
    expect(await runAt(firstRunAt)).toBe(1);
    expect(await runAt(firstRunAt)).toBe(0);
    expect(await paymentsOf(order.uid)).toEqual([
      {
        kind: 'global_cross',
        rail: 'swift',
        currency: 'EUR',
        amount: 11446,
        sold: 10000,
        bearer: 'SHA',
        quote: 'used',
      },
    ]);
    expect(await balancesOf(db, account)).toEqual(['2000.00', '1892.00']);
    expect(await me.history(order.uid)).toMatchObject([
      { state: 'paid', amount: { amount: '100.00', currency: 'GBP' } },
    ]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('sends the amount to be received while the debit stays within the maximum', async () => {
    const order = await me.create(terms({ amountSide: 'received', maxDebit: '95.40', floorRate: null }));
    expect(order).toMatchObject({ shortfall: null, next: { amount: { amount: '100.00', currency: 'EUR' } } });
    await runAt(firstRunAt);
    expect(await paymentsOf(order.uid)).toMatchObject([{ amount: 10000, sold: 8737, quote: 'used' }]);
    expect(await balancesOf(db, account)).toEqual(['2000.00', '1904.63']);
    await setRate('0.8790');
    await runAt('2027-01-04T06:00:00Z'); // 1 January is a holiday in London and Frankfurt, then a weekend follows
    expect((await me.only()).next).toMatchObject({ state: 'held_fx', failure: { code: 'above_most' } });
    expect(await balancesOf(db, account)).toEqual(['2000.00', '1904.63']);
  });

  it.each([
    ['of what is sent', {}, '107.99', '108.00'],
    ['of what is received, at the price of now', { amountSide: 'received', maxDebit: '500.00' }, '95.36', '95.37'],
    ['of no more than was allowed', { amountSide: 'received', maxDebit: '90.00' }, '89.99', '90.00'],
  ] as const)('warns of a shortfall when the fee %s is not covered', async (_, fx, balance, needed) => {
    account = await seedAccount(db, who, { balance });
    await me.create(terms({ floorRate: null, ...fx }));
    expect(await me.only()).toMatchObject({ required: { amount: needed }, shortfall: { amount: '0.01' } });
    await seedCredit(db, account, '0.01');
    expect(await me.only()).toMatchObject({ required: null, shortfall: null });
  });

  it('forecasts the maximum debit while no rate is available', async () => {
    account = await seedAccount(db, who, { balance: '100.00' });
    await me.create(terms({ floorRate: null, amountSide: 'received', maxDebit: '120.00' }));
    expect((await me.only()).shortfall).toBeNull();
    await db.deleteFrom('rate.latest').execute();
    expect(await me.only()).toMatchObject({ required: { amount: '120.00' }, shortfall: { amount: '20.00' } });
  });

  it('skips holidays of both sides, on the clock of the account', async () => {
    const order = await me.create(terms({}, { startDate: '2026-12-26', frequency: 'monthly' }));
    expect(order.next).toMatchObject({ payDay: '2026-12-29', nextAttemptAt: '2026-12-29T06:00:00.000Z' }); // 26 December is a Saturday, and Monday is the substitute holiday
    const may = await me.create(terms({}, { startDate: '2027-05-03' }));
    expect(may.next).toMatchObject({ payDay: '2027-05-04' }); // an English bank holiday only
    await expect(me.create(terms({}, { nonWorkingDay: 'exact' }))).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['fx', { fx: undefined }],
    ['chargeType', { chargeType: undefined }],
    ['fx.floorRate', { fx: { ...holdTerms, floorRate: '0.0' } }],
    ['fx.most', { fx: { ...holdTerms, maxDebit: '100.00' } }],
    ['fx.most', { fx: { ...holdTerms, amountSide: 'received', maxDebit: null }, currency: 'EUR' }],
  ] as const)('refuses a wrong %s', async (field, over) => {
    await expect(me.create({ ...terms(), ...over })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: `terms.${field}` }],
    });
  });

  it('refuses the wrong currency, a disabled conversion service and a payer without an address', async () => {
    await expect(me.create({ ...terms(), currency: 'EUR' })).rejects.toMatchObject({ code: 'account_not_usable' });
    await expect(me.create(terms({ amountSide: 'received', maxDebit: '0.00' }))).rejects.toMatchObject({
      code: 'amount_invalid',
    });
    await sql`update payment.service_availability set is_on = false where key = 'payment.crosscurrency'`.execute(db);
    await expect(me.create(terms())).rejects.toMatchObject({ code: 'service_off' });
    await sql`update customer.customer set address = null where id = ${who.customer.id}`.execute(db);
    await expect(me.create(terms())).rejects.toMatchObject({ code: 'payer_address_missing' });
  });

  it('requires an authorisation of every exchange term', async () => {
    const idempotency = v7();
    const approval = await me.approveTerms(terms(), null, null, idempotency);
    const others = [
      terms({ floorRate: '1.13' }),
      terms({ floorRate: null }),
      terms({ onBreach: 'pay_anyway' }),
      terms({}, { chargeType: 'OUR' }),
    ];
    for (const other of others)
      await expectRefusal(db, 'authorisation_invalid', () => me.createWith(other, approval, idempotency));
    const received = { amountSide: 'received', maxDebit: '95.40' } as const;
    const key = v7();
    const forMost = await me.approveTerms(terms(received), null, null, key);
    await expectRefusal(db, 'authorisation_invalid', () =>
      me.createWith(terms({ ...received, maxDebit: '95.41' }), forMost, key),
    );
    await me.createWith(terms(received), forMost, key);
  });

  it('retries while no rate is available, then fails', async () => {
    const { uid } = await me.create(terms());
    await db.deleteFrom('rate.latest').execute();
    for (const at of ['06:00', '09:00', '13:00', '17:00']) await runAt(`2026-12-01T${at}:00Z`);
    expect(await me.history(uid)).toMatchObject([
      { state: 'failed', attempts: 4, failure: { code: 'rate_unavailable' } },
    ]);
  });

  it('pays abroad in one currency', async () => {
    const euros = await seedAccount(db, who, { currency: 'EUR', iban: 'GB17LARK04062141728856', balance: '500.00' });
    const order = await me.create(standingOrderTerms(euros, payee, { chargeType: 'OUR', amount: '100.00' }));
    await runAt('2026-12-01T05:00:00Z');
    expect(await me.history(order.uid)).toMatchObject([{ state: 'paid' }]);
    const { rows } =
      await sql`select kind, rail, charge_bearer from payment.payment where source = 'standing_order' and payee_id = ${payee.id}`.execute(
        db,
      );
    expect(rows).toEqual([{ kind: 'global_same', rail: 'swift', chargeBearer: 'OUR' }]);
  });
});

describe('rate below the floor', () => {
  const questions = async (by = who) => (await asCustomer(db, by).run(countBankAccounts, {})).standingOrdersToDecide;
  const held = async (fx: Partial<StandingOrderFx> = {}) => {
    const order = await me.create(terms(fx));
    await setRate('0.9000');
    await runAt(firstRunAt);
    return order;
  };

  it('holds the date and notifies the customer of the deadline', async () => {
    await held();
    expect((await me.only()).next).toMatchObject({
      state: 'held_fx',
      question: { rate: '1.1072', answerBy: '2026-12-03T17:00:00.000Z' },
      failure: {
        code: 'below_floor',
        message: expect.stringContaining('right now, below your minimum of 1 GBP = 1.1400 EUR (1 EUR = 0.8772 GBP).'),
      },
    });
    expect(await eventsOf('held')).toMatchObject([{ until: '2026-12-03T17:00:00.000Z', amount: '100.00' }]);
    expect(await questions()).toBe(1);
    expect(await questions(await seedColleague(db, who, 'approver'))).toBe(0);
    expect(await balancesOf(db, account)).toEqual(['2000.00', '2000.00']);
    expect(await runAt('2026-12-03T16:59:59Z')).toBe(0);
  });

  it('skips the date when nobody answers, and plans the next', async () => {
    const { uid } = await held();
    await runAt('2026-12-03T17:00:00Z');
    expect(await me.history(uid)).toMatchObject([{ state: 'skipped', failure: { code: 'unanswered' } }]);
    expect(await questions()).toBe(0);
    expect((await me.only()).next).toMatchObject({ day: '2027-01-01', state: 'upcoming' });
    expect(await eventsOf('skipped')).toHaveLength(1);
    expect(await balancesOf(db, account)).toEqual(['2000.00', '2000.00']);
  });

  it('pays anyway or skips at once, as the customer chose', async () => {
    const paid = await held({ onBreach: 'pay_anyway' });
    expect(await paymentsOf(paid.uid)).toMatchObject([{ sold: 10000, amount: 11072 }]);
    await setRate('0.8706');
    clock.now = new Date('2026-11-21T10:00:00Z');
    const { uid } = await held({ onBreach: 'skip' });
    expect(await me.history(uid)).toMatchObject([{ state: 'skipped', failure: { code: 'below_floor' } }]);
  });

  it('never exceeds the maximum debit, even with pay_anyway', async () => {
    await held({ amountSide: 'received', maxDebit: '95.40', floorRate: null, onBreach: 'pay_anyway' });
    expect((await me.only()).next).toMatchObject({ state: 'held_fx', failure: { code: 'above_most' } });
  });

  it('pays once at the displayed rate when the customer confirms', async () => {
    const { uid } = await held({ amountSide: 'received', maxDebit: '95.40' });
    const answer = await me.answerFor(uid, '2026-12-01', { side: 'buy', amount: '100.00' });
    await expectRefusal(db, 'authorisation_invalid', () => me.payHeld({ ...answer, idempotency: v7() }));
    await me.payHeld(answer);
    expect(await paymentsOf(uid)).toMatchObject([{ amount: 10000, sold: 9032, quote: 'used' }]);
    expect(await balancesOf(db, account)).toEqual(['2000.00', '1901.68']);
    expect(await me.only()).toMatchObject({ paid: { count: 1 }, next: { day: '2027-01-01', state: 'upcoming' } });
    expect(await me.history(uid)).toMatchObject([{ state: 'paid', failure: null, question: null }]);
    await expectRefusal(db, 'order_changed', () => me.payHeld(answer));
    await runAt('2026-12-03T17:00:00Z');
    expect(await paymentsOf(uid)).toHaveLength(1);
    expect(await findViolations(db)).toEqual([]);
  });

  it('creates a payment that awaits approval, within the agreed limits', async () => {
    const { uid } = await held({ amountSide: 'received', maxDebit: '95.40' });
    const approver = await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { minAmount: '50.00' });
    const answer = (worst?: string) => me.answerFor(uid, '2026-12-01', { side: 'buy', amount: '100.00' }, worst);
    const without = await answer();
    const refusal = await me.payHeld(without).then(
      () => expect.fail('it was paid'),
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ code: 'approval_required', data: { worst: '91.23', currency: 'GBP' } });
    expect((await me.only()).next?.state).toBe('held_fx');
    await me.payHeld(await answer('91.23'));
    expect(await paymentsOf(uid)).toMatchObject([{ amount: 10000, sold: 9123, quote: 'withdrawn' }]);
    expect(await balancesOf(db, account)).toEqual(['2000.00', '1900.77']);
    expect(await me.history(uid)).toMatchObject([{ state: 'due', failure: { code: 'awaiting_approval' } }]);
    expect((await me.only()).paid.count).toBe(0);
    const id = await askedNow();
    expect(await approveAs(db, approver, id, {}, clock.now)).toMatchObject({ state: 'approved' });
    expect(await paymentsOf(uid)).toMatchObject([{ amount: 10000, sold: 9032, quote: 'used' }]);
    expect(await balancesOf(db, account)).toEqual(['2000.00', '1901.68']);
    expect(await me.history(uid)).toMatchObject([{ state: 'paid', failure: null }]);
    expect((await me.only()).paid.count).toBe(1);
    expect(await findViolations(db)).toEqual([]);
  });

  const askedNow = async (): Promise<string> => {
    const { id } = await db
      .selectFrom('approval.request')
      .select('id')
      .where('makerId', '=', who.user.id)
      .executeTakeFirstOrThrow();
    await setRequestExpiry(url, id, new Date('2100-01-01'));
    return id;
  };

  it('reports a payment that a colleague rejected as failed, and does not count it', async () => {
    const { uid } = await held({ amountSide: 'received', maxDebit: '95.40' });
    const approver = await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { minAmount: '50.00' });
    await me.payHeld(await me.answerFor(uid, '2026-12-01', { side: 'buy', amount: '100.00' }, '91.23'));
    await rejectAs(db, approver, await askedNow(), 'Wait for a better rate');
    expect(await me.history(uid)).toMatchObject([
      {
        state: 'failed',
        failure: { code: 'draft', message: `${approver.user.name} sent it back: Wait for a better rate` },
      },
    ]);
    expect((await me.only()).paid).toMatchObject({ count: 0, total: { amount: '0.00' } });
    expect(await balancesOf(db, account)).toEqual(['2000.00', '2000.00']);
  });

  it('accepts one of two concurrent answers at the deadline', async () => {
    for (let n = 0; n < 8; n += 1) {
      await setRate('0.8706');
      clock.now = new Date('2026-11-21T10:00:00Z');
      const { uid } = await held();
      const answer = () => me.answerFor(uid, '2026-12-01', { side: 'sell', amount: '100.00' });
      const [one, other] = [await answer(), await answer()];
      const late = clockAt('2026-12-03T17:00:00Z');
      const ends = [runStandingOrdersAt(db, late), me.payHeld(one), me.payHeld(other), runStandingOrdersAt(db, late)];
      await Promise.allSettled(n % 2 === 0 ? ends : ends.toReversed());
      const past = await me.history(uid);
      expect(past).toHaveLength(1);
      expect(await paymentsOf(uid)).toHaveLength(past[0]?.state === 'paid' ? 1 : 0);
      await me.cancel(uid);
    }
    expect(await findViolations(db)).toEqual([]);
  });

  it('refuses an answer with another amount, by another customer, after the deadline or while paused', async () => {
    const { uid } = await held();
    const answer = (amount: string) => me.answerFor(uid, '2026-12-01', { side: 'sell', amount });
    const pays = async (code: Parameters<typeof expectRefusal>[1], amount = '100.00') => {
      const given = await answer(amount);
      await expectRefusal(db, code, () => me.payHeld(given));
    };
    await pays('order_changed', '100.01');
    const mine = await answer('100.00');
    const other = await createStandingOrderUser(db, await seedCustomer(db), clock);
    await expectRefusal(db, 'not_found', () => other.payHeld(mine));
    await expectRefusal(db, 'price_changed', () => me.payHeld({ ...mine, fee: '7.00' }));
    await me.pause(uid);
    await pays('invalid_transition');
    await me.resume(uid);
    clock.now = new Date('2026-12-03T17:00:00Z');
    await pays('invalid_transition');
  });

  it('allows a held date to be skipped and refuses to change the meaning of its amount', async () => {
    const { uid } = await held();
    const order = await me.only();
    await expect(me.edit(order, terms({ amountSide: 'received', maxDebit: '200.00' }))).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    const edited = await me.edit(order, terms({ floorRate: '1.10' }));
    expect(edited.next).toMatchObject({ state: 'held_fx' });
    await me.skip(uid, '2026-12-01');
    expect(await me.history(uid)).toMatchObject([{ state: 'skipped', failure: { code: 'skipped' } }]);
    await runAt('2027-01-04T06:00:00Z');
    expect(await paymentsOf(uid)).toHaveLength(1);
  });

  it('refuses an exchange for a payee type that supports domestic payments only', async () => {
    const home = await seedPayeeOf(db, who, payees.klaus);
    await expect(me.create({ ...terms(), payeeUid: home.id, chargeType: undefined })).rejects.toMatchObject({
      code: 'account_not_usable',
    });
  });
});
