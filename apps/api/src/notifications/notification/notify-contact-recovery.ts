import { message } from '@larkmere/messages/message';
import type { ContactRecoveryChanged } from '../../customers/contact-recovery/contact-recovery.ts';
import { selectColleagueOwners } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

/** The person, who can stop it there, and the owners of the businesses that the person works for. */
export const notifyContactRecovery: TransactionalHandler<ContactRecoveryChanged> = async (
  ctx,
  { eventId, payload: { userId, step, deadlineAt } },
) => {
  const words = { step, deadlineAt: new Date(deadlineAt) };
  const type = `contact_recovery.${step}`;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type,
      severity: 'warning',
      title: message('notice_contact_recovery_title'),
      message: message('notice_contact_recovery', words),
      link: '/profile',
      refreshSession: true,
    },
  );
  for (const { customerId, ownerId, name } of await selectColleagueOwners(ctx.tx, userId)) {
    const ofMember = { ...words, name };
    await notify(
      ctx,
      { customerId, people: [ownerId], about: { kind: 'none' } },
      {
        eventId,
        type: `${type}_of_member`,
        severity: 'warning',
        title: message('notice_contact_recovery_member_title'),
        message: message('notice_contact_recovery_member', ofMember),
        link: null,
      },
    );
  }
};
