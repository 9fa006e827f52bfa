import { amountText } from '@larkmere/money/amount-text';
import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { PaymentNews, RecallNews } from '../payment/payment.ts';
import { type Notice, notify } from './notification.ts';

type Step = 'held' | 'waiting' | 'submitted' | 'sent' | 'completed' | 'returned' | 'rejected' | 'cancelled';
type Words = Pick<Notice, 'severity' | 'title' | 'message'>;

/** Outdated once a later notification about the payment arrives. */
const underWay = (['held', 'waiting', 'submitted', 'sent'] satisfies Step[]).map((step) => `payment.${step}`);

function wordsOf(step: Step, { amount, currency, payeeName, reason, state }: PaymentNews): Words {
  const money = amountText(amount, currency);
  const what = `${money} to ${payeeName}`;
  const why = reason ? ` ${reason}` : '';
  switch (step) {
    case 'held':
      return { severity: 'info', title: 'Payment made', message: `${what} is about to be sent.${why}` };
    case 'waiting':
      return { ...waitingWords(state), message: `${what} ${stillIs[state] ?? 'is not sent yet'}.${why}` };
    case 'cancelled': {
      const title = state === 'expired' ? 'Payment expired' : 'Payment cancelled';
      return { severity: 'info', title, message: `${what} was not sent.${why}` };
    }
    case 'submitted':
      return { severity: 'info', title: 'Payment handed over', message: `${what} was handed to the bank.${why}` };
    case 'sent':
      return { severity: 'info', title: 'Payment sent', message: `${what} is on its way.${why}` };
    case 'completed':
      return { severity: 'success', title: 'Payment arrived', message: `${what} has arrived.` };
    case 'returned':
      return {
        severity: 'warning',
        title: 'Payment returned',
        message: `${what} came back. It is in your account again.${why}`,
      };
    case 'rejected':
      return {
        severity: 'error',
        title: 'Payment not sent',
        message: `Nothing was sent. ${what} was refused.${why} The money is available to you.`,
      };
  }
}

const stillIs: Partial<Record<PaymentNews['state'], string>> = {
  submitted: 'is with the bank',
  sent: 'has not arrived yet',
};

function waitingWords(state: PaymentNews['state']): Omit<Words, 'message'> {
  if (state === 'scheduled') return { severity: 'info', title: 'Payment planned' };
  if (state === 'awaiting_funds') return { severity: 'warning', title: 'Money missing for a payment' };
  return { severity: 'info', title: 'Payment waiting' };
}

export const notifyPayment =
  (step: Step): InsideListener<PaymentNews> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, personId, paymentId } = payload;
    // Approvers get their own notification.
    const others = payload.owner === 'team' ? [] : await peopleWithAny(ctx.tx, customerId, ['payment', 'statement']);
    const people = new Set([personId, ...others]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(ctx, [...people], {
      eventId,
      type: `payment.${step}`,
      link,
      ...wordsOf(step, payload),
      waits: payload,
      overtakes: underWay,
    });
  };

export const notifyRecall: InsideListener<RecallNews> = async (ctx, { eventId, payload }) => {
  const { customerId, personId, paymentId, amount, currency, payeeName, outcome } = payload;
  const what = `${amountText(amount, currency)} to ${payeeName}`;
  const isBack = outcome === 'accepted';
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payment', 'statement']))]);
  await notify(ctx, [...people], {
    eventId,
    type: 'payment.recall',
    severity: isBack ? 'info' : 'warning',
    title: isBack ? 'Payment comes back' : 'Payment not given back',
    message: isBack
      ? `The payee’s bank gives back ${what}. We credit your account when the money is here.`
      : `The payee’s bank does not give back ${what}. Ask the payee to send it back.`,
    link: `/pending-payment-domestic/detail/${paymentId}`,
  });
};
