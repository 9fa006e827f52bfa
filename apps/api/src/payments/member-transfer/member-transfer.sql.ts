import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';

/** Look-ups of one person follow one another, so that a burst does not pass the limit. */
export async function countLookups(tx: Tx, userId: string): Promise<Readonly<{ hour: number; day: number }>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`member_transfer.lookup:${userId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ hour: number; day: number }>`
    select count(*) filter (where at > now() - interval '1 hour')::int as hour, count(*)::int as day
    from member_transfer.lookup where user_id = ${userId} and not is_known and at > now() - interval '1 day'`.execute(
    tx,
  );
  return rows[0] ?? { hour: 0, day: 0 };
}

/** Since when this recipient has been sent money by the customer, and how much in this currency. */
export async function sumSentTo(
  tx: Tx,
  { customerId, recipientId, currency }: Readonly<{ customerId: string; recipientId: string; currency: Currency }>,
): Promise<Readonly<{ firstPaidAt: Date | null; minor: bigint }>> {
  const { rows } = await sql<{ firstPaidAt: Date | null; minor: bigint }>`
    select min(made_at) as first_paid_at,
      coalesce(sum(amount_minor) filter (where currency = ${currency}), 0)::bigint as minor
    from member_transfer.transfer where customer_id = ${customerId} and recipient_id = ${recipientId}`.execute(tx);
  return rows[0] ?? { firstPaidAt: null, minor: 0n };
}

/** They count for a day; older ones are personal data without a use. */
export const lookupPurge = defineJob({
  name: 'purge-recipient-lookups',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('member_transfer.lookup').where('at', '<', sql<Date>`now() - interval '2 days'`).execute(),
});

type Lookup = Readonly<{
  id: string;
  customerId: string;
  userId: string;
  recipient: Readonly<{ id: string; name: string }> | null;
  /** Of a member who was paid before: not counted. */
  isKnown: boolean;
}>;

export async function insertLookup(tx: Tx, { id, customerId, userId, recipient, isKnown }: Lookup): Promise<void> {
  await tx
    .insertInto('member_transfer.lookup')
    .values({
      id,
      customerId,
      userId,
      recipientId: recipient?.id ?? null,
      recipientName: recipient?.name ?? null,
      isKnown,
    })
    .execute();
}

export const insertTransfer = (
  tx: Tx,
  transfer: Readonly<{
    id: string;
    customerId: string;
    userId: string;
    recipientId: string;
    sourceBankholderId: string;
    targetBankholderId: string;
    currency: Currency;
    amountMinor: bigint;
    reference: string;
  }>,
) => tx.insertInto('member_transfer.transfer').values(transfer).execute();
