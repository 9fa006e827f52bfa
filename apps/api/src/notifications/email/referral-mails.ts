import { readAmount } from '@larkmere/money/money';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
import { referralStateChanged } from '../../customers/referral/referral.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type Mailer, sendMail } from './send-mail.ts';

const shownDigits = 4;

/** Only of a reward that was paid; the steps before it are notifications. */
export const referralMails = (mailer: Mailer): Subscription[] => [
  externalHandler(referralStateChanged, 'mail-referral-reward', async (work, { eventId, payload }) => {
    const { state, customerId, friendName: name, reward, currency, bankholderId } = payload;
    if (state !== 'paid' || bankholderId === null) return;
    const amount = readAmount(currency, reward);
    if (!amount) throw new Error(`${reward} ${currency} is no amount`);
    const parameters = { name, amount, account: bankholderId.slice(-shownDigits) };
    for (const id of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId)))
      await sendMail(work, mailer, {
        template: 'email_referral_reward',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters,
      });
  }),
];
