import { sql } from 'kysely';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { changeMembership, forgetInvitedEmail } from '../customer/customer.ts';
import { deleteLink } from './invitation.sql.ts';

/** Until then an expired invitation is shown and can be sent again; afterwards nothing of the person is kept. */
export const invitationPurge = defineJob({
  name: 'purge-invitations',
  everySeconds: 3600,
  run: (job) =>
    handleDueRows(job, {
      table: 'invitation.link',
      isDue: sql`coalesce(ended_at, expires_at) < now() - interval '30 days'`,
      handle: async (ctx, { id, membershipId, endedAt }) => {
        if (!endedAt) await changeMembership(ctx, membershipId, { state: 'removed', reason: 'expired' });
        await forgetInvitedEmail(ctx.tx, membershipId);
        await deleteLink(ctx.tx, id);
      },
    }),
});
