import { type Insertable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import type { PaymentIncoming } from '../kernel/schema.gen.ts';

type Message = Readonly<{
  paymentId: string | null;
  direction: 'in' | 'out';
  kind: string;
  document: string;
  at?: Date | undefined;
}>;

const keep = gathered('writes', async (tx, messages: readonly Message[]): Promise<undefined[]> => {
  await sql`
    insert into payment.message (payment_id, direction, kind, document, at)
    select m."paymentId", m.direction, m.kind, m.document, coalesce(m.at, now())
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as m ("paymentId" uuid, direction text, kind text, document text, at timestamptz)`.execute(tx);
  return messages.map(() => undefined);
});

/** Keeps a message as it travelled, word for word; `paymentId` is null for money that came in. */
export const keepMessage = (
  tx: Tx,
  paymentId: string | null,
  direction: 'in' | 'out',
  kind: string,
  document: string,
  at?: Date,
): Promise<undefined> => keep(tx, { paymentId, direction, kind, document, at });

/** The order as it went to the rail last, and when that was first. */
export const outgoingMessage = (tx: Tx, paymentId: string): Promise<{ document: string; at: Date } | undefined> =>
  tx
    .selectFrom('payment.message')
    .select(['document', 'at'])
    .where('payment_id', '=', paymentId)
    .where('direction', '=', 'out')
    .where('kind', '=', 'order')
    .orderBy('id', 'desc')
    .executeTakeFirst();

type RailEventRow = Readonly<{ eventId: string; sequence: number; kind: string; at: Date; document: string }>;

/** What came in about a payment, in the order in which we got it. */
export async function messagesIn(tx: Tx, paymentId: string, kind: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment.message')
    .select('document')
    .where('payment_id', '=', paymentId)
    .where('direction', '=', 'in')
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(({ document }) => document);
}

/** False when the bank told us this before. */
export const keepRailEvent = gathered('writes', async (tx, events: readonly RailEventRow[]): Promise<boolean[]> => {
  const { rows } = await sql<{ event_id: string }>`
    insert into payment.rail_event (event_id, sequence, kind, at, document)
    select e."eventId", e.sequence, e.kind, e.at, e.document
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as e ("eventId" uuid, sequence bigint, kind text, at timestamptz, document text)
    on conflict do nothing returning event_id`.execute(tx);
  const kept = new Set(rows.map(({ event_id }) => event_id));
  return events.map(({ eventId }) => kept.delete(eventId)); // the same event twice at once is kept once
});

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
