import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  expectRefusalAfterSignIn,
  seedApprovalRule,
  seedColleague,
} from '../../../../../test/fixtures/approval.ts';
import { createTrader, runAutoFxAtRate, termsFor } from '../../../../../test/fixtures/auto-fx.ts';
import {
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { payOnFill } from '../../payments/domestic/pay-on-fill.ts';
import { cancelAutoFx, pauseAutoFx, resumeAutoFx } from './change-order.ts';

const { db } = await createDatabase();
let owner: TestUser;
let maker: TestUser;
let first: TestUser;
let second: TestUser;
let pounds: BankAccount;
let baht: BankAccount;
let payee: Payee;
let me: Awaited<ReturnType<typeof createTrader>>;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  await sql`update auto_fx.auto_order set state = 'cancelled', hold_id = null, held_minor = null where state not in ('filled', 'failed_final', 'expired', 'cancelled')`.execute(
    db,
  );
  await db.deleteFrom('auto_fx.order_trigger').execute();
  owner = await seedCustomer(db, { business: true });
  maker = await seedColleague(db, owner, 'maker');
  first = await seedColleague(db, owner, 'approver');
  second = await seedColleague(db, owner, 'approver');
  pounds = await seedAccount(db, owner, { balance: '1000.00' });
  baht = await seedAccount(db, owner, { currency: 'THB', balance: '90000.00' });
  payee = await seedPayee(db, owner);
  me = await createTrader(db, owner);
});

const [higher, lower] = ['38.20', '37.20'];
type Over = Parameters<typeof termsFor>[1];
const terms = (over: Over = {}) => termsFor({ source: pounds, target: baht }, over);
const payOn = (most = '5000.00', over: Over = {}) =>
  termsFor(
    { source: baht, target: pounds },
    {
      sell: 'THB',
      buy: 'GBP',
      amount: '43000.00',
      targetRate: '43.0000',
      targetBase: 'GBP',
      afterFill: { payeeUid: payee.id, payeeVersion: payee.version, maxAmount: most, reference: 'Rent' },
      ...over,
    },
  );
type Order = Awaited<ReturnType<typeof me.place>>;
const uidOf = ({ approvalRequest }: Order) => approvalRequest?.uid ?? '';
const orderInput = ({ uid }: Order) => ({ uid, idempotency: crypto.randomUUID() });
const createRule = (minAmount = '5000.00', approvers = 1) => seedApprovalRule(db, owner, { minAmount, approvers });
const moveTime = (uid: string, what: string) =>
  sql`update auto_fx.auto_order set ${sql.raw(what)} where id = ${uid}`.execute(db);
const findPayments = async () => {
  const { rows } = await sql<{ payload: object }>`select payload from platform.event
    where topic = 'auto-fx.payment_due' and payload->>'customerId' = ${owner.customer.id} order by id`.execute(db);
  for (const { payload } of rows)
    await asSystem(db, (ctx) => payOnFill(ctx, { eventId: 1n, payload: payload as never }));
  const payments = await sql<{ amount: string }>`select amount_minor::text as amount from payment.payment
    where customer_id = ${owner.customer.id} order by id`.execute(db);
  return payments.rows.map(({ amount }) => amount);
};

