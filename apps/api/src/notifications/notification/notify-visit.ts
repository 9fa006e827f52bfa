import { message } from '@larkmere/messages/message';
import type { ConsentRequested, VisitEnded } from '../../back-office/ghost-connect/ghost-connect.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

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
