import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Given, givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { standingOf } from '../../../../test/given-payment.ts';
import { type Clock, clockAt, standing, standingTerms, turnAt } from '../../../../test/given-standing-order.ts';
import {
  approveAs,
  expectNo,
  givenColleague,
  giveRule,
  pastDue,
  recallAs,
  rejectAs,
  waitsUntil,
} from '../../../../test/given-team.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { Payee } from '../payee/payee.ts';
import { subjects } from '../subjects.ts';
import { expireRequests } from '../team-approval/expire-requests.ts';

const { db, url } = await givenDatabase();
let owner: Given;
let maker: Given;
let first: Given;
let second: Given;
let account: BankAccount;
let payee: Payee;
let clock: Clock;
let me: Awaited<ReturnType<typeof standing>>;

beforeEach(async () => {
  await sql`update standing_order.standing_order set state = 'cancelled', blocked_code = null`.execute(db);
  await sql`update standing_order.occurrence set state = 'skipped', next_try_at = null, warn_at = null, settled_at = now() where settled_at is null`.execute(
    db,
  );
  owner = await givenCustomer(db, { business: true });
  maker = await givenColleague(db, owner, 'maker');
  first = await givenColleague(db, owner, 'approver');
  second = await givenColleague(db, owner, 'approver');
  account = await givenAccount(db, owner, { balance: '500.00' });
  payee = await givenPayee(db, owner);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await standing(db, maker, clock);
  await giveRule(db, owner, { minAmount: '30.00', approvers: 2 });
});

const terms = (over: Parameters<typeof standingTerms>[2] = {}) =>
  standingTerms(account, payee, { amount: '30.00', ...over });
const turn = (moment: string) => {
  clock.now = new Date(moment);
  return turnAt(db, clock);
};
const approve = (by: Given, uid: string) => approveAs(db, by, uid, {}, clock.now);
type Order = Awaited<ReturnType<typeof me.create>>;
/** Extends the request's expiry past every time this test sets its clock to. */
async function waiting(asked: Promise<Order>): Promise<Order> {
  const order = await asked;
  await waitsUntil(url, uidOf(order), new Date('2100-01-01'));
  return order;
}
const uidOf = ({ teamApproval }: Order) => teamApproval?.uid ?? '';
const approveBoth = async (uid: string) => {
  await approve(first, uid);
  return approve(second, uid);
};
const statesOf = async (uid: string) => (await me.history(uid)).map(({ day, state }) => [day, state]);

