import { amountText } from '@larkmere/money/amount-text';
import { peopleWithAny } from '../customer/customer.ts';
import type { ConversionNews } from '../fx/fx.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { notify } from './notification.ts';

export const notifyConversion: InsideListener<ConversionNews> = async (ctx, { eventId, payload }) => {
  const { customerId, personId, sold, sell, bought, buy, rate, link } = payload;
  const people = new Set([
    ...(personId ? [personId] : []),
    ...(await peopleWithAny(ctx.tx, customerId, ['payment', 'statement'])),
  ]);
  await notify(ctx, [...people], {
    eventId,
    type: 'fx.converted',
    severity: 'success',
    title: 'Money exchanged',
    message: `${amountText(sold, sell)} became ${amountText(bought, buy)} at ${rate}.`,
    link,
  });
};
