import { selectOwnerIds } from '../../customers/customer/customer.ts';
import { priceRiseAnnounced, priceRiseCancelled } from '../../customers/price-notice/price-notice.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { priceRiseText } from '../notification/notification.ts';
import { type Mailer, sendMail } from './send-mail.ts';

const ownersOf = (work: ExternalHandlerContext, customerId: string): Promise<string[]> =>
  work.transaction(({ tx }) => selectOwnerIds(tx, customerId));

/** To the owners, who are the customer in law. */
export const priceRiseMails = (mailer: Mailer): Subscription[] => {
  const { closeLink } = mailer;
  return [
    externalHandler(priceRiseAnnounced, 'mail-price-rise', async (work, { eventId, payload }) => {
      const { customerId, tier, takesEffectAt, rises } = payload;
      const tariffLink = mailer.tariffLink(tier);
      const changes = priceRiseText(rises, 'rises');
      const parameters = { effectiveOn: londonDay(new Date(takesEffectAt)), changes, tariffLink, closeLink };
      for (const id of await ownersOf(work, customerId)) {
        const mail = { eventId: `${eventId}.${id}`, side: 'person', id, parameters } as const;
        await sendMail(work, mailer, { ...mail, template: 'email_price_rise' });
      }
    }),
    externalHandler(priceRiseCancelled, 'mail-price-rise-cancelled', async (work, { eventId, payload }) => {
      const { customerId, tier, takesEffectAt, rises } = payload;
      const tariffLink = mailer.tariffLink(tier);
      const changes = priceRiseText(rises, 'stays');
      const parameters = { effectiveOn: londonDay(new Date(takesEffectAt)), changes, tariffLink };
      for (const id of await ownersOf(work, customerId)) {
        const mail = { eventId: `${eventId}.${id}`, side: 'person', id, parameters } as const;
        await sendMail(work, mailer, { ...mail, template: 'email_price_rise_cancelled' });
      }
    }),
  ];
};
