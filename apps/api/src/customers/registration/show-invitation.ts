import type { contract } from '@larkmere/contract/contract';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { findReferrer, selectOffer } from './registration.read.ts';

export const showInvitation: Verb<typeof contract.registration.invitation> = async ({ tx }, { memberCode }) => {
  const [referrer, offer] = [await findReferrer(tx, memberCode), await selectOffer(tx)];
  if (!referrer || !offer) return null;
  const words = referrer.name.trim().split(/\s+/);
  const currency = offer.currency as Currency;
  return {
    firstName: words[0] ?? '',
    initials: [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join(''),
    reward: { amount: formatAmount(money(currency, offer.rewardMinor)), currency },
    exchange: { amount: formatAmount(money(currency, offer.exchangeMinor)), currency },
    freeTransfers: offer.freeTransfers,
    completeBy: offer.completeBy,
  };
};
