import { glassBroken } from '../../back-office/ghost-connect/ghost-connect.ts';
import { staffFactorChanged, staffInvited } from '../../back-office/staff/staff.ts';
import { type Mail, mail, mailText, staffMember, toEach } from './send-mail.ts';

export const staffMails: readonly Mail[] = [
  mail(staffInvited, 'mail-staff-invitation', {
    to: staffMember,
    text: ({ linkId, expiresAt }, { mailer }) =>
      mailText('email_staff_invitation', {
        inviteLink: mailer.staffInviteLink(linkId),
        expiresAt: new Date(expiresAt),
      }),
  }),
  mail(staffFactorChanged, 'mail-staff-factor-changed', {
    to: staffMember,
    text: ({ change, at, device }) => mailText(`email_staff_${change}`, { changedAt: new Date(at), device }),
  }),
  mail(glassBroken, 'mail-glass-broken', {
    to: toEach('staff', ({ recipients }) => recipients),
    text: ({ staffName, memberCode, ticket, at }) =>
      mailText('email_glass_broken', { staffName, memberCode, ticket, openedAt: new Date(at) }),
  }),
];