describe('order with a payment that requires approval', () => {
  it('does not trigger before approval, then exchanges and pays without another approval', async () => {
    await createRule('5000.00', 2);
    const order = await me.place(payOn());
    expect(order).toMatchObject({
      state: 'pending_approval',
      approvalRequest: { state: 'open', approvedCount: 0, requiredCount: 2 },
    });
    await runAutoFxAtRate(db, lower);
    expect(await approveAs(db, first, uidOf(order))).toMatchObject({
      state: 'open',
      title: 'When 1 THB = 0.023255 GBP (1 GBP = 43.0000 THB) or more, exchange 43,000.00 THB into GBP',
      amount: { amount: '43000.00', currency: 'THB' },
      details: expect.arrayContaining([
        { label: 'Then pays', value: payee.name },
        { label: 'Up to, each time', value: '5,000.00 GBP' },
      ]),
    });
    await runAutoFxAtRate(db, lower);
    expect(await me.only()).toMatchObject({ state: 'pending_approval', fills: [] });
    expect(await approveAs(db, second, uidOf(order))).toMatchObject({ state: 'approved' });
    await seedApprovalRule(db, owner, { minAmount: '1.00' });
    await runAutoFxAtRate(db, lower);
    expect(await me.only()).toMatchObject({
      state: 'filled',
      approvalRequest: { state: 'approved', approvedCount: 2 },
    });
    expect(await findPayments()).toEqual(['100231']);
    expect(await findViolations(db)).toEqual([]);
  });

  it('needs no approval below the threshold or without a payment', async () => {
    await createRule();
    expect(await me.place(payOn('4999.99'))).toMatchObject({ state: 'active', approvalRequest: null });
    await seedApprovalRule(db, owner, { minAmount: '0' });
    expect(await me.place(terms())).toMatchObject({ state: 'active', approvalRequest: null });
  });

  it('collects the approvals of both the payment rule and the conversion rule', async () => {
    await seedApprovalRule(db, owner, { scope: 'fx', minAmount: '500.00' });
    expect(await me.place(terms({ amount: '499.99' }))).toMatchObject({ state: 'active' });
    expect(await me.place(terms())).toMatchObject({ state: 'pending_approval', approvalRequest: { requiredCount: 1 } });
    const unknown = terms({ amountMode: 'all_available', amount: null });
    expect(await me.place(unknown)).toMatchObject({ state: 'pending_approval' });
    await createRule('5000.00', 2);
    const order = await me.place(payOn());
    expect(order).toMatchObject({ approvalRequest: { requiredCount: 2 } });
    await approveAs(db, first, uidOf(order));
    expect(await approveAs(db, second, uidOf(order))).toMatchObject({ state: 'approved', requirements: [{}, {}] });
  });

  it('placed before the rule exchanges but does not pay', async () => {
    await me.place(payOn());
    await createRule('1000.00');
    await runAutoFxAtRate(db, lower);
    expect(await me.only()).toMatchObject({ state: 'filled' });
    expect(await findPayments()).toEqual([]);
  });

  it('is void when its payee changed before approval', async () => {
    await createRule();
    const order = await me.place(payOn());
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('id', '=', payee.id).execute();
    expect(await approveAs(db, first, uidOf(order))).toMatchObject({ state: 'void' });
    expect(await me.only()).toMatchObject({ state: 'cancelled' });
  });

  it('is refused for an approver, and when nobody could approve', async () => {
    await createRule();
    const people = [first.user.id, second.user.id];
    const theirs = await createTrader(db, first);
    await expectRefusalAfterSignIn(db, 'access_denied', () => theirs.place(terms()));
    await db
      .updateTable('customer.membership')
      .set({ state: 'suspended', reason: 'Left' })
      .where('userId', 'in', people)
      .execute();
    await expectRefusalAfterSignIn(db, 'approval_required', () => me.place(payOn()));
  });
});

