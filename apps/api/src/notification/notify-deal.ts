import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { DealNews } from '../manual-fx/manual-fx.ts';
import { type Notice, notify } from './notification.ts';

type Words = Pick<Notice, 'severity' | 'title' | 'message'>;

function wordsOf({ state, what, more }: DealNews): Words | undefined {
  switch (state) {
    case 'quoted':
      return {
        severity: 'info',
        title: 'Your dealer named a rate',
        message: `${what}: ${more}. It holds for a short while.`,
      };
    case 'expired':
      return {
        severity: 'warning',
        title: 'The rate ran out',
        message: `${what}: nothing was exchanged. Ask for another rate.`,
      };
    case 'booked':
      return { severity: 'info', title: 'Deal booked', message: `${what} is booked and settles on its value date.` };
    case 'unable':
      return {
        severity: 'error',
        title: 'The deal could not be done',
        message: `${what}: nothing was exchanged. ${more ?? ''}`,
      };
    case 'settled': // notified as a conversion
    case 'pending_approval': // approvers get their own notification
    case 'requested':
    case 'assigned':
    case 'accepted':
    case 'declined':
    case 'withdrawn':
      return undefined;
  }
}

export const notifyDeal: InsideListener<DealNews> = async (ctx, { eventId, payload }) => {
  const words = wordsOf(payload);
  if (!words) return;
  const { customerId, personId, state, waiting } = payload;
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['manualfx']))]);
  const waits = waiting ? { waits: waiting } : {};
  await notify(ctx, [...people], { eventId, type: `manual-fx.${state}`, link: '/request-fx', ...waits, ...words });
};
