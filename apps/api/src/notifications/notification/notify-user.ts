import { message } from '@larkmere/messages/message';
import type { ConsentRequested, VisitEnded } from '../../back-office/ghost-connect/ghost-connect.ts';
import type { InvitationAnswered } from '../../customers/invitation/invitation.ts';
import { selectChangeNames, type UserRightsChanged, type UserStateChanged } from '../../customers/user/user.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { selectInvited } from './notification.read.ts';
import { type NoticeText, notify } from './notification.ts';

/** Rights are read on every request; the person's open pages load the new ones at once. */
export const notifyRightsChanged: TransactionalHandler<UserRightsChanged> = async (ctx, { eventId, payload }) => {
  const { customerId, userId } = payload;
  const names = await selectChangeNames(ctx.tx, payload);
  await notify(
    ctx,
    { customerId, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'user.rights_changed',
      severity: 'info',
      title: message('notice_user_rights_changed_title'),
      message: message('notice_user_rights_changed', names),
      link: null,
      refreshSession: true,
    },
  );
};

/** A person who is suspended or removed reads no notices of this customer any more, and gets an e-mail. */
export const notifyStateChanged: TransactionalHandler<UserStateChanged> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, state } = payload;
  if (state !== 'active') return;
  const names = await selectChangeNames(ctx.tx, payload);
  await notify(
    ctx,
    { customerId, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'user.reinstated',
      severity: 'success',
      title: message('notice_user_reinstated_title'),
      message: message('notice_user_reinstated', names),
      link: null,
    },
  );
};

export const notifyInvitationAnswered: TransactionalHandler<InvitationAnswered> = async (ctx, { eventId, payload }) => {
  const { membershipId, customerId, inviterId, answer } = payload;
  const { name, email } = await selectInvited(ctx.tx, membershipId);
  const text: NoticeText =
    answer === 'accepted'
      ? {
          severity: 'success',
          title: message('notice_invitation_accepted_title'),
          message: message('notice_invitation_accepted', { name }),
        }
      : {
          severity: 'info',
          title: message('notice_invitation_declined_title'),
          message: message('notice_invitation_declined', { email }),
        };
  await notify(
    ctx,
    { customerId, people: [inviterId], about: { kind: 'none' } },
    { eventId, type: `invitation.${answer}`, ...text, link: null },
  );
};

/** Without the code: staff who look at the account read notifications too. */
export const notifyConsentRequested: TransactionalHandler<ConsentRequested> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, staffName, expiresAt } = payload;
  if (new Date(expiresAt) <= ctx.now) return;
  await notify(
    ctx,
    { customerId, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'ghost_connect.consent_requested',
      severity: 'warning',
      title: message('notice_consent_requested_title'),
      message: message('notice_consent_requested', { staffName, expiresAt: new Date(expiresAt) }),
      link: '/profile',
    },
  );
};

export const notifyVisitEnded: TransactionalHandler<VisitEnded> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, staffName, ticket, openedAt } = payload;
  await notify(
    ctx,
    { customerId, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'ghost_connect.visit_ended',
      severity: 'info',
      title: message('notice_visit_ended_title'),
      message: message('notice_visit_ended', { staffName, ticket, openedAt: new Date(openedAt) }),
      link: '/profile',
    },
  );
};
