import type { ReferralState, ReferralView } from '@larkmere/contract/customers/referral';

const pending: readonly ReferralState[] = ['registered', 'kyc_approved', 'first_trade', 'reward_due'];

export const isPending = ({ state }: Pick<ReferralView, 'state'>): boolean => pending.includes(state);

export type Filter = 'all' | 'onTheWay' | 'paid';

const matches: Readonly<Record<Filter, (referral: Pick<ReferralView, 'state'>) => boolean>> = {
  all: () => true,
  onTheWay: (referral) => referral.state === 'invited' || isPending(referral),
  paid: ({ state }) => state === 'paid',
};

type Ordered = Pick<ReferralView, 'state' | 'startedAt' | 'paidAt'>;

/** Friends under way first, then the others, the latest first. */
export const arrange = <R extends Ordered>(list: readonly R[], filter: Filter): R[] =>
  list
    .filter(matches[filter])
    .toSorted(
      (one, other) =>
        Number(isPending(other)) - Number(isPending(one)) ||
        (other.paidAt ?? other.startedAt).localeCompare(one.paidAt ?? one.startedAt),
    );
