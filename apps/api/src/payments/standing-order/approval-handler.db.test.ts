import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  expectRefusalAfterSignIn,
  recallAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  setRequestExpiry,
} from '../../../../../test/fixtures/approval.ts';
import {
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import {
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';

const { db, url } = await createDatabase();
let owner: TestUser;
let maker: TestUser;
let first: TestUser;
let second: TestUser;
let account: BankAccount;
let payee: Payee;
let clock: TestClock;
let me: Awaited<ReturnType<typeof createStandingOrderUser>>;

beforeEach(async () => {
  await sql`update standing_order.standing_order set state = 'cancelled', blocked_code = null where state not in ('completed', 'cancelled')`.execute(
    db,
  );
  await sql`update standing_order.occurrence set state = 'skipped', next_attempt_at = null, warn_at = null, settled_at = now() where settled_at is null`.execute(
    db,
  );
  owner = await seedCustomer(db, { business: true });
  maker = await seedColleague(db, owner, 'maker');
  first = await seedColleague(db, owner, 'approver');
  second = await seedColleague(db, owner, 'approver');
  account = await seedAccount(db, owner, { balance: '500.00' });
  payee = await seedPayee(db, owner);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await createStandingOrderUser(db, maker, clock);
  await seedApprovalRule(db, owner, { minAmount: '30.00', approvers: 2 });
});

const terms = (over: Parameters<typeof standingOrderTerms>[2] = {}) =>
  standingOrderTerms(account, payee, { amount: '30.00', ...over });
const runAt = (moment: string) => {
  clock.now = new Date(moment);
  return runStandingOrdersAt(db, clock);
};
const approve = (by: TestUser, uid: string) => approveAs(db, by, uid, {}, clock.now);
type Order = Awaited<ReturnType<typeof me.create>>;
/** Extends the request's expiry past every time this test sets its clock to. */
async function extendExpiry(asked: Promise<Order>): Promise<Order> {
  const order = await asked;
  await setRequestExpiry(url, uidOf(order), new Date('2100-01-01'));
  return order;
}
const uidOf = ({ approvalRequest }: Order) => approvalRequest?.uid ?? '';
const approveBoth = async (uid: string) => {
  await approve(first, uid);
  return approve(second, uid);
};
const statesOf = async (uid: string) => (await me.history(uid)).map(({ day, state }) => [day, state]);

describe('standing order that requires approval', () => {
  it('pays nothing until approved, then pays each date', async () => {
    const order = await extendExpiry(me.create(terms()));
    expect(order).toMatchObject({
      state: 'pending_approval',
      next: { day: '2026-12-01' },
      approvalRequest: { state: 'open', approvedCount: 0, requiredCount: 2 },
    });
    expect(await approve(first, uidOf(order))).toMatchObject({
      state: 'open',
      title: `Pay ${payee.name} 30.00 GBP every month`,
      amount: { amount: '30.00', currency: 'GBP' },
    });
    expect(await approve(second, uidOf(order))).toMatchObject({ state: 'approved' });
    expect(await me.only()).toMatchObject({
      state: 'active',
      approvalRequest: { state: 'approved', approvedCount: 2 },
    });
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(1);
    expect(await runAt('2027-01-04T06:00:00Z')).toBe(1);
    expect(await statesOf(order.uid)).toEqual([
      ['2027-01-01', 'paid'],
      ['2026-12-01', 'paid'],
    ]);
    expect(await balancesOf(db, account)).toEqual(['500.00', '439.00']);
  });

  it('skips only the dates that pass while it waits', async () => {
    const order = await extendExpiry(me.create(terms()));
    await runAt('2026-12-01T06:00:00Z');
    expect(await statesOf(order.uid)).toEqual([['2026-12-01', 'skipped']]);
    await approveBoth(uidOf(order));
    await runAt('2027-01-04T06:00:00Z');
    expect(await statesOf(order.uid)).toEqual([
      ['2027-01-01', 'paid'],
      ['2026-12-01', 'skipped'],
    ]);
  });

  it('is cancelled with its request when the last date passes first', async () => {
    const order = await extendExpiry(me.create(terms({ end: { kind: 'count', count: 1 } })));
    await approve(first, uidOf(order));
    await runAt('2026-12-01T06:00:00Z');
    expect(await me.only()).toMatchObject({ state: 'cancelled', next: null });
    expect(await approve(second, uidOf(order))).toMatchObject({ state: 'void' });
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
  });

  it('refuses pause, skip and date changes while it waits; cancelling voids the request', async () => {
    const order = await extendExpiry(me.create(terms()));
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => me.pause(order.uid));
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => me.skip(order.uid, '2026-12-01'));
    await expect(me.editNext(order, { amount: '10.00' })).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await me.cancel(order.uid)).toMatchObject({ state: 'cancelled', approvalRequest: { state: 'void' } });
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approve(second, uidOf(order)));
  });

  it('requests approval again when changed; below the rule it starts at once', async () => {
    const mine = await createStandingOrderUser(db, owner, clock);
    const order = await extendExpiry(mine.create(terms()));
    const dearer = await extendExpiry(mine.edit(order, terms({ amount: '40.00' })));
    expect(dearer).toMatchObject({
      state: 'pending_approval',
      version: 2,
      approvalRequest: { state: 'open', approvedCount: 0 },
    });
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approve(first, uidOf(order)));
    const small = await mine.edit(dearer, terms({ amount: '20.00' }));
    expect(small).toMatchObject({ state: 'active', version: 3, approvalRequest: { state: 'void' } });
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(1);
    expect(await balancesOf(db, account)).toEqual(['500.00', '479.50']);
  });

  it('is sent back when the payee’s details changed meanwhile', async () => {
    const order = await extendExpiry(me.create(terms()));
    await approve(first, uidOf(order));
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('id', '=', payee.id).execute();
    expect(await approve(second, uidOf(order))).toMatchObject({ state: 'void' });
    expect(await me.only()).toMatchObject({ state: 'cancelled' });
  });
});

