import { staffFactorChanged, staffInvited } from '../../back-office/staff/staff.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type Mailer, sendMail } from './send-mail.ts';

export const staffMails = (mailer: Mailer): Subscription[] => [
  externalHandler(staffInvited, 'mail-staff-invitation', async (work, { eventId, payload }) => {
    const { linkId, memberId: id, expiresAt } = payload;
    const parameters = { inviteLink: mailer.staffInviteLink(linkId), expiresAt: new Date(expiresAt) };
    await sendMail(work, mailer, { template: 'email_staff_invitation', eventId, side: 'staff', id, parameters });
  }),
  externalHandler(staffFactorChanged, 'mail-staff-factor-changed', async (work, { eventId, payload }) => {
    const { memberId: id, change, at, device } = payload;
    const parameters = { changedAt: new Date(at), device };
    await sendMail(work, mailer, { template: `email_staff_${change}`, eventId, side: 'staff', id, parameters });
  }),
];
