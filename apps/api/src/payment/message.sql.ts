import type { Insertable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { PaymentIncoming } from '../kernel/schema.gen.ts';

export async function keepMessage(
  tx: Tx,
  paymentId: string | null,
  direction: 'in' | 'out',
  kind: string,
  document: string,
  at?: Date,
): Promise<void> {
  const message = { payment_id: paymentId, direction, kind, document, ...(at && { at }) };
  await tx.insertInto('payment.message').values(message).execute();
}

/** The order as it went to the rail, and when that was first. */
export const outgoingMessage = (tx: Tx, paymentId: string): Promise<{ document: string; at: Date } | undefined> =>
  tx
    .selectFrom('payment.message')
    .select(['document', 'at'])
    .where('payment_id', '=', paymentId)
    .where('direction', '=', 'out')
    .orderBy('id')
    .executeTakeFirst();

/** False when the bank told us this before. */
export async function keepRailEvent(
  tx: Tx,
  event: Readonly<{ eventId: string; sequence: number; kind: string; at: Date; document: string }>,
): Promise<boolean> {
  const row = await tx
    .insertInto('payment.rail_event')
    .values({
      event_id: event.eventId,
      sequence: BigInt(event.sequence),
      kind: event.kind,
      at: event.at,
      document: event.document,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when this credit was booked before, under whatever event. */
export async function insertIncoming(tx: Tx, incoming: Insertable<PaymentIncoming>): Promise<boolean> {
  const row = await tx
    .insertInto('payment.incoming')
    .values(incoming)
    .onConflict((conflict) => conflict.column('rail_reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
