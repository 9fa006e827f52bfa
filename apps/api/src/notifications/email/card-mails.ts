import { type Currency, type Money, readAmount } from '@larkmere/money/money';
import { cardPaymentShort, cardShortfallRecovered } from '../../cards/card-payment/card-payment.ts';
import { topUpStateChanged } from '../../cards/top-up/top-up.ts';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type Mailer, sendMail } from './send-mail.ts';

/** What happens to money because of a card is told by e-mail as well. */
export const cardMails = (mailer: Mailer): Subscription[] => [
  externalHandler(topUpStateChanged, 'mail-card-payment-reversed', async (work, { eventId, payload }) => {
    const { state, userId: id, cardName: card, at } = payload;
    if (state !== 'refunded' && state !== 'charged_back') return;
    const amount = readMoney(payload.amount, payload.currency);
    const missing = readMoney(payload.missing, payload.currency);
    const parameters = { amount, missing, card, changedAt: new Date(at) };
    await sendMail(work, mailer, { template: 'email_card_payment_reversed', eventId, side: 'person', id, parameters });
  }),
  externalHandler(cardPaymentShort, 'mail-card-payment-short', async (work, { eventId, payload }) => {
    const { customerId, holderId, merchant: name, currency, at } = payload;
    const [amount, missing] = [readMoney(payload.amount, currency), readMoney(payload.missing, currency)];
    const parameters = { name, amount, missing, changedAt: new Date(at) };
    for (const id of await withOwners(work, customerId, [holderId]))
      await sendMail(work, mailer, {
        template: 'email_card_payment_short',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters,
      });
  }),
  externalHandler(cardShortfallRecovered, 'mail-card-shortfall-paid', async (work, { eventId, payload }) => {
    const { customerId, holderIds, currency, isUsable, at } = payload;
    const parameters = {
      amount: readMoney(payload.amount, currency),
      changedAt: new Date(at),
      isUsable: isUsable ? 'yes' : 'no',
    };
    for (const id of await withOwners(work, customerId, holderIds))
      await sendMail(work, mailer, {
        template: 'email_card_shortfall_paid',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters,
      });
  }),
];

const withOwners = async (
  { transaction }: ExternalHandlerContext,
  customerId: string,
  people: readonly string[],
): Promise<Set<string>> => new Set([...people, ...(await transaction(({ tx }) => selectOwnerIds(tx, customerId)))]);

function readMoney(text: string, currency: Currency): Money {
  const amount = readAmount(currency, text);
  if (!amount) throw new Error(`${text} ${currency} is no amount`);
  return amount;
}
