import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { defaultText } from '@larkmere/messages/format-message';
import { money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { changeReferralState, publishState } from './change-referral-state.ts';
import { findProgress } from './referral.read.ts';
import { insertReward, updateReferral } from './referral.sql.ts';
import type { Referral } from './referral.ts';

type Payable = Readonly<{ account: BankAccount }> | Readonly<{ reason: 'no_account' | 'account_restricted' }>;

/** Pays a reward that is due out of our own money, once, or says why it waits. The referral is locked. */
export async function payReward(ctx: Ctx<SystemActor>, referral: Referral): Promise<void> {
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
