import type { contract } from '@larkmere/contract/contract';
import { type ReferralOfferView, type ReferralView, referralSteps } from '@larkmere/contract/customers/referral';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { londonDayIn } from '../../platform/time/london-day.ts';
import { findReferrer } from '../customer/customer.ts';
import {
  findParticipant,
  type InvitedFriend,
  selectForStaff,
  selectFriendNames,
  selectInvitedFriends,
} from './referral.read.ts';
import {
  type Appeal,
  type Offer,
  selectAppeals,
  selectOffer,
  selectReferralsOf,
  sumExchanges,
} from './referral.sql.ts';
import type { Referral, StoredReferralState } from './referral.ts';
import { referralLifecycle } from './referral-lifecycle.ts';

export const maxReminders = 2;
const reminderPauseMs = 3 * 86_400_000;

export const canRemind = ({ reminders, remindedAt, requestedAt }: InvitedFriend, now: Date): boolean =>
  reminders < maxReminders && now.getTime() - (remindedAt ?? requestedAt).getTime() >= reminderPauseMs;

const toOfferView = (offer: Offer): ReferralOfferView => {
  const currency = offer.currency;
  const toMoney = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
  return {
    reward: toMoney(offer.rewardMinor),
    exchange: toMoney(offer.exchangeMinor),
    freeTransfers: offer.freeTransfers,
    deadlineDays: offer.deadlineDays,
    maxRewards: offer.maxRewards,
    ends: offer.ends,
    termsVersion: offer.termsVersion,
  };
};

export function toInvitedView(friend: InvitedFriend, offer: Offer, now: Date): ReferralView {
  const { reward, exchange } = toOfferView(offer);
  return {
    uid: friend.id,
    name: friend.name,
    state: 'invited',
    reason: null,
    reward,
    startedAt: friend.requestedAt.toISOString(),
    paidAt: null,
    completeBy: null,
    steps: referralSteps.map((step) => ({ step, doneAt: null })),
    exchange: { needed: exchange, done: { ...exchange, amount: formatAmount(money(exchange.currency, 0n)) } },
    canRemind: canRemind(friend, now),
    canAppeal: false,
    appeal: null,
  };
}

type Moves = readonly Readonly<{ state: StoredReferralState; at: string }>[];
type Details = Readonly<{ name: string; moves: Moves; exchanged: bigint; appeal: Appeal | undefined }>;

function toView(referral: Referral, { name, moves, exchanged, appeal }: Details): ReferralView {
  const currency = referral.currency;
  const toMoney = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
  const lastAt = (state: StoredReferralState): string | null =>
    moves.findLast((move) => move.state === state)?.at ?? null;
  return {
    uid: referral.id,
    name,
    state: referral.state,
    reason: reasonText(referral),
    reward: toMoney(referral.rewardMinor),
    startedAt: referral.registeredAt.toISOString(),
    paidAt: lastAt('paid'),
    completeBy: referral.completeBy,
    steps: referralSteps.map((step) => ({
      step,
      doneAt: step === 'registered' ? referral.registeredAt.toISOString() : lastAt(step),
    })),
    exchange: { needed: toMoney(referral.exchangeMinor), done: toMoney(exchanged) },
    canRemind: false,
    canAppeal: referral.state === 'not_eligible' && referral.reason !== 'not_confirmed' && appeal === undefined,
    appeal: appeal ? toAppealView(appeal) : null,
  };
}

const ownAppeal = (appeal: Appeal | undefined): Appeal | undefined => (appeal?.userId === null ? undefined : appeal);

const toAppealView = ({ state, requestedAt, answer }: Appeal) => ({
  state,
  requestedAt: requestedAt.toISOString(),
  answer,
});

function reasonText({ reason, currency }: Referral): string | null {
  const code = reason;
  if (code === null) return null;
  return code === 'no_account' ? defaultText('referral_no_account', { currency }) : defaultText(`referral_${code}`);
}

/** In the order given. */
export async function viewReferrals(tx: Tx, rows: readonly Referral[]): Promise<ReferralView[]> {
  const ids = rows.map(({ id }) => id);
  const names = await selectFriendNames(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  const timelines = await findTimelines(tx, referralLifecycle, ids);
  const [exchanged, appeals] = [await sumExchanges(tx, ids), await selectAppeals(tx, ids)];
  return rows.map((row) =>
    toView(row, {
      name: names.get(row.customerId) ?? '',
      moves: timelines.get(row.id) ?? [],
      exchanged: exchanged.get(row.id) ?? 0n,
      // A review that we opened ourselves is no appeal of the customer.
      appeal: ownAppeal(appeals.get(row.id)),
    }),
  );
}

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

export const listReferralsForStaff: Verb<typeof contract.referralReview.list> = async ({ tx }, { id }) => {
  const rows = await selectForStaff(tx, id);
  if (!rows) throw new Refusal('not_found');
  return {
    list: rows.map(({ currency, rewardMinor, registeredAt, appeal, ...row }) => ({
      ...row,
      reward: { amount: formatAmount(money(currency, rewardMinor)), currency },
      registeredAt: registeredAt.toISOString(),
      appeal: appeal && {
        ...appeal,
        requestedAt: new Date(appeal.requestedAt).toISOString(),
        decidedAt: appeal.decidedAt && new Date(appeal.decidedAt).toISOString(),
      },
    })),
  };
};

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
    completeBy: londonDayIn(now, offer.deadlineDays),
  };
};
