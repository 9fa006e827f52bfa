import type { PayeeStatus } from '@larkmere/contract/payee';
import type { z } from 'zod';
import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { DecidedNews } from '../payee/payee.ts';
import { type Notice, notify } from './notification.ts';

type Words = Pick<Notice, 'severity' | 'title' | 'message'>;

function wordsOf(status: z.infer<typeof PayeeStatus>, name: string, reason: string | null): Words {
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

export const notifyPayee: InsideListener<DecidedNews> = async (ctx, { eventId, payload }) => {
  const { customerId, personId, payeeId, currency, type, name, status, reason } = payload;
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payee']))]);
  const link = `/payee/view/${currency.toLowerCase()}/${type}?uid=${payeeId}`;
  await notify(ctx, [...people], { eventId, type: 'payee.decided', link, ...wordsOf(status, name, reason) });
};
