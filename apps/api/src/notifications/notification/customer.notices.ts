import type { KycStatus } from '@larkmere/contract/customers/kyc';
import type { ReferralReason } from '@larkmere/contract/customers/referral';
import { restrictions } from '@larkmere/contract/platform/restriction';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { type AccountStatusChange, accountStatusChanged } from '../../customers/customer/customer.ts';
import { partnerStatementChanged } from '../../customers/introducer-partner/introducer-partner.ts';
import {
  type KycStateChanged,
  kycItemsNeeded,
  kycRefreshDue,
  kycReviewDelayed,
  kycStateChanged,
  memberCheckPassed,
  memberCheckReturned,
  personProvided,
  selectEditors,
} from '../../customers/kyc/kyc.ts';
import { priceRiseAnnounced, priceRiseCancelled } from '../../customers/price-notice/price-notice.ts';
import {
  appealDeclined,
  freeTransfersGranted,
  type ReferralEvent,
  referralStateChanged,
} from '../../customers/referral/referral.ts';
import { type UpgradeEvent, upgradeStateChanged } from '../../customers/upgrade/upgrade.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pushLiveRefresh } from '../../platform/events/live.ts';
import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { monthName } from '../../platform/time/format-date.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type Subject, selectIntroducerPage } from './notification.read.ts';
import {
  deliverNotice,
  eventMoney,
  everyone,
  type NoticeRow,
  type NoticeText,
  notice,
  noticeText,
  type Readers,
  readersOf,
  textBy,
  user,
  usersWith,
  when,
} from './notification.ts';
import { priceRiseText } from './price-rise-text.ts';

type OfCustomer = Readonly<{ customerId: string }>;

const dayOf = (moment: string | null): string => londonDay(new Date(moment ?? 0));

const limited = (
  severity: NoticeText['severity'],
  to: 'restricted' | 'suspended' | 'dormant' | 'closing',
): NoticeText => ({
  severity,
  title: message(`notice_account_${to}_title`),
  message: message(restrictions[to]),
});

const textOfStatus = textBy<AccountStatusChange, 'to'>('to', {
  active: noticeText('success', 'notice_account_active'),
  restricted: limited('warning', 'restricted'),
  suspended: limited('warning', 'suspended'),
  dormant: limited('info', 'dormant'),
  closing: limited('warning', 'closing'),
  closed: noticeText('info', 'notice_account_closed'),
  pending: undefined,
  locked: undefined,
});

function statusText(change: AccountStatusChange): NoticeText | undefined {
  const { letter, reason, byName } = change;
  if (letter?.noticeEndsAt)
    return noticeText('warning', 'notice_account_closing_by_us', { closesAt: new Date(letter.noticeEndsAt) });
  const by = { name: byName ?? '' };
  if (reason === 'frozen_by_customer') return noticeText('warning', 'notice_account_frozen', by);
  return reason === 'unfrozen_by_customer'
    ? noticeText('success', 'notice_account_unfrozen', by)
    : textOfStatus(change);
}

const accountStatus: NoticeRow<AccountStatusChange> = {
  type: ({ to }) => `account_status.${to}`,
  readers: [everyone],
  text: (change) => {
    const text = statusText(change);
    return text && { ...text, detail: change.letter?.text ?? null };
  },
  refreshSession: true,
};

/** After a sanctions match and where staff chose so, customers are not told. */
const isSilent = ({ letter, reason }: AccountStatusChange): boolean =>
  letter ? letter.isSilent : reason === 'sanctions_match';

const isDone = ({ state }: UpgradeEvent): boolean => state === 'done';

const isVerified = (state: KycStatus): boolean => state === 'approved' || state === 'approved_conditional';
const changesAccess = ({ state, previous }: KycStateChanged): boolean => isVerified(state) !== isVerified(previous);

/** The people who fill in the form. */
const editors: Readers<OfCustomer> = ({ customerId }, tx) => selectEditors(tx, customerId);
const kycPage = '/know-your-customer';

const tariffPages = { plus: '/price-tariff', wallet: '/wallet/price-tariff' } as const;

