import type { DocumentState } from '@larkmere/contract/document';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { DocumentDocument } from '../kernel/schema.gen.ts';
import type { Actor } from '../kernel/verb.ts';
import type { Document } from './document.ts';

type NewDocument = Omit<Insertable<DocumentDocument>, 'state' | 'reason' | 'created_at'>;

/** A new document with its content; undefined when the payment has this very file already. */
export async function insertDocument(tx: Tx, document: NewDocument, bytes: Buffer): Promise<Document | undefined> {
  const row = await tx
    .insertInto('document.document')
    .values(document)
    .onConflict((conflict) => conflict.doNothing()) // a target with a condition is lost in a generic plan
    .returningAll()
    .executeTakeFirst();
  if (row) await tx.insertInto('document.content').values({ document_id: row.id, bytes }).execute();
  return row;
}

/** Documents of a payment, the oldest first. */
export const documentsOf = (tx: Tx, paymentId: string): Promise<Document[]> =>
  tx
    .selectFrom('document.document')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findDocument = (tx: Tx, id: string): Promise<Document | undefined> =>
  tx.selectFrom('document.document').selectAll().where('id', '=', id).executeTakeFirst();

/** Everybody who wants to move a document waits here for the one before. */
export const lockDocument = (tx: Tx, id: string): Promise<Document | undefined> =>
  tx.selectFrom('document.document').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function contentOf(tx: Tx, id: string): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('document.content').select('bytes').where('document_id', '=', id).executeTakeFirst();
  return row?.bytes;
}

/** What is refused is not kept. */
export async function dropContent(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('document.content').where('document_id', '=', id).execute();
}

type Step = Readonly<{ state: DocumentState; reason: string | null }>;

/** The next step of a document's life, and who took it. */
export async function enterState(tx: Tx, id: string, { state, reason }: Step, mover: Actor): Promise<Document> {
  const row = await tx
    .updateTable('document.document')
    .set({ state, reason })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteStep(tx, row, mover);
  return row;
}

/** One line of the life of a document. */
export async function noteStep(tx: Tx, { id, state, reason }: Document, mover: Actor): Promise<void> {
  const { kind, name } = moverOf(mover);
  await sql`
    insert into document.transition (document_id, seq, state, actor_kind, actor_id, reason)
    select ${id}::uuid, coalesce(max(seq), 0) + 1, ${state}::text, ${kind}::text, ${name}::text, ${reason}::text
    from document.transition where document_id = ${id}`.execute(tx);
}

function moverOf(actor: Actor): Readonly<{ kind: string; name: string | null }> {
  if (actor.kind === 'customer') return { kind: actor.kind, name: actor.personId };
  if (actor.kind === 'staff') return { kind: actor.kind, name: actor.staffId };
  return { kind: actor.kind, name: actor.kind === 'system' ? actor.name : null };
}
