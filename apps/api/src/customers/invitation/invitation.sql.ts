import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { changeMembership, forgetInvitedEmail } from '../customer/customer.ts';

type NewLink = Readonly<{
  id: string;
  membershipId: string;
  name: string;
  phone: string | null;
  tokenHash: Buffer;
  expiresAt: Date;
}>;

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx
    .insertInto('invitation.link')
    .values({
      id: link.id,
      membershipId: link.membershipId,
      name: link.name,
      phone: link.phone,
      tokenHash: link.tokenHash,
      expiresAt: link.expiresAt,
    })
    .execute();
}

export type LinkEnd = 'accepted' | 'declined' | 'cancelled' | 'replaced';

export async function endLink(tx: Tx, membershipId: string, by: LinkEnd): Promise<void> {
  await tx
    .updateTable('invitation.link')
    .set({ endedAt: sql`now()`, endedBy: by })
    .where('membershipId', '=', membershipId)
    .where('endedAt', 'is', null)
    .execute();
}

export async function countRecentLinks(tx: Tx, membershipId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from invitation.link
    where membership_id = ${membershipId} and sent_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

async function deleteLink(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('invitation.link').where('id', '=', id).execute();
}

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
