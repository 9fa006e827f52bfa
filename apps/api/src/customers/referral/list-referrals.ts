import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { findParticipant, selectInvitedFriends } from './referral.read.ts';
import { selectOffer, selectReferralsOf } from './referral.sql.ts';
import { toInvitedView, toOfferView, viewReferrals } from './referral.view.ts';

const pendingStates: readonly string[] = ['registered', 'kyc_approved', 'first_trade', 'reward_due'];

export const listReferrals =
  (site: string): Verb<typeof contract.referral.list> =>
  async ({ tx, actor, now }) => {
    const { memberCode: code, takesPart } = await findParticipant(tx, actor.customerId);
    const offer = await selectOffer(tx);
    const rows = await selectReferralsOf(tx, actor.customerId);
    const invited = offer ? await selectInvitedFriends(tx, actor.customerId) : [];
    const currency = offer?.currency ?? rows[0]?.currency ?? 'GBP';
    const sumOf = (states: readonly string[]) => {
      const counted = rows.filter((row) => states.includes(row.state) && row.currency === currency);
      const minor = counted.reduce((sum, { rewardMinor }) => sum + rewardMinor, 0n);
      return { amount: formatAmount(money(currency, minor)), currency };
    };
    return {
      takesPart,
      code,
      link: new URL(`/ref/${code}`, site).href,
      offer: offer ? toOfferView(offer) : null,
      earned: sumOf(['paid']),
      onTheWay: sumOf(pendingStates),
      invited: rows.length + invited.length,
      list: [
        ...invited.flatMap((friend) => (offer ? toInvitedView(friend, offer, now) : [])),
        ...(await viewReferrals(tx, rows)),
      ],
    };
  };
