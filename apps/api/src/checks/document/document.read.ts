import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { isPaymentWithCompliance, readableBy } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import type { Document } from './document.sql.ts';

export type DocumentPayment = Readonly<{
  id: string;
  customerId: string;
  accountId: string;
  userId: string;
  reference: string;
  state: string;
  payeeName: string;
  isSwift: boolean;
}>;

export async function selectDocumentPayment(tx: Tx, id: string): Promise<DocumentPayment | undefined> {
  const { rows } = await sql<DocumentPayment>`
    select id, customer_id, account_id, user_id, reference, state, payee_name,
      kind in ('swift', 'global_same', 'global_cross') as is_swift
    from payment.payment where id = ${id}`.execute(tx);
  return rows[0];
}

export type QueuedDocument = Document &
  Readonly<{
    paymentId: string;
    paymentReference: string;
    paymentState: string;
    customerName: string;
    memberCode: string;
  }>;

export async function selectDocumentsForStaff(
  { tx, actor }: StaffCtx,
  { payment, id, most }: Readonly<{ payment?: string | undefined; id?: string; most: number }>,
): Promise<QueuedDocument[]> {
  const selected = id ? sql`d.id = ${id}` : payment ? sql`d.payment_id = ${payment}` : sql`d.state = 'received'`;
  const { rows } = await sql<QueuedDocument>`
    select d.*, p.reference as payment_reference, p.state as payment_state, c.name as customer_name, c.member_code
    from document.document d join payment.payment p on p.id = d.payment_id join customer.customer c on c.id = d.customer_id
    where ${selected} and ${readableBy(actor, isPaymentWithCompliance)} order by d.created_at, d.id limit ${most}`.execute(
    tx,
  );
  return rows;
}

/** False for a document of a payment that only compliance may see. */
export const mayReadDocument = async (ctx: StaffCtx, id: string): Promise<boolean> =>
  (await selectDocumentsForStaff(ctx, { id, most: 1 })).length > 0;