describe('order of a maker', () => {
  let mine: Awaited<ReturnType<typeof createTrader>>;
  beforeEach(async () => {
    mine = await createTrader(db, maker);
  });

  it('always requires one approval and holds the reserved money once', async () => {
    const order = await mine.place(terms({ reserve: true }));
    expect(order).toMatchObject({ state: 'pending_approval', reserved: { amount: '500.00' } });
    expect(await balancesOf(db, pounds)).toEqual(['1000.00', '500.00']);
    await runAutoFxAtRate(db, higher);
    await approveAs(db, owner, uidOf(order));
    expect(await balancesOf(db, pounds)).toEqual(['1000.00', '500.00']);
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled' });
    expect(await balancesOf(db, pounds)).toEqual(['500.00', '500.00']);
  });

  it('expires on its last day while pending, and the request is void', async () => {
    const order = await mine.place(terms({ reserve: true, validUntil: inDays(3) }));
    await moveTime(order.uid, `valid_until = now()`);
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'expired', reserved: null, approvalRequest: { state: 'void' } });
    expect(await balancesOf(db, pounds)).toEqual(['1000.00', '1000.00']);
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approveAs(db, first, uidOf(order)));
  });

  it('can only be cancelled by its maker while pending, which voids the request', async () => {
    const order = await mine.place(terms());
    for (const turn of [pauseAutoFx, resumeAutoFx])
      await expectRefusalAfterSignIn(db, 'invalid_transition', () =>
        mine.inside((ctx) => turn(ctx, orderInput(order))),
      );
    await mine.inside((ctx) => cancelAutoFx(ctx, orderInput(order)));
    expect(await me.only()).toMatchObject({ state: 'cancelled', approvalRequest: { state: 'void' } });
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approveAs(db, first, uidOf(order)));
  });

  it('edited while pending requires new approvals', async () => {
    await seedApprovalRule(db, owner, { minAmount: '5000.00', approvers: 2 });
    const order = await mine.place(payOn('5000.00'));
    await approveAs(db, first, uidOf(order));
    const dearer = await mine.edit(order, payOn('6000.00'));
    expect(dearer).toMatchObject({
      state: 'pending_approval',
      version: 2,
      approvalRequest: { state: 'open', approvedCount: 0 },
    });
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approveAs(db, second, uidOf(order)));
    await expect(mine.edit(order, payOn('7000.00'))).rejects.toMatchObject({ code: 'order_changed' });
  });

  it('edited while active stops until the change is approved, and a paused order stays paused', async () => {
    const order = await mine.place(terms());
    await approveAs(db, first, uidOf(order));
    const changed = await mine.edit(await me.only(), terms({ amount: '300.00' }));
    expect(changed).toMatchObject({ state: 'pending_approval', version: 2 });
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'pending_approval', fills: [] });
    await approveAs(db, first, uidOf(changed));
    await mine.inside((ctx) => pauseAutoFx(ctx, orderInput(changed)));
    const again = await mine.edit(await me.only(), terms({ amount: '200.00' }));
    const last = await mine.edit(again, terms({ amount: '100.00' }));
    expect(last).toMatchObject({ state: 'pending_approval', version: 4 });
    await approveAs(db, first, uidOf(last));
    expect(await me.only()).toMatchObject({ state: 'paused', terms: { amount: '100.00' } });
  });

  it('is approved exactly as requested or void', async () => {
    for (const what of ['amount_minor = 50001', 'target = 40', 'valid_until = null', "off_hours = 'execute'"]) {
      const order = await mine.place(terms({ validUntil: inDays(3) }));
      await moveTime(order.uid, what);
      const { state } = await approveAs(db, first, uidOf(order)).catch(() => ({ state: 'refused' }));
      expect([what, state]).toEqual([what, 'void']);
    }
  });

  it('skips days that passed while pending, and is void when no day is left', async () => {
    const on = { type: 'schedule', targetRate: null, startsAt: daysFromNow(1) } as const;
    const later = new Date(Date.parse(daysFromNow(3)) + 3_600_000);
    const daily = await mine.place(terms({ ...on, repeat: 'daily' }));
    await approveAs(db, first, uidOf(daily), {}, later);
    expect(await me.only()).toMatchObject({
      state: 'active',
      nextRunAt: daysFromNow(4),
      terms: { startsAt: daysFromNow(1) },
    });
    const once = await mine.place(terms(on));
    expect(await approveAs(db, first, uidOf(once), {}, later)).toMatchObject({
      state: 'void',
      note: 'Choose today or a later date. Nothing was exchanged.',
    });
  });
});

const daysFromNow = (days: number): string => `${dayAhead(days)}T09:00:00.000Z`;
const inDays = (days: number): string => daysFromNow(days).slice(0, 10);
