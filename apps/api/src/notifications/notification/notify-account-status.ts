import { accessKeys } from '@larkmere/contract/platform/access';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { restrictions } from '@larkmere/contract/platform/restriction';
import { message } from '@larkmere/messages/message';
import { type AccountStatusChange, usersWithAnyAccess } from '../../customers/customer/customer.ts';
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

/** Everybody who works for the customer, except after a sanctions match, of which customers are not told. */
export const notifyAccountStatus: TransactionalHandler<AccountStatusChange> = async (ctx, { eventId, payload }) => {
  const { customerId, to, reason } = payload;
  const text = texts[to];
  if (!text || reason === 'sanctions_match') return;
  const people = await usersWithAnyAccess(ctx.tx, customerId, accessKeys);
  const notice = { eventId, type: `account_status.${to}`, link: null, refreshSession: true, ...text } as const;
  await notify(ctx, { customerId, people }, notice);
};
