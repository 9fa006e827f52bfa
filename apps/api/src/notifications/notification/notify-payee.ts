import type { PayeeStatus } from '@larkmere/contract/payees/payee';
import type { z } from 'zod';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { PayeeDecidedEvent } from '../../payees/payee/payee.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message'>;

function toText(status: z.infer<typeof PayeeStatus>, name: string, reason: string | null): NotificationText {
  const why = reason ? ` ${reason}` : '';
  switch (status) {
    case 'approved':
      return { severity: 'success', title: 'Payee approved', message: `You can pay ${name} now.` };
    case 'pending':
      return {
        severity: 'info',
        title: 'Payee checked',
        message: `${name} still waits for the approval of your team.`,
      };
    case 'reject':
      return { severity: 'warning', title: 'Payee not accepted', message: `${name} cannot be paid.${why}` };
    case 'disabled':
      return { severity: 'warning', title: 'Payee switched off', message: `${name} cannot be paid any more.${why}` };
  }
}

export const notifyPayee: TransactionalHandler<PayeeDecidedEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, payeeId, currency, type, name, status, reason } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payee']))]);
  const link = `/payee/view/${currency.toLowerCase()}/${type}?uid=${payeeId}`;
  await notify(ctx, [...people], { eventId, type: 'payee.decided', link, ...toText(status, name, reason) });
};
