import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asSystem,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
} from '../../../../test/given.ts';
import { termsFor, tick, trader } from '../../../../test/given-auto-fx.ts';
import { givenMarket } from '../../../../test/given-fx.ts';
import { standingOf } from '../../../../test/given-payment.ts';
import { givenRates } from '../../../../test/given-rate.ts';
import {
  approveAs,
  expectNo,
  givenColleague,
  giveRule,
  pastDue,
  recallAs,
  rejectAs,
} from '../../../../test/given-team.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { Payee } from '../payee/payee.ts';
import { subjects } from '../subjects.ts';
import { expireRequests } from '../team-approval/expire-requests.ts';
import { payAfterFill } from './after-fill.ts';
import { cancelAutoFx, pauseAutoFx, resumeAutoFx } from './turn-auto-fx.ts';

const { db, url } = await givenDatabase();
let owner: Given;
let maker: Given;
let first: Given;
let second: Given;
let pounds: BankAccount;
let baht: BankAccount;
let payee: Payee;
let me: Awaited<ReturnType<typeof trader>>;

beforeEach(async () => {
  await givenMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await givenRates(db);
  await sql`update auto_fx.auto_order set state = 'cancelled', hold_id = null, held_minor = null where state not in ('filled', 'failed_final', 'expired', 'cancelled')`.execute(
    db,
  );
  await db.deleteFrom('auto_fx.firing').execute();
  owner = await givenCustomer(db, { business: true });
  maker = await givenColleague(db, owner, 'maker');
  first = await givenColleague(db, owner, 'approver');
  second = await givenColleague(db, owner, 'approver');
  pounds = await givenAccount(db, owner, { balance: '1000.00' });
  baht = await givenAccount(db, owner, { currency: 'THB', balance: '90000.00' });
  payee = await givenPayee(db, owner);
  me = await trader(db, owner);
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
      afterFill: { payeeUid: payee.id, payeeVersion: payee.version, most, reference: 'Rent' },
      ...over,
    },
  );
type Order = Awaited<ReturnType<typeof me.place>>;
const uidOf = ({ teamApproval }: Order) => teamApproval?.uid ?? '';
const named = ({ uid }: Order) => ({ uid, idempotency: crypto.randomUUID() });
const rule = (minAmount = '5000.00', approvers = 1) => giveRule(db, owner, { minAmount, approvers });
const age = (uid: string, what: string) =>
  sql`update auto_fx.auto_order set ${sql.raw(what)} where id = ${uid}`.execute(db);
const paid = async () => {
  const { rows } = await sql<{ payload: object }>`select payload from kernel.event
    where topic = 'auto-fx.payment-due' and payload->>'customerId' = ${owner.customer.id} order by id`.execute(db);
  for (const { payload } of rows)
    await asSystem(db, (ctx) => payAfterFill(ctx, { eventId: 1n, payload: payload as never }));
  const payments = await sql<{ amount: string }>`select amount_minor::text as amount from payment.payment
    where customer_id = ${owner.customer.id} order by id`.execute(db);
  return payments.rows.map(({ amount }) => amount);
};

describe('order with a payment that requires approval', () => {
  it('does not trigger before approval, then exchanges and pays without another approval', async () => {
    await rule('5000.00', 2);
    const order = await me.place(payOn());
    expect(order).toMatchObject({ state: 'pending_approval', teamApproval: { state: 'open', given: 0, needed: 2 } });
    await tick(db, lower);
    expect(await approveAs(db, first, uidOf(order))).toMatchObject({
      state: 'open',
      title: 'When 1 THB = 0.023255 GBP (1 GBP = 43.0000 THB) or more, exchange 43,000.00 THB into GBP',
      amount: { amount: '43000.00', currency: 'THB' },
      facts: expect.arrayContaining([
        { label: 'Then pays', value: payee.name },
        { label: 'Each time at most', value: '5,000.00 GBP' },
      ]),
    });
    await tick(db, lower);
    expect(await me.only()).toMatchObject({ state: 'pending_approval', fills: [] });
    expect(await approveAs(db, second, uidOf(order))).toMatchObject({ state: 'approved' });
    await giveRule(db, owner, { minAmount: '1.00' });
    await tick(db, lower);
    expect(await me.only()).toMatchObject({ state: 'filled', teamApproval: { state: 'approved', given: 2 } });
    expect(await paid()).toEqual(['100231']);
    expect(await findViolations(db)).toEqual([]);
  });

  it('needs no approval below the threshold or without a payment', async () => {
    await rule();
    expect(await me.place(payOn('4999.99'))).toMatchObject({ state: 'active', teamApproval: null });
    await giveRule(db, owner, { minAmount: '0' });
    expect(await me.place(terms())).toMatchObject({ state: 'active', teamApproval: null });
  });

  it('collects the approvals of both the payment rule and the conversion rule', async () => {
    await giveRule(db, owner, { scope: 'fx', minAmount: '500.00' });
    expect(await me.place(terms({ amount: '499.99' }))).toMatchObject({ state: 'active' });
    expect(await me.place(terms())).toMatchObject({ state: 'pending_approval', teamApproval: { needed: 1 } });
    const unknown = terms({ amountMode: 'all_available', amount: null });
    expect(await me.place(unknown)).toMatchObject({ state: 'pending_approval' });
    await rule('5000.00', 2);
    const order = await me.place(payOn());
    expect(order).toMatchObject({ teamApproval: { needed: 2 } });
    await approveAs(db, first, uidOf(order));
    expect(await approveAs(db, second, uidOf(order))).toMatchObject({ state: 'approved', demands: [{}, {}] });
  });

  it('placed before the rule exchanges but does not pay', async () => {
    await me.place(payOn());
    await rule('1000.00');
    await tick(db, lower);
    expect(await me.only()).toMatchObject({ state: 'filled' });
    expect(await paid()).toEqual([]);
  });

  it('is void when its payee changed before approval', async () => {
    await rule();
    const order = await me.place(payOn());
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('id', '=', payee.id).execute();
    expect(await approveAs(db, first, uidOf(order))).toMatchObject({ state: 'void' });
    expect(await me.only()).toMatchObject({ state: 'cancelled' });
  });

  it('is refused for an approver, and when nobody could approve', async () => {
    await rule();
    const people = [first.person.id, second.person.id];
    const theirs = await trader(db, first);
    await expectNo(db, 'access_denied', () => theirs.place(terms()));
    await db.updateTable('customer.person').set({ status: 'suspended' }).where('id', 'in', people).execute();
    await expectNo(db, 'approval_required', () => me.place(payOn()));
  });
});

