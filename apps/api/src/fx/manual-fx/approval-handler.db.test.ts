import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  expectRefusalAfterSignIn,
  expireRequest,
  recallAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
} from '../../../../../test/fixtures/approval.ts';
import { createDatabase, runJob, seedAccount, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createRateRequester, requestFor, seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { approvalHandlers } from '../../approvable-types.ts';
import { expireRequests } from '../../approvals/approval/decide-request.ts';
import { listDeals, showDealingDesk } from './manual-fx.read.ts';
import { dealTimeouts } from './process-timeouts.ts';
import { assignDeal } from './quote-deal.ts';
import { declineDeal, withdrawDeal } from './respond-to-quote.ts';

const { db, url } = await createDatabase();
let owner: TestUser;
let approver: TestUser;
let pounds: BankAccount;
let baht: BankAccount;
let me: Awaited<ReturnType<typeof createRateRequester>>;
let dealer: Awaited<ReturnType<typeof seedDealer>>;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  owner = await seedCustomer(db, { business: true });
  approver = await seedColleague(db, owner, 'approver');
  pounds = await seedAccount(db, owner, { balance: '1000.00' });
  baht = await seedAccount(db, owner, { currency: 'THB' });
  me = await createRateRequester(db, owner);
  dealer = await seedDealer(db);
});

const dealRequest = (over: Parameters<typeof requestFor>[1] = {}) => requestFor({ source: pounds, target: baht }, over);
type Deal = Awaited<ReturnType<typeof me.request>>;
const uidOf = ({ approvalRequest }: Deal) => approvalRequest?.uid ?? '';
const only = async (): Promise<Deal> => {
  const [deal] = (await me.inside((ctx) => listDeals(ctx, {}))).list;
  if (!deal) throw new Error('there is no deal');
  return deal;
};
const inWorkQueue = async (uid: string) => {
  const { list } = (await dealer.act(showDealingDesk, {})) as unknown as { list: { uid: string }[] };
  return list.some((deal) => deal.uid === uid);
};

describe('deal request that requires approval', () => {
  beforeEach(async () => {
    await seedApprovalRule(db, owner, { scope: 'fx', minAmount: '800.00' });
  });

  it('reaches no dealer before it is approved', async () => {
    const deal = await me.request(dealRequest());
    expect(deal).toMatchObject({
      state: 'pending_approval',
      approvalRequest: { state: 'open' },
      waiting: { owner: 'team' },
    });
    expect(await inWorkQueue(deal.uid)).toBe(false);
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => dealer.act(assignDeal, { uid: deal.uid }));
    await expectRefusalAfterSignIn(db, 'approver_conflict', () => approveAs(db, owner, uidOf(deal)));
    expect(await approveAs(db, approver, uidOf(deal))).toMatchObject({
      state: 'approved',
      title: 'Ask a dealer to exchange 800.00 GBP into THB',
    });
    expect(await only()).toMatchObject({
      state: 'requested',
      timeline: [{ state: 'pending_approval' }, { state: 'requested' }],
    });
    expect(await inWorkQueue(deal.uid)).toBe(true);
  });

  it('reaches the dealers at once below the threshold, but never for a maker', async () => {
    expect(await me.request(dealRequest({ amount: '799.99' }))).toMatchObject({
      state: 'requested',
      approvalRequest: null,
    });
    const maker = await createRateRequester(db, await seedColleague(db, owner, 'maker'));
    expect(await maker.request(dealRequest({ amount: '1.00' }))).toMatchObject({ state: 'pending_approval' });
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
      'Nothing was done. Nobody approved this in time.',
      async (uid: string) => {
        await expireRequest(url, uid);
        await expireRequests(db, approvalHandlers);
      },
    ],
  ] as const)('%s, ends and gives the reason', async (end, reason, make) => {
    const deal = await me.request(dealRequest());
    await make(uidOf(deal));
    expect(await only()).toMatchObject({ state: 'withdrawn', reason, approvalRequest: { state: end } });
    expect(await balancesOf(db, pounds)).toEqual(['1000.00', '1000.00']);
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approveAs(db, approver, uidOf(deal)));
  });

  it('withdrawn or past its value date voids the approval request, and cannot be declined', async () => {
    const deal = await me.request(dealRequest());
    const named = (uid: string) => ({ uid, idempotency: crypto.randomUUID() });
    await expectRefusalAfterSignIn(db, 'invalid_transition', () =>
      me.inside((ctx) => declineDeal(ctx, named(deal.uid))),
    );
    await me.inside((ctx) => withdrawDeal(ctx, named(deal.uid)));
    expect(await only()).toMatchObject({ state: 'withdrawn', approvalRequest: { state: 'void' } });
    const late = await me.request(dealRequest());
    await sql`update manual_fx.deal set value_date = '2020-01-01' where id = ${late.uid}`.execute(db);
    await runJob(db, dealTimeouts);
    expect(await only()).toMatchObject({ state: 'unable', approvalRequest: { state: 'void' } });
  });
});
