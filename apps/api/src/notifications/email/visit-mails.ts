import { consentRequested, glassBroken } from '../../back-office/ghost-connect/ghost-connect.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type Mailer, sendMail } from './send-mail.ts';

export const visitMails = (mailer: Mailer): Subscription[] => [
  externalHandler(consentRequested, 'mail-consent-code', async (work, { eventId, payload }) => {
    const { consentId, userId: id, staffName } = payload;
    const expiresAt = new Date(payload.expiresAt);
    const now = await work.transaction(async (ctx) => ctx.now);
    if (now >= expiresAt) return;
    const parameters = { code: mailer.consentCode(consentId), staffName, expiresAt };
    await sendMail(work, mailer, { template: 'email_consent_code', eventId, side: 'person', id, parameters });
  }),
  externalHandler(glassBroken, 'mail-glass-broken', async (work, { eventId, payload }) => {
    const { recipients, staffName, memberCode, ticket, at } = payload;
    const parameters = { staffName, memberCode, ticket, openedAt: new Date(at) };
    for (const id of recipients) {
      const mail = { eventId: `${eventId}.${id}`, side: 'staff', id } as const;
      await sendMail(work, mailer, { ...mail, template: 'email_glass_broken', parameters });
    }
  }),
];
