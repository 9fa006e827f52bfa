import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Given, givenAccount, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import { asker, givenDealer, requestFor } from '../../../../test/given-deal.ts';
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
import { subjects } from '../subjects.ts';
import { expireRequests } from '../team-approval/expire-requests.ts';
import { declineDeal, withdrawDeal } from './answer-deal.ts';
import { listDeals, showBoard } from './list-deals.ts';
import { assignDeal } from './quote-deal.ts';
import { tendDeals } from './tend-deals.ts';

const { db, url } = await givenDatabase();
let owner: Given;
let approver: Given;
let pounds: BankAccount;
let baht: BankAccount;
let me: Awaited<ReturnType<typeof asker>>;
let dealer: Awaited<ReturnType<typeof givenDealer>>;

beforeEach(async () => {
  await givenMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await givenRates(db);
  owner = await givenCustomer(db, { business: true });
  approver = await givenColleague(db, owner, 'approver');
  pounds = await givenAccount(db, owner, { balance: '1000.00' });
  baht = await givenAccount(db, owner, { currency: 'THB' });
  me = await asker(db, owner);
  dealer = await givenDealer(db);
});

const wanted = (over: Parameters<typeof requestFor>[1] = {}) => requestFor({ source: pounds, target: baht }, over);
type Deal = Awaited<ReturnType<typeof me.request>>;
const uidOf = ({ teamApproval }: Deal) => teamApproval?.uid ?? '';
const only = async (): Promise<Deal> => {
  const [deal] = (await me.inside((ctx) => listDeals(ctx, {}))).list;
  if (!deal) throw new Error('there is no deal');
  return deal;
};
const onBoard = async (uid: string) => {
  const { list } = (await dealer.act(showBoard, {})) as unknown as { list: { uid: string }[] };
  return list.some((deal) => deal.uid === uid);
};

describe('deal request that requires approval', () => {
  beforeEach(async () => {
    await giveRule(db, owner, { scope: 'fx', minAmount: '800.00' });
  });

  it('reaches no dealer before it is approved', async () => {
    const deal = await me.request(wanted());
    expect(deal).toMatchObject({
      state: 'pending_approval',
      teamApproval: { state: 'open' },
      waiting: { owner: 'team' },
    });
    expect(await onBoard(deal.uid)).toBe(false);
    await expectNo(db, 'invalid_transition', () => dealer.act(assignDeal, { uid: deal.uid }));
    await expectNo(db, 'approver_conflict', () => approveAs(db, owner, uidOf(deal)));
    expect(await approveAs(db, approver, uidOf(deal))).toMatchObject({
      state: 'approved',
      title: 'Ask a dealer to exchange 800.00 GBP into THB',
    });
    expect(await only()).toMatchObject({
      state: 'requested',
      timeline: [{ state: 'pending_approval' }, { state: 'requested' }],
    });
    expect(await onBoard(deal.uid)).toBe(true);
  });

  it('reaches the dealers at once below the threshold, but never for a maker', async () => {
    expect(await me.request(wanted({ amount: '799.99' }))).toMatchObject({ state: 'requested', teamApproval: null });
    const maker = await asker(db, await givenColleague(db, owner, 'maker'));
    expect(await maker.request(wanted({ amount: '1.00' }))).toMatchObject({ state: 'pending_approval' });
  });

  it.each([
    [
      'rejected',
      expect.stringMatching(/sent it back: Not now$/),
      (uid: string) => rejectAs(db, approver, uid, 'Not now'),
    ],
    ['recalled', null, (uid: string) => recallAs(db, owner, uid)],
    [
      'expired',
      'Nobody decided in time, so this was not done.',
      async (uid: string) => {
        await pastDue(url, uid);
        await expireRequests(db, subjects);
      },
    ],
  ] as const)('%s, ends and gives the reason', async (end, reason, make) => {
    const deal = await me.request(wanted());
    await make(uidOf(deal));
    expect(await only()).toMatchObject({ state: 'withdrawn', reason, teamApproval: { state: end } });
    expect(await standingOf(db, pounds)).toEqual(['1000.00', '1000.00']);
    await expectNo(db, 'invalid_transition', () => approveAs(db, approver, uidOf(deal)));
  });

  it('withdrawn or past its value date voids the approval request, and cannot be declined', async () => {
    const deal = await me.request(wanted());
    const named = (uid: string) => ({ uid, idempotency: crypto.randomUUID() });
    await expectNo(db, 'invalid_transition', () => me.inside((ctx) => declineDeal(ctx, named(deal.uid))));
    await me.inside((ctx) => withdrawDeal(ctx, named(deal.uid)));
    expect(await only()).toMatchObject({ state: 'withdrawn', teamApproval: { state: 'void' } });
    const late = await me.request(wanted());
    await sql`update manual_fx.deal set value_date = '2020-01-01' where id = ${late.uid}`.execute(db);
    await tendDeals(db);
    expect(await only()).toMatchObject({ state: 'unable', teamApproval: { state: 'void' } });
  });

  it('is approved exactly as requested or void, and stays pending while the service is off', async () => {
    const deal = await me.request(wanted());
    const service = (on: boolean) => sql`update payment.service set is_on = ${on} where key = 'fx.manual'`.execute(db);
    await service(false);
    await expectNo(db, 'service_off', () => approveAs(db, approver, uidOf(deal)));
    await service(true);
    await sql`update manual_fx.deal set amount_minor = 90000 where id = ${deal.uid}`.execute(db);
    expect(await approveAs(db, approver, uidOf(deal))).toMatchObject({ state: 'void' });
    expect(await only()).toMatchObject({ state: 'withdrawn' });
  });
});