describe('order of a maker', () => {
  let mine: Awaited<ReturnType<typeof trader>>;
  beforeEach(async () => {
    mine = await trader(db, maker);
  });

  it('always requires one approval and holds the reserved money once', async () => {
    const order = await mine.place(terms({ reserve: true }));
    expect(order).toMatchObject({ state: 'pending_approval', reserved: { amount: '500.00' } });
    expect(await standingOf(db, pounds)).toEqual(['1000.00', '500.00']);
    await tick(db, higher);
    await approveAs(db, owner, uidOf(order));
    expect(await standingOf(db, pounds)).toEqual(['1000.00', '500.00']);
    await tick(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled' });
    expect(await standingOf(db, pounds)).toEqual(['500.00', '500.00']);
  });

  it('cannot be approved by its maker, another maker, a viewer or an outsider', async () => {
    const order = await mine.place(terms());
    await expectNo(db, 'approver_conflict', () => approveAs(db, maker, uidOf(order)));
    const [other, viewer] = [await givenColleague(db, owner, 'maker'), await givenColleague(db, owner, 'viewer')];
    await expectNo(db, 'access_denied', () => approveAs(db, other, uidOf(order)));
    await expectNo(db, 'access_denied', () => approveAs(db, viewer, uidOf(order)));
    const stranger = await givenCustomer(db);
    await expectNo(db, 'not_found', () => approveAs(db, stranger, uidOf(order)));
  });

  it('starts once when two people approve at the same time', async () => {
    const order = await mine.place(terms());
    const both = await Promise.allSettled([first, second].map((each) => approveAs(db, each, uidOf(order))));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await me.only()).toMatchObject({ state: 'active', teamApproval: { state: 'approved', given: 1 } });
  });

  it('is either approved or withdrawn when both happen at the same time', async () => {
    const order = await mine.place(terms({ reserve: true }));
    const both = await Promise.allSettled([approveAs(db, first, uidOf(order)), recallAs(db, maker, uidOf(order))]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { state, reserved, teamApproval } = await me.only();
    expect([state, teamApproval?.state, reserved?.amount]).toEqual(
      state === 'active' ? ['active', 'approved', '500.00'] : ['cancelled', 'recalled', undefined],
    );
  });

  it.each([
    ['rejected', 'cancelled', (uid: string) => rejectAs(db, first, uid, 'Too much at once')],
    ['recalled', 'cancelled', (uid: string) => recallAs(db, maker, uid)],
    [
      'expired',
      'expired',
      async (uid: string) => {
        await pastDue(url, uid);
        await expireRequests(db, subjects);
      },
    ],
  ] as const)('%s, ends and releases the held money', async (end, state, make) => {
    const order = await mine.place(terms({ reserve: true }));
    await make(uidOf(order));
    expect(await me.only()).toMatchObject({ state, reserved: null, teamApproval: { state: end } });
    expect(await standingOf(db, pounds)).toEqual(['1000.00', '1000.00']);
    await expectNo(db, 'invalid_transition', () => approveAs(db, first, uidOf(order)));
    await tick(db, higher);
    expect(await me.only()).toMatchObject({ state, fills: [] });
  });

  it('expires on its last day while pending, and the request is void', async () => {
    const order = await mine.place(terms({ reserve: true, validUntil: inDays(3) }));
    await age(order.uid, `valid_until = now()`);
    await tick(db, higher);
    expect(await me.only()).toMatchObject({ state: 'expired', reserved: null, teamApproval: { state: 'void' } });
    expect(await standingOf(db, pounds)).toEqual(['1000.00', '1000.00']);
    await expectNo(db, 'invalid_transition', () => approveAs(db, first, uidOf(order)));
  });

  it('can only be cancelled by its maker while pending, which voids the request', async () => {
    const order = await mine.place(terms());
    for (const turn of [pauseAutoFx, resumeAutoFx])
      await expectNo(db, 'invalid_transition', () => mine.inside((ctx) => turn(ctx, named(order))));
    await mine.inside((ctx) => cancelAutoFx(ctx, named(order)));
    expect(await me.only()).toMatchObject({ state: 'cancelled', teamApproval: { state: 'void' } });
    await expectNo(db, 'invalid_transition', () => approveAs(db, first, uidOf(order)));
  });

  it('edited while pending requires new approvals', async () => {
    await giveRule(db, owner, { minAmount: '5000.00', approvers: 2 });
    const order = await mine.place(payOn('5000.00'));
    await approveAs(db, first, uidOf(order));
    const dearer = await mine.edit(order, payOn('6000.00'));
    expect(dearer).toMatchObject({ state: 'pending_approval', version: 2, teamApproval: { state: 'open', given: 0 } });
    await expectNo(db, 'invalid_transition', () => approveAs(db, second, uidOf(order)));
    await expect(mine.edit(order, payOn('7000.00'))).rejects.toMatchObject({ code: 'order_changed' });
  });

  it('edited while active stops until the change is approved, and a paused order stays paused', async () => {
    const order = await mine.place(terms());
    await approveAs(db, first, uidOf(order));
    const changed = await mine.edit(await me.only(), terms({ amount: '300.00' }));
    expect(changed).toMatchObject({ state: 'pending_approval', version: 2 });
    await tick(db, higher);
    expect(await me.only()).toMatchObject({ state: 'pending_approval', fills: [] });
    await approveAs(db, first, uidOf(changed));
    await mine.inside((ctx) => pauseAutoFx(ctx, named(changed)));
    const again = await mine.edit(await me.only(), terms({ amount: '200.00' }));
    const last = await mine.edit(again, terms({ amount: '100.00' }));
    expect(last).toMatchObject({ state: 'pending_approval', version: 4 });
    await approveAs(db, first, uidOf(last));
    expect(await me.only()).toMatchObject({ state: 'paused', terms: { amount: '100.00' } });
  });

  it('is approved exactly as requested or void', async () => {
    for (const what of ['amount_minor = 50001', 'target = 40', 'valid_until = null', "off_hours = 'execute'"]) {
      const order = await mine.place(terms({ validUntil: inDays(3) }));
      await age(order.uid, what);
      const { state } = await approveAs(db, first, uidOf(order)).catch(() => ({ state: 'refused' }));
      expect([what, state]).toEqual([what, 'void']);
    }
  });

  it('stays pending while the service is off or the account restricted', async () => {
    const order = await mine.place(terms());
    const service = (on: boolean) => sql`update payment.service set is_on = ${on} where key = 'fx.auto'`.execute(db);
    const restrict = (status: string) =>
      db.updateTable('customer.customer').set({ status }).where('id', '=', owner.customer.id).execute();
    await service(false);
    await expectNo(db, 'service_off', () => approveAs(db, first, uidOf(order)));
    await service(true);
    await restrict('restricted');
    await expectNo(db, 'account_restricted', () => approveAs(db, first, uidOf(order)));
    await restrict('active');
    expect(await approveAs(db, first, uidOf(order))).toMatchObject({ state: 'approved' });
  });

  it('is void when its maker left', async () => {
    const order = await mine.place(terms());
    await db.updateTable('customer.person').set({ status: 'removed' }).where('id', '=', maker.person.id).execute();
    expect(await approveAs(db, first, uidOf(order))).toMatchObject({ state: 'void' });
    expect(await me.only()).toMatchObject({ state: 'cancelled' });
  });

  it('skips days that passed while pending, and is void when no day is left', async () => {
    const on = { type: 'schedule', targetRate: null, startsAt: hence(1) } as const;
    const later = new Date(Date.parse(hence(3)) + 3_600_000);
    const daily = await mine.place(terms({ ...on, repeat: 'daily' }));
    await approveAs(db, first, uidOf(daily), {}, later);
    expect(await me.only()).toMatchObject({ state: 'active', nextRunAt: hence(4), terms: { startsAt: hence(1) } });
    const once = await mine.place(terms(on));
    expect(await approveAs(db, first, uidOf(once), {}, later)).toMatchObject({
      state: 'void',
      note: 'Choose a day that is not over. Nothing was exchanged.',
    });
  });
});

const hence = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00:00.000Z`;
const inDays = (days: number): string => hence(days).slice(0, 10);
