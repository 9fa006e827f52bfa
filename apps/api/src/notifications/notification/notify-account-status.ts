import { accessKeys } from '@larkmere/contract/platform/access';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { restrictions } from '@larkmere/contract/platform/restriction';
import { message } from '@larkmere/messages/message';
import { type AccountStatusChange, usersWithAnyAccess } from '../../customers/customer/customer.ts';
import { pushLiveRefresh } from '../../platform/events/live.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NoticeText, notify } from './notification.ts';

const texts: Readonly<Partial<Record<AccountStatus, NoticeText>>> = {
  active: {
    severity: 'success',
    title: message('notice_account_active_title'),
    message: message('notice_account_active'),
  },
  restricted: {
    severity: 'warning',
    title: message('notice_account_restricted_title'),
    message: message(restrictions.restricted),
  },
  suspended: {
    severity: 'warning',
    title: message('notice_account_suspended_title'),
    message: message(restrictions.suspended),
  },
  dormant: {
    severity: 'info',
    title: message('notice_account_dormant_title'),
    message: message(restrictions.dormant),
  },
  closing: {
    severity: 'warning',
    title: message('notice_account_closing_title'),
    message: message(restrictions.closing),
  },
  closed: {
    severity: 'info',
    title: message('notice_account_closed_title'),
    message: message('notice_account_closed'),
  },
};

const closingByUs = (endsAt: string): NoticeText => ({
  severity: 'warning',
  title: message('notice_account_closing_by_us_title'),
  message: message('notice_account_closing_by_us', { closesAt: new Date(endsAt) }),
});

/**
 * Everybody who works for the customer, except after a sanctions match or where staff chose so: customers are not told
 * of it, but their open pages show what the account can do now.
 */
export const notifyAccountStatus: TransactionalHandler<AccountStatusChange> = async (ctx, { eventId, payload }) => {
  const { customerId, to, reason, letter } = payload;
  const text = letter?.noticeEndsAt ? closingByUs(letter.noticeEndsAt) : texts[to];
  if (!text) return;
  const people = await usersWithAnyAccess(ctx.tx, customerId, accessKeys);
  if (letter ? letter.isSilent : reason === 'sanctions_match') {
    for (const userId of people) await pushLiveRefresh(ctx.tx, { userId, customerId });
    return;
  }
  const detail = letter?.text ?? null;
  const notice = { eventId, type: `account_status.${to}`, link: null, refreshSession: true, ...text, detail } as const;
  await notify(ctx, { customerId, people, about: { kind: 'none' } }, notice);
};
