import { statementExportReady } from '../../accounts/statement/statement.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { monthName } from '../../platform/time/month-name.ts';
import { selectCompanyName } from './email.read.ts';
import { type Mailer, sendMail } from './send-mail.ts';

/** Only of monthly statements: who asks for another export sees on the page that it is ready. */
export const statementMails = (mailer: Mailer): Subscription[] => [
  externalHandler(statementExportReady, 'mail-statement-ready', async (work, { eventId, payload }) => {
    const { kind, customerId, userId: id, from } = payload;
    if (kind !== 'monthly') return;
    const companyName = await work.transaction(({ tx }) => selectCompanyName(tx, customerId));
    const parameters = { companyName, period: monthName(from), statementLink: mailer.statementLink };
    await sendMail(work, mailer, { template: 'email_statement_ready', eventId, side: 'person', id, parameters });
  }),
];
