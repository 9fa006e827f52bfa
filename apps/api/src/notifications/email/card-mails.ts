import { type Currency, readAmount } from '@larkmere/money/money';
import { topUpStateChanged } from '../../cards/top-up/top-up.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type Mailer, sendMail } from './send-mail.ts';

/** The customer hears by e-mail as well that a card took its money back. */
export const cardMails = (mailer: Mailer): Subscription[] => [
  externalHandler(topUpStateChanged, 'mail-card-payment-reversed', async (work, { eventId, payload }) => {
    const { state, userId: id, cardName: card, at } = payload;
    if (state !== 'refunded' && state !== 'charged_back') return;
    const [amount, missing] = [payload.amount, payload.missing].map((text) =>
      readAmount(payload.currency as Currency, text),
    );
    if (!amount || !missing) throw new Error(`${payload.amount} or ${payload.missing} is no amount`);
    const parameters = { amount, missing, card, changedAt: new Date(at) };
    await sendMail(work, mailer, { template: 'email_card_payment_reversed', eventId, side: 'person', id, parameters });
  }),
];
