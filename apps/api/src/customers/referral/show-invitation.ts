import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { dayIn } from './day-in.ts';
import { findReferrer } from './referral.read.ts';
import { selectOffer } from './referral.sql.ts';

export const showInvitation: Verb<typeof contract.registration.invitation> = async ({ tx, now }, { memberCode }) => {
  const [referrer, offer] = [await findReferrer(tx, memberCode), await selectOffer(tx)];
  if (!referrer || !offer) return null;
  const words = referrer.name.trim().split(/\s+/);
  const currency = offer.currency;
  const toMoney = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
  return {
    firstName: words[0] ?? '',
    initials: [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join(''),
    reward: toMoney(offer.rewardMinor),
    exchange: toMoney(offer.exchangeMinor),
    freeTransfers: offer.freeTransfers,
    completeBy: dayIn(now, offer.deadlineDays),
  };
};
