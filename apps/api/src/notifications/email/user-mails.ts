import { invitationSent } from '../../customers/invitation/invitation.ts';
import { selectChangeNames, userPinReset, userRightsChanged, userStateChanged } from '../../customers/user/user.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { selectInvitation } from './email.read.ts';
import { type Mailer, sendMail } from './send-mail.ts';

/** E-mails about changes that colleagues make to a person's access. */
export const userMails = (mailer: Mailer): Subscription[] => [
  externalHandler(invitationSent, 'mail-invitation', async (work, { eventId, payload: { linkId: id } }) => {
    const invitation = await work.transaction(({ tx }) => selectInvitation(tx, id));
    if (!invitation) return;
    const parameters = { ...invitation, inviteLink: mailer.inviteLink(id) };
    await sendMail(work, mailer, { template: 'email_team_invitation', eventId, side: 'invitation', id, parameters });
  }),
  externalHandler(userRightsChanged, 'mail-role-changed', async (work, { eventId, payload }) => {
    const { membershipId: id, role, at } = payload;
    if (!role) return;
    const parameters = {
      ...(await namesOf(work, payload)),
      oldRole: role.before,
      newRole: role.now,
      changedAt: new Date(at),
    };
    await sendMail(work, mailer, { template: 'email_role_changed', eventId, side: 'member', id, parameters });
  }),
  externalHandler(userStateChanged, 'mail-membership-changed', async (work, { eventId, payload }) => {
    const { membershipId: id, state: status, at } = payload;
    const parameters = { ...(await namesOf(work, payload)), status, changedAt: new Date(at) };
    await sendMail(work, mailer, { template: 'email_membership_changed', eventId, side: 'member', id, parameters });
  }),
  externalHandler(userPinReset, 'mail-pin-reset', async (work, { eventId, payload }) => {
    const { membershipId: id, at } = payload;
    const parameters = { ...(await namesOf(work, payload)), changedAt: new Date(at) };
    await sendMail(work, mailer, { template: 'email_pin_reset_by_colleague', eventId, side: 'member', id, parameters });
  }),
];

type Change = Readonly<{ customerId: string; byUserId: string | null }>;

const namesOf = (work: ExternalHandlerContext, change: Change) =>
  work.transaction(({ tx }) => selectChangeNames(tx, change));