const introducerPage = ({ customerId }: OfCustomer, tx: Tx): Promise<string> => selectIntroducerPage(tx, customerId);
const aboutReward = ({ bankholderId }: Readonly<{ bankholderId: string | null }>): Subject =>
  bankholderId === null ? { kind: 'none' } : { kind: 'accounts', accounts: [bankholderId] };

const rewardOf = ({ friendName: name, reward, currency }: ReferralEvent) => ({
  name,
  amount: eventMoney(reward, currency),
});
const reasonText = (reason: ReferralReason, currency: Currency): string =>
  reason === 'no_account' ? defaultText('referral_no_account', { currency }) : defaultText(`referral_${reason}`);

export const customerNotices: readonly Subscription[] = [
  // Customers are not told of a silent change, but their open pages show what the account can do now.
  transactionalHandler(accountStatusChanged, 'notify-account-status', async (ctx, delivery) => {
    const { payload } = delivery;
    if (!isSilent(payload)) return deliverNotice(accountStatus)(ctx, delivery);
    if (!statusText(payload)) return;
    const { customerId } = payload;
    for (const userId of await readersOf(ctx.tx, [everyone], payload))
      await pushLiveRefresh(ctx.tx, { userId, customerId });
  }),
  notice(upgradeStateChanged, 'notify-upgrade', {
    type: ({ state }) => `upgrade.${state}`,
    readers: [when(isDone, everyone, user)],
    text: textBy('state', {
      kyc_gap: noticeText('warning', 'notice_upgrade_details_needed'),
      opening_accounts: noticeText('info', 'notice_upgrade_opening'),
      done: noticeText('success', 'notice_upgrade_done'),
      refused: ({ reason }) =>
        reason === null
          ? noticeText('warning', 'notice_upgrade_refused')
          : {
              severity: 'warning',
              title: message('notice_upgrade_refused_title'),
              message: message('notice_upgrade_refused_because', { note: reason }),
            },
      requested: undefined,
      reviewing: undefined,
    }),
    link: (upgrade) => (isDone(upgrade) ? '/dashboard' : '/wallet/upgrade'),
    refreshSession: isDone,
  }),

  // Users of the account are told when its use begins or ends; the people who fill in the form get the rest.
  notice(kycStateChanged, 'notify-kyc', {
    type: ({ state }) => `kyc.${state}`,
    readers: [when(changesAccess, everyone, editors)],
    text: textBy('state', {
      pending: noticeText('info', 'notice_kyc_pending'),
      in_review: noticeText('info', 'notice_kyc_in_review'),
      action_required: ({ dueBy }) => noticeText('warning', 'notice_kyc_action_required', { dueOn: dayOf(dueBy) }),
      approved: noticeText('success', 'notice_kyc_approved'),
      approved_conditional: ({ dueBy }) => noticeText('success', 'notice_kyc_conditional', { dueOn: dayOf(dueBy) }),
      rejected: noticeText('error', 'notice_kyc_rejected'),
      expired: noticeText('warning', 'notice_kyc_expired'),
      not_started: undefined,
      in_progress: undefined,
    }),
    link: kycPage,
    refreshSession: changesAccess,
  }),
  notice(kycItemsNeeded, 'notify-kyc-items-needed', {
    type: 'kyc.items_needed',
    readers: [editors],
    text: ({ dueBy }) => noticeText('warning', 'notice_kyc_items_needed', { dueOn: dayOf(dueBy) }),
    link: kycPage,
  }),
  notice(kycRefreshDue, 'notify-kyc-refresh', {
    type: 'kyc.refresh',
    readers: [editors],
    text: ({ step, dueBy }) =>
      noticeText(step === 'due' ? 'warning' : 'info', `notice_kyc_refresh_${step}`, { dueOn: dayOf(dueBy) }),
    link: kycPage,
  }),
  notice(kycReviewDelayed, 'notify-kyc-delayed', {
    type: 'kyc.delayed',
    readers: [editors],
    text: ({ nextUpdateAt }) => noticeText('info', 'notice_kyc_delayed', { nextUpdateAt: new Date(nextUpdateAt) }),
    link: kycPage,
  }),
  notice(personProvided, 'notify-kyc-person', {
    type: 'kyc.person_provided',
    readers: [editors],
    text: noticeText('info', 'notice_kyc_person_provided'),
    link: kycPage,
  }),
  // To the person who joined, about their own check.
  notice(memberCheckReturned, 'notify-member-check-returned', {
    type: 'member_check.returned',
    readers: [user],
    text: noticeText('warning', 'notice_member_check_returned'),
    link: '/dashboard',
  }),
  notice(memberCheckPassed, 'notify-member-check-passed', {
    type: 'member_check.passed',
    readers: [user],
    text: noticeText('success', 'notice_member_check_passed'),
    link: '/dashboard',
    refreshSession: true,
  }),

  notice(priceRiseAnnounced, 'notify-price-rise', {
    type: 'price_rise.announced',
    readers: [everyone],
    text: ({ takesEffectAt, rises }) =>
      noticeText('info', 'notice_price_rise', {
        effectiveOn: dayOf(takesEffectAt),
        changes: priceRiseText(rises, 'rises'),
      }),
    link: ({ tier }) => tariffPages[tier],
    follows: ({ takesEffectAt }) => `price_rise:${takesEffectAt}`,
  }),
  notice(priceRiseCancelled, 'notify-price-rise-cancelled', {
    type: 'price_rise.cancelled',
    readers: [everyone],
    text: ({ takesEffectAt, rises }) =>
      noticeText('info', 'notice_price_rise_cancelled', {
        effectiveOn: dayOf(takesEffectAt),
        changes: priceRiseText(rises, 'stays'),
      }),
    link: ({ tier }) => tariffPages[tier],
    follows: ({ takesEffectAt }) => `price_rise:${takesEffectAt}`,
  }),

  notice(referralStateChanged, 'notify-referral', {
    type: 'referral.step',
    readers: [usersWith('introducer')],
    text: textBy('state', {
      registered: ({ previous, friendName: name }) =>
        previous === 'not_eligible'
          ? noticeText('success', 'notice_referral_cleared', { name })
          : noticeText('info', 'notice_referral_registered', { name }),
      kyc_approved: ({ friendName: name, exchange, currency, completeBy: dueOn }) =>
        noticeText('info', 'notice_referral_kyc_approved', { name, needed: eventMoney(exchange, currency), dueOn }),
      first_trade: undefined, // The reward follows at once.
      reward_due: (event) =>
        event.reason === null
          ? undefined
          : {
              ...noticeText('warning', 'notice_referral_waiting', rewardOf(event)),
              detail: reasonText(event.reason, event.currency),
            },
      paid: (event) => noticeText('success', 'notice_referral_paid', rewardOf(event)),
      not_eligible: ({ friendName: name, reason, currency }) => ({
        ...noticeText('warning', 'notice_referral_not_eligible', { name }),
        detail: reason && reasonText(reason, currency),
      }),
    }),
    link: introducerPage,
    about: aboutReward,
  }),
  notice(appealDeclined, 'notify-appeal-declined', {
    type: 'referral.step',
    readers: [usersWith('introducer')],
    text: ({ friendName: name, answer: detail }) => ({
      ...noticeText('info', 'notice_referral_appeal_declined', { name }),
      detail,
    }),
    link: introducerPage,
  }),
  // To the friend.
  notice(freeTransfersGranted, 'notify-free-transfers', {
    type: 'referral.step',
    readers: [usersWith('payment')],
    text: ({ count }) => noticeText('success', 'notice_free_transfers', { count }),
  }),
  notice(partnerStatementChanged, 'notify-partner-statement', {
    type: 'referral.partner_statement',
    readers: [usersWith('introducer')],
    text: ({ state, reason, total, currency, isPositive, month: day }) => {
      const month = monthName(day);
      if (!isPositive)
        return {
          severity: 'info',
          title: message('notice_partner_carried_title'),
          message: message('notice_partner_nothing', { month }),
        };
      const sum = { amount: eventMoney(total, currency), month };
      switch (state) {
        case 'paid':
          return noticeText('success', 'notice_partner_paid', sum);
        case 'carried':
          return noticeText('info', 'notice_partner_carried', sum);
        case 'due':
          return {
            ...noticeText('warning', 'notice_partner_waiting', sum),
            detail:
              reason === 'no_account'
                ? defaultText('partner_no_account', { currency })
                : defaultText('partner_account_restricted'),
          };
      }
    },
    link: introducerPage,
    about: aboutReward,
  }),
];
