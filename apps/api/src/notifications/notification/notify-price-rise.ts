import { accessKeys } from '@larkmere/contract/platform/access';
import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { PriceNoticeEvent } from '../../customers/price-notice/price-notice.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type NoticeText, notify } from './notification.ts';
import { priceRiseText } from './price-rise-text.ts';

const pages = { plus: '/price-tariff', wallet: '/wallet/price-tariff' } as const;

function announcedText({ takesEffectAt, rises }: PriceNoticeEvent): NoticeText {
  const effectiveOn = londonDay(new Date(takesEffectAt));
  return {
    severity: 'info',
    title: message('notice_price_rise_title'),
    message: message('notice_price_rise', { effectiveOn, changes: priceRiseText(rises, 'rises') }),
  };
}

function cancelledText({ takesEffectAt, rises }: PriceNoticeEvent): NoticeText {
  const effectiveOn = londonDay(new Date(takesEffectAt));
  return {
    severity: 'info',
    title: message('notice_price_rise_cancelled_title'),
    message: message('notice_price_rise_cancelled', { effectiveOn, changes: priceRiseText(rises, 'stays') }),
  };
}

/** Everybody who works for the customer. */
const notifyPriceRise =
  (type: string, toText: (event: PriceNoticeEvent) => NoticeText): TransactionalHandler<PriceNoticeEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, tier } = payload;
    const people = await usersWithAnyAccess(ctx.tx, customerId, accessKeys);
    const supersedes = type === 'price_rise.cancelled' ? { supersedes: ['price_rise.announced'] } : {};
    const notice = { eventId, type, link: pages[tier], ...toText(payload), ...supersedes };
    await notify(ctx, { customerId, people, about: { kind: 'none' } }, notice);
  };

export const notifyRiseAnnounced = notifyPriceRise('price_rise.announced', announcedText);
export const notifyRiseCancelled = notifyPriceRise('price_rise.cancelled', cancelledText);
