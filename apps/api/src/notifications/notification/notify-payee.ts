import type { PayeeStatus } from '@larkmere/contract/payees/payee';
import { message } from '@larkmere/messages/message';
import type { z } from 'zod';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { PayeeDecidedEvent } from '../../payees/payee/payee.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NoticeText, notify } from './notification.ts';

function toText(status: z.infer<typeof PayeeStatus>, payeeName: string, detail: string | null): NoticeText {
  switch (status) {
    case 'approved':
      return {
        severity: 'success',
        title: message('notice_payee_approved_title'),
        message: message('notice_payee_approved', { payeeName }),
      };
    case 'pending':
      return {
        severity: 'info',
        title: message('notice_payee_checked_title'),
        message: message('notice_payee_checked', { payeeName }),
      };
    case 'reject':
      return {
        severity: 'warning',
        title: message('notice_payee_rejected_title'),
        message: message('notice_payee_rejected', { payeeName }),
        detail,
      };
    case 'disabled':
      return {
        severity: 'warning',
        title: message('notice_payee_disabled_title'),
        message: message('notice_payee_disabled', { payeeName }),
        detail,
      };
  }
}

export const notifyPayee: TransactionalHandler<PayeeDecidedEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, payeeId, currency, type, name, status, reason } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payee']))]);
  const link = `/payee/view/${currency.toLowerCase()}/${type}?uid=${payeeId}`;
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    { eventId, type: 'payee.decided', link, ...toText(status, name, reason) },
  );
};