describe('standing order that requires approval', () => {
  it('pays nothing until approved, then pays each date', async () => {
    const order = await waiting(me.create(terms()));
    expect(order).toMatchObject({
      state: 'pending_approval',
      next: { day: '2026-12-01' },
      teamApproval: { state: 'open', given: 0, needed: 2 },
    });
    expect(await approve(first, uidOf(order))).toMatchObject({
      state: 'open',
      title: `Pay 30.00 GBP every month to ${payee.name}`,
      amount: { amount: '30.00', currency: 'GBP' },
    });
    expect(await approve(second, uidOf(order))).toMatchObject({ state: 'approved' });
    expect(await me.only()).toMatchObject({ state: 'active', teamApproval: { state: 'approved', given: 2 } });
    expect(await turn('2026-12-01T06:00:00Z')).toBe(1);
    expect(await turn('2027-01-04T06:00:00Z')).toBe(1);
    expect(await statesOf(order.uid)).toEqual([
      ['2027-01-01', 'paid'],
      ['2026-12-01', 'paid'],
    ]);
    expect(await standingOf(db, account)).toEqual(['500.00', '439.00']);
  });

  it('skips only the dates that pass while it waits', async () => {
    const order = await waiting(me.create(terms()));
    await turn('2026-12-01T06:00:00Z');
    expect(await statesOf(order.uid)).toEqual([['2026-12-01', 'skipped']]);
    await approveBoth(uidOf(order));
    await turn('2027-01-04T06:00:00Z');
    expect(await statesOf(order.uid)).toEqual([
      ['2027-01-01', 'paid'],
      ['2026-12-01', 'skipped'],
    ]);
  });

  it('is cancelled with its request when the last date passes first', async () => {
    const order = await waiting(me.create(terms({ end: { kind: 'count', count: 1 } })));
    await approve(first, uidOf(order));
    await turn('2026-12-01T06:00:00Z');
    expect(await me.only()).toMatchObject({ state: 'cancelled', next: null });
    expect(await approve(second, uidOf(order))).toMatchObject({ state: 'void' });
    expect(await standingOf(db, account)).toEqual(['500.00', '500.00']);
  });

  it('cannot be approved by its maker, by another maker or by a stranger', async () => {
    const order = await waiting(me.create(terms()));
    await expectNo(db, 'approver_conflict', () => approve(maker, uidOf(order)));
    const other = await givenColleague(db, owner, 'maker');
    await expectNo(db, 'access_denied', () => approve(other, uidOf(order)));
    const stranger = await givenCustomer(db);
    await expect(approve(stranger, uidOf(order))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('starts once when three people approve at the same moment', async () => {
    const third = await givenColleague(db, owner, 'approver');
    const order = await waiting(me.create(terms()));
    const all = await Promise.allSettled([first, second, third].map((each) => approve(each, uidOf(order))));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await me.only()).toMatchObject({ state: 'active' });
  });

  it.each([
    ['rejected', (uid: string) => rejectAs(db, first, uid, 'Rent is paid by the other firm')],
    ['recalled', (uid: string) => recallAs(db, maker, uid)],
    [
      'expired',
      async (uid: string) => {
        await pastDue(url, uid);
        await expireRequests(db, subjects);
      },
    ],
  ] as const)('is cancelled and pays nothing when %s', async (state, end) => {
    const order = await waiting(me.create(terms()));
    await end(uidOf(order));
    expect(await me.only()).toMatchObject({ state: 'cancelled', next: null, teamApproval: { state } });
    expect(await turn('2026-12-01T06:00:00Z')).toBe(0);
    await expectNo(db, 'invalid_transition', () => approve(second, uidOf(order)));
  });

  it('refuses pause, skip and date changes while it waits; cancelling voids the request', async () => {
    const order = await waiting(me.create(terms()));
    await expectNo(db, 'invalid_transition', () => me.pause(order.uid));
    await expectNo(db, 'invalid_transition', () => me.skip(order.uid, '2026-12-01'));
    await expect(me.editNext(order, { amount: '10.00' })).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await me.cancel(order.uid)).toMatchObject({ state: 'cancelled', teamApproval: { state: 'void' } });
    await expectNo(db, 'invalid_transition', () => approve(second, uidOf(order)));
  });

  it('requests approval again when changed; below the rule it starts at once', async () => {
    const mine = await standing(db, owner, clock);
    const order = await waiting(mine.create(terms()));
    const dearer = await waiting(mine.edit(order, terms({ amount: '40.00' })));
    expect(dearer).toMatchObject({ state: 'pending_approval', version: 2, teamApproval: { state: 'open', given: 0 } });
    await expectNo(db, 'invalid_transition', () => approve(first, uidOf(order)));
    const small = await mine.edit(dearer, terms({ amount: '20.00' }));
    expect(small).toMatchObject({ state: 'active', version: 3, teamApproval: { state: 'void' } });
    expect(await turn('2026-12-01T06:00:00Z')).toBe(1);
    expect(await standingOf(db, account)).toEqual(['500.00', '479.50']);
  });

  it('is sent back when the payee’s details changed meanwhile', async () => {
    const order = await waiting(me.create(terms()));
    await approve(first, uidOf(order));
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('id', '=', payee.id).execute();
    expect(await approve(second, uidOf(order))).toMatchObject({ state: 'void' });
    expect(await me.only()).toMatchObject({ state: 'cancelled' });
  });

  it('stays pending while the account is restricted, and is refused when nobody can approve', async () => {
    const order = await waiting(me.create(terms()));
    await approve(first, uidOf(order));
    const restrict = (status: string) =>
      db.updateTable('customer.customer').set({ status }).where('id', '=', owner.customer.id).execute();
    await restrict('restricted');
    await expectNo(db, 'account_restricted', () => approve(second, uidOf(order)));
    await restrict('active');
    expect(await approve(second, uidOf(order))).toMatchObject({ state: 'approved' });
    const people = [first.person.id, second.person.id];
    await db.updateTable('customer.person').set({ status: 'suspended' }).where('id', 'in', people).execute();
    await expectNo(db, 'approval_required', () => me.create(terms()));
  });
});

describe('change that requires approval', () => {
  it('applies once approved; the order continues unchanged until then', async () => {
    const mine = await standing(db, owner, clock);
    const order = await mine.create(terms({ amount: '10.00' }));
    const asked = await waiting(mine.edit(order, terms({ amount: '45.00' })));
    expect(asked).toMatchObject({
      state: 'active',
      version: 1,
      terms: { amount: '10.00' },
      teamApproval: { state: 'open' },
    });
    expect(await turn('2026-12-01T06:00:00Z')).toBe(1);
    expect(await approveBoth(uidOf(asked))).toMatchObject({
      state: 'approved',
      title: `Change to 45.00 GBP every month to ${payee.name}`,
    });
    expect(await mine.only()).toMatchObject({ state: 'active', version: 2, terms: { amount: '45.00' } });
    expect(await turn('2027-01-04T06:00:00Z')).toBe(1);
    expect(await standingOf(db, account)).toEqual(['500.00', '444.00']);
  });

  it('leaves the order unchanged when rejected or replaced', async () => {
    const mine = await standing(db, owner, clock);
    const order = await mine.create(terms({ amount: '10.00' }));
    const asked = await waiting(mine.edit(order, terms({ amount: '45.00' })));
    await rejectAs(db, first, uidOf(asked));
    expect(await mine.only()).toMatchObject({ version: 1, state: 'active', teamApproval: { state: 'rejected' } });
    const again = await waiting(mine.edit(order, terms({ amount: '46.00' })));
    const less = await mine.edit(order, terms({ amount: '12.00' }));
    expect(less).toMatchObject({ version: 2, terms: { amount: '12.00' }, teamApproval: { state: 'void' } });
    await expectNo(db, 'invalid_transition', () => approve(second, uidOf(again)));
    expect(less.next?.teamApproval).toBeNull();
  });

  it('is refused to a maker alone; an approved order keeps paying under a stricter rule', async () => {
    const order = await waiting(me.create(terms()));
    await approveBoth(uidOf(order));
    await giveRule(db, owner, { minAmount: '1.00' });
    const asked = await waiting(me.edit(await me.only(), terms({ amount: '5.00' })));
    expect(asked).toMatchObject({ terms: { amount: '30.00' }, teamApproval: { state: 'open' } });
    await recallAs(db, maker, uidOf(asked));
    expect(await turn('2026-12-01T06:00:00Z')).toBe(1);
    expect(await statesOf(order.uid)).toEqual([['2026-12-01', 'paid']]);
  });
});

describe('change of one date that requires approval', () => {
  type Mine = Awaited<ReturnType<typeof standing>>;
  let mine: Mine;
  let order: Order;
  const dateUid = ({ next }: Order) => next?.teamApproval?.uid ?? '';
  const asked = async (over: Parameters<Mine['editNext']>[1] = {}) => {
    const changed = await mine.editNext(await mine.only(), { amount: '45.00', ...over });
    await waitsUntil(url, dateUid(changed), new Date('2100-01-01'));
    return changed;
  };
  beforeEach(async () => {
    mine = await standing(db, owner, clock);
    order = await mine.create(terms({ amount: '10.00' }));
  });

  it('applies once after approval, to that date only', async () => {
    const changed = await asked({ payDay: '2026-12-02', reference: 'Rent and repair' });
    expect(changed).toMatchObject({
      state: 'active',
      teamApproval: null,
      next: { amount: { amount: '10.00' }, payDay: '2026-12-01', edited: false, teamApproval: { state: 'open' } },
    });
    expect(await approveBoth(dateUid(changed))).toMatchObject({
      state: 'approved',
      kind: 'standing_date',
      title: `Pay 45.00 GBP to ${payee.name} on 2026-12-02, once, instead of 10.00 GBP`,
      amount: { amount: '45.00', currency: 'GBP' },
    });
    expect((await mine.only()).next).toMatchObject({
      amount: { amount: '45.00' },
      payDay: '2026-12-02',
      reference: 'Rent and repair',
      edited: true,
    });
    expect(await turn('2026-12-01T06:00:00Z')).toBe(0);
    expect(await turn('2026-12-02T06:00:00Z')).toBe(1);
    expect(await turn('2027-01-04T06:00:00Z')).toBe(1);
    expect(await standingOf(db, account)).toEqual(['500.00', '444.00']);
  });

  it.each([
    ['sent back', (uid: string) => rejectAs(db, first, uid)],
    ['taken back', (uid: string) => recallAs(db, owner, uid)],
    [
      'not decided in time',
      async (uid: string) => {
        await pastDue(url, uid);
        await expireRequests(db, subjects);
      },
    ],
    [
      'changed again, to what nobody has to approve',
      () => mine.only().then((now) => mine.editNext(now, { amount: '10.00' })),
    ],
  ])('leaves the date unchanged when %s', async (_, end) => {
    const uid = dateUid(await asked());
    await end(uid);
    await expectNo(db, 'invalid_transition', () => approve(second, uid));
    expect((await mine.only()).next).toMatchObject({ amount: { amount: '10.00' } });
    expect(await turn('2026-12-01T06:00:00Z')).toBe(1);
    expect(await standingOf(db, account)).toEqual(['500.00', '489.50']);
  });

  it('is void when the date is paid before approval', async () => {
    const uid = dateUid(await asked());
    await approve(first, uid);
    expect(await turn('2026-12-01T06:00:00Z')).toBe(1);
    await expectNo(db, 'invalid_transition', () => approve(second, uid));
    expect(await standingOf(db, account)).toEqual(['500.00', '489.50']);
  });

  it.each([
    ['the order is changed', () => mine.edit(order, terms({ amount: '12.00' }))],
    ['the order is cancelled', () => mine.cancel(order.uid)],
    ['the date is skipped', () => mine.skip(order.uid, '2026-12-01')],
  ])('is void when %s', async (_, done) => {
    const uid = dateUid(await asked());
    await done();
    await expectNo(db, 'invalid_transition', () => approve(first, uid));
    const { state } = await db
      .selectFrom('team_approval.request')
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

  it('is void when the order was changed meanwhile', async () => {
    const uid = dateUid(await asked());
    await db
      .updateTable('standing_order.date_change')
      .set({ amount_minor: 9_900n })
      .where('order_id', '=', order.uid)
      .execute();
    expect(await approve(first, uid)).toMatchObject({ state: 'void' });
    expect((await mine.only()).next).toMatchObject({ amount: { amount: '10.00' } });
  });
});
