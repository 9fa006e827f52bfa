import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectForStaff } from './referral-review.read.ts';

export const listReferralsForStaff: Verb<typeof contract.referralReview.list> = async ({ tx }, { id }) => {
  const rows = await selectForStaff(tx, id);
  if (!rows) throw new Refusal('not_found');
  return {
    list: rows.map(({ currency, rewardMinor, registeredAt, appeal, ...row }) => ({
      ...row,
      reward: { amount: formatAmount(money(currency, rewardMinor)), currency: currency },
      registeredAt: registeredAt.toISOString(),
      appeal: appeal && {
        ...appeal,
        requestedAt: new Date(appeal.requestedAt).toISOString(),
        decidedAt: appeal.decidedAt && new Date(appeal.decidedAt).toISOString(),
      },
    })),
  };
};
