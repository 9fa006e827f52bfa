import { cardPaymentShort, cardShortfallRecovered } from '../../cards/card-payment/card-payment.ts';
import { topUpStateChanged } from '../../cards/top-up/top-up.ts';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
import { eventMoney } from '../notification/notification.ts';
import { type Mail, mail, mailText, toEach, user } from './send-mail.ts';

/** What happens to money because of a card is told by e-mail as well. */
export const cardMails: readonly Mail[] = [
  mail(topUpStateChanged, 'mail-card-payment-reversed', {
    to: user,
    text: ({ state, amount, missing, currency, cardName: card, at }) =>
      state === 'refunded' || state === 'charged_back'
        ? mailText('email_card_payment_reversed', {
            amount: eventMoney(amount, currency),
            missing: eventMoney(missing, currency),
            card,
            changedAt: new Date(at),
          })
        : undefined,
  }),
  mail(cardPaymentShort, 'mail-card-payment-short', {
    to: toEach('person', async ({ holderId, customerId }, tx) => [holderId, ...(await selectOwnerIds(tx, customerId))]),
    text: ({ merchant: name, amount, missing, currency, at }) =>
      mailText('email_card_payment_short', {
        name,
        amount: eventMoney(amount, currency),
        missing: eventMoney(missing, currency),
        changedAt: new Date(at),
      }),
  }),
  mail(cardShortfallRecovered, 'mail-card-shortfall-paid', {
    to: toEach('person', async ({ holderIds, customerId }, tx) => [
      ...holderIds,
      ...(await selectOwnerIds(tx, customerId)),
    ]),
    text: ({ amount, currency, isUsable, at }) =>
      mailText('email_card_shortfall_paid', {
        amount: eventMoney(amount, currency),
        changedAt: new Date(at),
        isUsable: isUsable ? 'yes' : 'no',
      }),
  }),
];