describe('change that requires approval', () => {
  it('applies once approved; the order continues unchanged until then', async () => {
    const mine = await createStandingOrderUser(db, owner, clock);
    const order = await mine.create(terms({ amount: '10.00' }));
    const asked = await extendExpiry(mine.edit(order, terms({ amount: '45.00' })));
    expect(asked).toMatchObject({
      state: 'active',
      version: 1,
      terms: { amount: '10.00' },
      approvalRequest: { state: 'open' },
    });
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(1);
    expect(await approveBoth(uidOf(asked))).toMatchObject({
      state: 'approved',
      title: `Change the standing order to ${payee.name}: 45.00 GBP every month`,
    });
    expect(await mine.only()).toMatchObject({ state: 'active', version: 2, terms: { amount: '45.00' } });
    expect(await runAt('2027-01-04T06:00:00Z')).toBe(1);
    expect(await balancesOf(db, account)).toEqual(['500.00', '444.00']);
  });

  it('leaves the order unchanged when rejected or replaced', async () => {
    const mine = await createStandingOrderUser(db, owner, clock);
    const order = await mine.create(terms({ amount: '10.00' }));
    const asked = await extendExpiry(mine.edit(order, terms({ amount: '45.00' })));
    await rejectAs(db, first, uidOf(asked));
    expect(await mine.only()).toMatchObject({ version: 1, state: 'active', approvalRequest: { state: 'rejected' } });
    const again = await extendExpiry(mine.edit(order, terms({ amount: '46.00' })));
    const less = await mine.edit(order, terms({ amount: '12.00' }));
    expect(less).toMatchObject({ version: 2, terms: { amount: '12.00' }, approvalRequest: { state: 'void' } });
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approve(second, uidOf(again)));
    expect(less.next?.approvalRequest).toBeNull();
  });

  it('is refused to a maker alone; an approved order keeps paying under a stricter rule', async () => {
    const order = await extendExpiry(me.create(terms()));
    await approveBoth(uidOf(order));
    await seedApprovalRule(db, owner, { minAmount: '1.00' });
    const asked = await extendExpiry(me.edit(await me.only(), terms({ amount: '5.00' })));
    expect(asked).toMatchObject({ terms: { amount: '30.00' }, approvalRequest: { state: 'open' } });
    await recallAs(db, maker, uidOf(asked));
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(1);
    expect(await statesOf(order.uid)).toEqual([['2026-12-01', 'paid']]);
  });
});

