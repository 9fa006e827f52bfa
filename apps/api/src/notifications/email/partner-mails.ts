import { readAmount } from '@larkmere/money/money';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
import { partnerStatementChanged } from '../../customers/introducer-partner/introducer-partner.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { monthName } from '../../platform/time/month-name.ts';
import { type Mailer, sendMail } from './send-mail.ts';

export const partnerMails = (mailer: Mailer): Subscription[] => [
  externalHandler(partnerStatementChanged, 'mail-partner-statement', async (work, { eventId, payload }) => {
    const { state, customerId, month, total, currency, isPositive } = payload;
    const outcome = isPositive ? state : 'nothing';
    const amount = readAmount(currency, isPositive ? total : '0');
    if (!amount) throw new Error(`${total} ${currency} is no amount`);
    const parameters = { month: monthName(month), outcome, amount };
    for (const id of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId)))
      await sendMail(work, mailer, {
        template: 'email_partner_statement',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters,
      });
  }),
];
