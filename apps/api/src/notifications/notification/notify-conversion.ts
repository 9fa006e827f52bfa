import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { ConversionEvent } from '../../fx/conversion/conversion.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { notify } from './notification.ts';

export const notifyConversion: TransactionalHandler<ConversionEvent> = async (ctx, { eventId, payload }) => {
  const { conversionId, customerId, userId, sold, sell, bought, buy, rate, link } = payload;
  const people = new Set([
    ...(userId ? [userId] : []),
    ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement'])),
  ]);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'conversion', id: conversionId } },
    {
      eventId,
      type: 'fx.converted',
      severity: 'success',
      title: message('notice_exchange_completed_title'),
      message: message('notice_exchange_completed', {
        sold: eventMoney(sold, sell),
        bought: eventMoney(bought, buy),
        rate,
      }),
      link,
    },
  );
};
