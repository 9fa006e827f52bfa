import type { KycStatus } from '@larkmere/contract/customers/kyc';
import { accessKeys } from '@larkmere/contract/platform/access';
import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import {
  type KycEvent,
  type KycRefresh,
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
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type NoticeText, notify } from './notification.ts';

const link = '/know-your-customer';

const dayOf = (moment: string | null): string => londonDay(new Date(moment ?? 0));

function toText({ state, dueBy }: KycStateChanged): NoticeText | undefined {
  const dueOn = dayOf(dueBy);
  switch (state) {
    case 'pending':
      return {
        severity: 'info',
        title: message('notice_kyc_pending_title'),
        message: message('notice_kyc_pending'),
      };
    case 'in_review':
      return {
        severity: 'info',
        title: message('notice_kyc_in_review_title'),
        message: message('notice_kyc_in_review'),
      };
    case 'action_required':
      return {
        severity: 'warning',
        title: message('notice_kyc_action_required_title'),
        message: message('notice_kyc_action_required', { dueOn }),
      };
    case 'approved':
      return {
        severity: 'success',
        title: message('notice_kyc_approved_title'),
        message: message('notice_kyc_approved'),
      };
    case 'approved_conditional':
      return {
        severity: 'success',
        title: message('notice_kyc_conditional_title'),
        message: message('notice_kyc_conditional', { dueOn }),
      };
    case 'rejected':
      return {
        severity: 'error',
        title: message('notice_kyc_rejected_title'),
        message: message('notice_kyc_rejected'),
      };
    case 'expired':
      return {
        severity: 'warning',
        title: message('notice_kyc_expired_title'),
        message: message('notice_kyc_expired'),
      };
    case 'not_started':
    case 'in_progress':
      return undefined;
  }
}

const isVerified = (state: KycStatus): boolean => state === 'approved' || state === 'approved_conditional';

/** Users of the account are told when its use begins or ends; the people who fill in the form get the rest. */
const notifyKycState: TransactionalHandler<KycStateChanged> = async (ctx, { eventId, payload }) => {
  const text = toText(payload);
  if (!text) return;
  const { customerId, state, previous } = payload;
  const changesAccess = isVerified(state) !== isVerified(previous);
  const people = changesAccess
    ? await usersWithAnyAccess(ctx.tx, customerId, accessKeys)
    : await selectEditors(ctx.tx, customerId);
  const notice = { eventId, type: `kyc.${state}`, ...text, link };
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    { ...notice, ...(changesAccess && { refreshSession: true }) },
  );
};

const notifyEditors =
  <E extends KycEvent>(type: string, textOf: (payload: E) => NoticeText): TransactionalHandler<E> =>
  async (ctx, { eventId, payload }) => {
    const { customerId } = payload;
    const people = await selectEditors(ctx.tx, customerId);
    await notify(
      ctx,
      { customerId, people, about: { kind: 'none' } },
      { eventId, type: `kyc.${type}`, ...textOf(payload), link },
    );
  };

const toRefreshText = ({ step, dueBy }: KycRefresh): NoticeText => ({
  severity: step === 'due' ? 'warning' : 'info',
  title: message(`notice_kyc_refresh_${step}_title`),
  message: message(`notice_kyc_refresh_${step}`, { dueOn: dayOf(dueBy) }),
});

type OfMember = Readonly<{ customerId: string; userId: string }>;

/** To the person who joined, about their own check. */
const notifyMember =
  <E extends OfMember>(type: string, text: NoticeText, more: { refreshSession?: true } = {}): TransactionalHandler<E> =>
  async (ctx, { eventId, payload: { customerId, userId } }) =>
    notify(
      ctx,
      { customerId, people: [userId], about: { kind: 'none' } },
      { eventId, type: `member_check.${type}`, ...text, link: '/dashboard', ...more },
    );

export const kycNotifications: readonly Subscription[] = [
  transactionalHandler(kycStateChanged, 'notify-kyc', notifyKycState),
  transactionalHandler(
    kycItemsNeeded,
    'notify-kyc-items-needed',
    notifyEditors('items_needed', ({ dueBy }) => ({
      severity: 'warning',
      title: message('notice_kyc_items_needed_title'),
      message: message('notice_kyc_items_needed', { dueOn: dayOf(dueBy) }),
    })),
  ),
  transactionalHandler(kycRefreshDue, 'notify-kyc-refresh', notifyEditors('refresh', toRefreshText)),
  transactionalHandler(
    kycReviewDelayed,
    'notify-kyc-delayed',
    notifyEditors('delayed', ({ nextUpdateAt }) => ({
      severity: 'info',
      title: message('notice_kyc_delayed_title'),
      message: message('notice_kyc_delayed', { nextUpdateAt: new Date(nextUpdateAt) }),
    })),
  ),
  transactionalHandler(
    personProvided,
    'notify-kyc-person',
    notifyEditors('person_provided', () => ({
      severity: 'info',
      title: message('notice_kyc_person_provided_title'),
      message: message('notice_kyc_person_provided'),
    })),
  ),
  transactionalHandler(
    memberCheckReturned,
    'notify-member-check-returned',
    notifyMember('returned', {
      severity: 'warning',
      title: message('notice_member_check_returned_title'),
      message: message('notice_member_check_returned'),
    }),
  ),
  transactionalHandler(
    memberCheckPassed,
    'notify-member-check-passed',
    notifyMember(
      'passed',
      {
        severity: 'success',
        title: message('notice_member_check_passed_title'),
        message: message('notice_member_check_passed'),
      },
      { refreshSession: true },
    ),
  ),
];
