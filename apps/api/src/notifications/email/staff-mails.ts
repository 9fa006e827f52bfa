import { staffInvited } from '../../back-office/staff/staff.ts';
import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type Mailer, sendMail } from './send-mail.ts';

export const staffMails = (mailer: Mailer): Subscription[] => [
  externalHandler(staffInvited, 'mail-staff-invitation', async (work, { eventId, payload }) => {
    const { linkId, memberId: id, expiresAt } = payload;
    const parameters = { inviteLink: mailer.staffInviteLink(linkId), expiresAt: new Date(expiresAt) };
    await sendMail(work, mailer, { template: 'email_staff_invitation', eventId, side: 'staff', id, parameters });
  }),
];
