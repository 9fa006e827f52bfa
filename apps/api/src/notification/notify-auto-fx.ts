import {
  type OrderNews,
  orderExpired,
  orderFailed,
  orderHeld,
  orderStillWaiting,
  paymentFailed,
} from '../auto-fx/auto-fx.ts';
import { peopleWithAny } from '../customer/customer.ts';
import { type InsideListener, inside, type Subscription } from '../kernel/relay.ts';
import { type Notice, notify } from './notification.ts';

type News = OrderNews &
  Partial<Readonly<{ message: string; isFinal: boolean; againAt: string | null; until: string | null }>>;
type Step = 'failed' | 'not-paid' | 'expired' | 'held' | 'still-waiting';
type Words = Pick<Notice, 'severity' | 'title' | 'message'>;

const at = (moment: string): string => `${moment.slice(0, 10)} at ${moment.slice(11, 16)} UTC`;

function wordsOf(step: Step, { sentence, message = '', isFinal, againAt, until }: News): Words {
  const order = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  switch (step) {
    case 'failed': {
      const next = isFinal ? 'The order has ended.' : againAt ? `We try again on ${at(againAt)}.` : '';
      const title = isFinal ? 'Auto FX order ended' : 'Auto FX order not carried out';
      return { severity: isFinal ? 'error' : 'warning', title, message: `Nothing was exchanged. ${message} ${next}` };
    }
    case 'not-paid':
      return { severity: 'warning', title: 'Exchanged, but not paid', message: `${order}. ${message}` };
    case 'expired':
      return { severity: 'info', title: 'Auto FX order expired', message: `${order}: its last day is over.` };
    case 'held':
      return {
        severity: 'info',
        title: 'Auto FX order is waiting',
        message: until
          ? `${order}: it waits until the market opens, on ${at(until)}.`
          : `${order}: the service is off.`,
      };
    case 'still-waiting':
      return { severity: 'info', title: 'Auto FX order still waiting', message: `${order}: still wanted?` };
  }
}

const notifyAutoFx =
  (step: Step): InsideListener<News> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, personId } = payload;
    const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['autofx']))]);
    const { orderId, waiting } = payload;
    const link = `/auto-fx?order=${orderId}`;
    const waits = waiting ? { waits: waiting } : {};
    await notify(ctx, [...people], { eventId, type: `auto-fx.${step}`, link, ...waits, ...wordsOf(step, payload) });
  };

export const autoFxNotices: readonly Subscription[] = [
  inside(paymentFailed, 'notify-order-not-paid', notifyAutoFx('not-paid')),
  inside(orderFailed, 'notify-order-failed', notifyAutoFx('failed')),
  inside(orderHeld, 'notify-order-held', notifyAutoFx('held')),
  inside(orderExpired, 'notify-order-expired', notifyAutoFx('expired')),
  inside(orderStillWaiting, 'notify-order-waiting', notifyAutoFx('still-waiting')),
];
