import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

export type DeliveryKey = Readonly<{ eventId: bigint; listener: string }>;

/** How long a delivery is left to the process that claimed it. */
export const claimSeconds = 20;

/** True while the delivery still waits for its answer. Locks it. */
export async function lockOpenDelivery(tx: Tx, { eventId, listener }: DeliveryKey): Promise<boolean> {
  const row = await tx
    .selectFrom('platform.delivery')
    .select('doneAt')
    .where('eventId', '=', eventId)
    .where('listener', '=', listener)
    .forUpdate()
    .executeTakeFirst();
  return row?.doneAt === null;
}

/** One that is due within the time of a claim may be under way, and is tried soon in any case. */
export async function deliverNow(tx: Tx, { eventId, listener }: DeliveryKey): Promise<void> {
  await sql`update platform.delivery set run_after = now()
    where event_id = ${eventId} and listener = ${listener} and done_at is null and run_after > now() + ${claimSeconds} * interval '1 second'`.execute(
    tx,
  );
}
