import { type Insertable, sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentIncomingCredit } from '../../platform/db/schema.gen.ts';

type Message = Readonly<{
  paymentId: string | null;
  direction: 'in' | 'out';
  kind: string;
  document: string;
  at?: Date | undefined;
}>;

const storeMessages = batchLoader('writes', async (tx, messages: readonly Message[]): Promise<undefined[]> => {
  await sql`
    insert into payment.message (payment_id, direction, kind, document, at)
    select m.payment_id, m.direction, m.kind, m.document, coalesce(m.at, now())
    from jsonb_to_recordset(${columnJson(messages)}::jsonb)
      as m (payment_id uuid, direction text, kind text, document text, at timestamptz)`.execute(tx);
  return messages.map(() => undefined);
});

/** Stores the message byte for byte. `paymentId` is null for incoming credits. */
export const storeMessage = (
  tx: Tx,
  paymentId: string | null,
  direction: 'in' | 'out',
  kind: string,
  document: string,
  at?: Date,
): Promise<undefined> => storeMessages(tx, { paymentId, direction, kind, document, at });

export const findSentInstruction = (tx: Tx, paymentId: string): Promise<{ document: string; at: Date } | undefined> =>
  tx
    .selectFrom('payment.message')
    .select(['document', 'at'])
    .where('paymentId', '=', paymentId)
    .where('direction', '=', 'out')
    .where('kind', '=', 'order')
    .orderBy('id', 'desc')
    .executeTakeFirst();

type RailEventRow = Readonly<{ eventId: string; sequence: number; kind: string; at: Date; document: string }>;

export async function findReceivedMessages(tx: Tx, paymentId: string, kind: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment.message')
    .select('document')
    .where('paymentId', '=', paymentId)
    .where('direction', '=', 'in')
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(({ document }) => document);
}

/** Returns false if the event was received before. */
export const storeRailEvent = batchLoader('writes', async (tx, events: readonly RailEventRow[]): Promise<boolean[]> => {
  const { rows } = await sql<{ eventId: string }>`
    insert into payment.rail_event (event_id, sequence, kind, at, document)
    select e.event_id, e.sequence, e.kind, e.at, e.document
    from jsonb_to_recordset(${columnJson(events)}::jsonb)
      as e (event_id uuid, sequence bigint, kind text, at timestamptz, document text)
    on conflict do nothing returning event_id`.execute(tx);
  const newIds = new Set(rows.map((row) => row.eventId));
  return events.map(({ eventId }) => newIds.delete(eventId));
});

/** What was received under this event id before. */
export async function findRailEventDocument(tx: Tx, eventId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment.rail_event')
    .select('document')
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row?.document;
}

export const findIncomingCredit = (tx: Tx, railReference: string) =>
  tx.selectFrom('payment.incoming_credit').selectAll().where('railReference', '=', railReference).executeTakeFirst();

/** Returns false if the credit was booked before, under any event id. */
export async function insertIncomingCredit(tx: Tx, incoming: Insertable<PaymentIncomingCredit>): Promise<boolean> {
  const row = await tx
    .insertInto('payment.incoming_credit')
    .values(incoming)
    .onConflict((conflict) => conflict.column('railReference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