describe('change of one date that requires approval', () => {
  type Mine = Awaited<ReturnType<typeof createStandingOrderUser>>;
  let mine: Mine;
  let order: Order;
  const dateUid = ({ next }: Order) => next?.approvalRequest?.uid ?? '';
  const asked = async (over: Parameters<Mine['editNext']>[1] = {}) => {
    const changed = await mine.editNext(await mine.only(), { amount: '45.00', ...over });
    await setRequestExpiry(url, dateUid(changed), new Date('2100-01-01'));
    return changed;
  };
  beforeEach(async () => {
    mine = await createStandingOrderUser(db, owner, clock);
    order = await mine.create(terms({ amount: '10.00' }));
  });

  it('applies once after approval, to that date only', async () => {
    const changed = await asked({ payDay: '2026-12-02', reference: 'Rent and repair' });
    expect(changed).toMatchObject({
      state: 'active',
      approvalRequest: null,
      next: { amount: { amount: '10.00' }, payDay: '2026-12-01', edited: false, approvalRequest: { state: 'open' } },
    });
    expect(await approveBoth(dateUid(changed))).toMatchObject({
      state: 'approved',
      kind: 'standing_date',
      title: `Pay ${payee.name} 45.00 GBP on Wed 2 Dec 2026 instead of 10.00 GBP, this time only`,
      amount: { amount: '45.00', currency: 'GBP' },
    });
    expect((await mine.only()).next).toMatchObject({
      amount: { amount: '45.00' },
      payDay: '2026-12-02',
      reference: 'Rent and repair',
      edited: true,
    });
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(0);
    expect(await runAt('2026-12-02T06:00:00Z')).toBe(1);
    expect(await runAt('2027-01-04T06:00:00Z')).toBe(1);
    expect(await balancesOf(db, account)).toEqual(['500.00', '444.00']);
  });

  it.each([
    ['sent back', (uid: string) => rejectAs(db, first, uid)],
    [
      'changed again, to what nobody has to approve',
      () => mine.only().then((now) => mine.editNext(now, { amount: '10.00' })),
    ],
  ])('leaves the date unchanged when %s', async (_, end) => {
    const uid = dateUid(await asked());
    await end(uid);
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approve(second, uid));
    expect((await mine.only()).next).toMatchObject({ amount: { amount: '10.00' } });
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(1);
    expect(await balancesOf(db, account)).toEqual(['500.00', '489.50']);
  });

  it('is void when the date is paid before approval', async () => {
    const uid = dateUid(await asked());
    await approve(first, uid);
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(1);
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approve(second, uid));
    expect(await balancesOf(db, account)).toEqual(['500.00', '489.50']);
  });

  it.each([
    ['the order is changed', () => mine.edit(order, terms({ amount: '12.00' }))],
    ['the order is cancelled', () => mine.cancel(order.uid)],
    ['the date is skipped', () => mine.skip(order.uid, '2026-12-01')],
  ])('is void when %s', async (_, done) => {
    const uid = dateUid(await asked());
    await done();
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approve(first, uid));
    const { state } = await db
      .selectFrom('approval.request')
      .select('state')
      .where('id', '=', uid)
      .executeTakeFirstOrThrow();
    expect(state).toBe('void');
  });

  it('is void when its new day has passed', async () => {
    const uid = dateUid(await asked({ payDay: '2026-11-25' }));
    await approve(first, uid);
    clock.now = new Date('2026-11-26T10:00:00Z');
    expect(await approve(second, uid)).toMatchObject({ state: 'void' });
    expect((await mine.only()).next).toMatchObject({ amount: { amount: '10.00' }, payDay: '2026-12-01' });
  });
});
