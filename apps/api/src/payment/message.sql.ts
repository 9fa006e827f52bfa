import type { Insertable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { PaymentIncoming } from '../kernel/schema.gen.ts';

export async function keepMessage(
  tx: Tx,
  paymentId: string | null,
  direction: 'in' | 'out',
  kind: string,
  document: string,
): Promise<void> {
  await tx.insertInto('payment.message').values({ payment_id: paymentId, direction, kind, document }).execute();
}

export async function outgoingDocument(tx: Tx, paymentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment.message')
    .select('document')
    .where('payment_id', '=', paymentId)
    .where('direction', '=', 'out')
    .orderBy('id')
    .executeTakeFirst();
  return row?.document;
}

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
