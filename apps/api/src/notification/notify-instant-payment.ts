import { amountText } from '@larkmere/money/amount-text';
import { peopleWithAny } from '../customer/customer.ts';
import type { InstantPaymentNews } from '../instant-payment/instant-payment.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { type Notice, notify } from './notification.ts';

type Words = Pick<Notice, 'severity' | 'title' | 'message'>;

function wordsOf({ state, amount, currency, bankName, reason }: InstantPaymentNews): Words | undefined {
  const what = `${amountText(amount, currency)} from ${bankName}`;
  const why = reason ? ` ${reason}` : '';
  switch (state) {
    case 'credited':
      return { severity: 'success', title: 'Instant bank payment arrived', message: `${what} is in your account.` };
    case 'rejected':
      return { severity: 'error', title: 'Instant bank payment refused', message: `${what} will not come.${why}` };
    case 'expired': {
      const message = reason ? `${what} will not come.${why}` : `${what} was not finished in time. Nothing was paid.`;
      return { severity: 'info', title: 'Instant bank payment expired', message };
    }
    case 'unknown':
      return { severity: 'warning', title: 'Instant bank payment unclear', message: `${what} is not here yet.${why}` };
    case 'created': // The customer made these changes or sees them on the page.
    case 'awaiting_authorisation':
    case 'authorised':
    case 'submitted':
    case 'accepted':
    case 'cancelled':
      return undefined;
  }
}

export const notifyInstantPayment: InsideListener<InstantPaymentNews> = async (ctx, { eventId, payload }) => {
  const words = wordsOf(payload);
  if (!words) return;
  const { customerId, personId, state, paymentId, waiting } = payload;
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['instant']))]);
  const link = `/instant-bank-payment/payment/${paymentId}`;
  await notify(ctx, [...people], {
    eventId,
    type: `instant-payment.${state}`,
    link,
    ...(waiting && { waits: waiting }),
    ...words,
  });
};
