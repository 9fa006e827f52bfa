import type { ReferralReason } from '@larkmere/contract/customers/referral';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { convertAtMid } from '../../fx/conversion/conversion.ts';
import { grantFeeWaivers } from '../../payments/payment/payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { pushLiveChange } from '../../platform/events/live.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { usersWithAnyAccess } from '../customer/customer.ts';
import { findSharedTraits } from './find-shared-trait.ts';
import { findProgress, type NewExchange, type Progress, selectNewExchanges } from './referral.read.ts';
import {
  countRewards,
  insertAppeal,
  insertExchanges,
  insertReward,
  lockReferral,
  selectAppeals,
  sumExchanges,
  updateReferral,
} from './referral.sql.ts';
import { freeTransfersGranted, type Referral, type StoredReferralState } from './referral.ts';
import { changeReferralState, publishState, type ReferralChange } from './referral-lifecycle.ts';

const minuteMs = 60_000;
/** When a referral that rests in a state is looked at again without an event. */
const recheckMs: Readonly<Partial<Record<StoredReferralState, number>>> = {
  kyc_approved: 10 * minuteMs,
  reward_due: 5 * minuteMs,
};

/**
 * Moves a referral as far as its friend has come, up to the payment of the reward. May be called at any time, any number
 * of times and concurrently. Call it last in a transaction, because it may post.
 */
export async function advanceReferral(ctx: Ctx<SystemActor>, id: string): Promise<void> {
  let referral = await lockReferral(ctx.tx, id);
  if (!referral) return;
  for (let next = await nextChange(ctx, referral); next; next = await nextChange(ctx, referral)) {
    referral = await changeReferralState(ctx, referral, next);
    referral = await grantFreeTransfers(ctx, referral);
  }
  const recheck = recheckMs[referral.state];
  referral = await updateReferral(ctx.tx, id, {
    nextCheckAt: recheck === undefined ? null : new Date(ctx.now.getTime() + recheck),
  });
  if (referral.state === 'reward_due') await payReward(ctx, referral);
}

async function nextChange(ctx: Ctx<SystemActor>, referral: Referral): Promise<ReferralChange | undefined> {
  const { state } = referral;
  if (state === 'paid' || state === 'not_eligible') return undefined;
  const progress = await findProgress(ctx.tx, referral);
  const reason = await findIneligibility(ctx, referral, progress);
  if (reason) return { state: 'not_eligible', reason };
  if (state === 'first_trade') return (await awaitsReview(ctx, referral)) ? undefined : { state: 'reward_due' };
  if (state === 'reward_due') return undefined;
  const done = state === 'registered' ? progress.kycStatus === 'approved' : await hasExchanged(ctx, referral);
  if (done) return { state: state === 'registered' ? 'kyc_approved' : 'first_trade' };
  return referral.completeBy < londonDay(ctx.now) ? { state: 'not_eligible', reason: 'deadline_passed' } : undefined;
}

/** A doubt is in the queue of appeals, where staff clear or refuse the referral. */
async function awaitsReview({ tx }: Ctx<SystemActor>, referral: Referral): Promise<boolean> {
  if (referral.clearedAt !== null) return false;
  const review = (await selectAppeals(tx, [referral.id])).get(referral.id);
  if (review?.state === 'open') return true;
  if (!(await findSharedTraits(tx, referral)).isDoubtful) return false;
  await insertAppeal(tx, { id: v7(), referralId: referral.id, userId: null, text: defaultText('referral_doubt') });
  return true;
}

const hasExchanged = async (ctx: Ctx<SystemActor>, referral: Referral): Promise<boolean> =>
  (await recordExchanges(ctx, referral)) >= referral.exchangeMinor;

async function findIneligibility(
  { tx }: Ctx<SystemActor>,
  referral: Referral,
  { friendStatus, referrerStatus }: Progress,
): Promise<ReferralReason | undefined> {
  const { state, clearedAt, referrerId, maxRewards } = referral;
  if (friendStatus === 'closed' && state !== 'reward_due') return 'friend_closed';
  if (referrerStatus === 'closed') return 'referrer_closed';
  if (state === 'reward_due' || clearedAt !== null) return undefined;
  const { clear } = await findSharedTraits(tx, referral);
  if (clear || state !== 'first_trade') return clear;
  // Two friends of one customer at once cannot both get the last reward.
  await acquireLocks(tx, [`referral.referrer:${referrerId}`]);
  return (await countRewards(tx, referral)) >= maxRewards ? 'limit_reached' : undefined;
}

/** Once for each friend, when the offer says so. */
export async function grantFreeTransfers(ctx: Ctx<SystemActor>, referral: Referral): Promise<Referral> {
  const { id, customerId, state, freeTransfers: count, freeTransfersAt: at } = referral;
  const isDue = state !== 'not_eligible' && (at === 'registered' || state !== 'registered');
  if (!isDue || count === 0 || referral.freeTransfersGrantedAt !== null) return referral;
  await grantFeeWaivers(ctx.tx, { customerId, source: 'referral', count });
  await emit(ctx, freeTransfersGranted, { customerId, count });
  return updateReferral(ctx.tx, id, { freeTransfersGrantedAt: ctx.now });
}

type Payable = Readonly<{ account: BankAccount }> | Readonly<{ reason: 'no_account' | 'account_restricted' }>;

/** Pays a reward that is due out of our own money, once, or says why it waits. The referral is locked. */
async function payReward(ctx: Ctx<SystemActor>, referral: Referral): Promise<void> {
  const { tx } = ctx;
  const found = await findRewardAccount(ctx, referral);
  if ('reason' in found) return noteWaiting(ctx, referral, found.reason);
  const { account } = found;
  const { friendName: name } = await findProgress(tx, referral);
  const amount = money(referral.currency, referral.rewardMinor);
  const id = createOperationId();
  await insertReward(tx, {
    customerId: referral.customerId,
    operationId: id,
    accountId: account.id,
    currency: amount.currency,
    amountMinor: amount.minor,
  });
  await changeReferralState(ctx, referral, { state: 'paid', nextCheckAt: null }, account.bankholderId);
  await recordNarrative(tx, id, {
    kind: 'credit',
    reference: generateReference(),
    description: defaultText('statement_referral_reward', { name }),
  });
  const debit = await firmAccountId(tx, `referral-cost:${amount.currency}`);
  const postings = [{ debit, credit: account.ledgerAccountId, amount }];
  await bookOperation(tx, { kind: 'post', id, code: 'referral.rewarded', postings });
}

/** The oldest account in the currency of the reward that can receive it. */
async function findRewardAccount({ tx }: Ctx<SystemActor>, referral: Referral): Promise<Payable> {
  const { referrerStatus } = await findProgress(tx, referral);
  const accounts = (await listAccountsOf(tx, referral.referrerId)).filter(
    ({ currency, status }) => currency === referral.currency && status !== 'closed',
  );
  if (accounts.length === 0) return { reason: 'no_account' };
  const account = accounts.find(({ status }) => status === 'active');
  return account && accountPermissions[referrerStatus].receive === 'yes'
    ? { account }
    : { reason: 'account_restricted' };
}

async function noteWaiting(
  ctx: Ctx<SystemActor>,
  referral: Referral,
  reason: 'no_account' | 'account_restricted',
): Promise<void> {
  if (referral.reason === reason) return;
  const waiting = await updateReferral(ctx.tx, referral.id, { reason });
  await publishState(ctx, waiting, 'reward_due');
}

/**
 * The worth of an exchange in the currency of the offer. The side that is in this currency counts as it was dealt: what
 * was sold with its fee, as the customer entered it. Of an exchange between two others counts what was bought at mid, at
 * the rate of now. Undefined while there is no rate.
 */
export async function valueExchange(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { sell, buy, sellMinor, buyMinor, midValueMinor }: NewExchange,
  currency: Currency,
): Promise<Money | undefined> {
  if (sell === currency) return money(currency, sellMinor);
  if (buy === currency) return money(currency, buyMinor);
  return convertAtMid(ctx, money(buy, midValueMinor), currency);
}

/** Records what the friend exchanged since, and returns the total in minor units of the offer. */
async function recordExchanges(ctx: Pick<Ctx, 'tx' | 'now'>, referral: Referral): Promise<bigint> {
  const { tx } = ctx;
  const rows = [];
  for (const exchange of await selectNewExchanges(tx, referral)) {
    const value = await valueExchange(ctx, exchange, referral.currency);
    if (value)
      rows.push({
        conversionId: exchange.id,
        referralId: referral.id,
        valueMinor: value.minor,
        executedAt: exchange.executedAt,
      });
  }
  await insertExchanges(tx, rows);
  if (rows.length > 0) await showReferrer(tx, referral.referrerId);
  return (await sumExchanges(tx, [referral.id])).get(referral.id) ?? 0n;
}

/** Open pages of the referrer show how far the friend has come. */
async function showReferrer(tx: Tx, customerId: string): Promise<void> {
  for (const userId of await usersWithAnyAccess(tx, customerId, ['introducer']))
    await pushLiveChange(tx, { userId, customerId });
}

const isDue = sql<boolean>`next_check_at <= now()
  or (state in ('registered', 'kyc_approved') and complete_by < (now() at time zone 'Europe/London')::date)`;

/** Ends what is late, and looks again at what no event announces. */
export const referralChecks = defineJob({
  name: 'process-referrals',
  everySeconds: 5,
  run: (job) =>
    handleDueRows(job, { table: 'referral.referral', isDue, handle: (ctx, { id }) => advanceReferral(ctx, id) }),
});
