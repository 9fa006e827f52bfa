import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ApplicationRow, ItemDocument } from './kyc.sql.ts';

export type CaseCustomer = Readonly<{ uid: string; name: string; memberCode: string; accountStatus: string }>;

export async function selectCaseCustomers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CaseCustomer>> {
  const { rows } = await sql<CaseCustomer>`
    select id as uid, name, member_code, state as account_status from customer.customer
    where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((customer) => [customer.uid, customer]));
}

export async function selectStaffNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff.member where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Those that a person must decide: in review, or verified and in doubt. Or all in one state. */
export async function selectCases(tx: Tx, state: string | undefined, most: number): Promise<ApplicationRow[]> {
  const wanted = state === undefined ? sql`state = 'in_review' or cardinality(concerns) > 0` : sql`state = ${state}`;
  const { rows } = await sql<ApplicationRow>`
    select * from kyc.application where ${wanted} order by submitted_at nulls last, created_at, id limit ${most}`.execute(
    tx,
  );
  return rows;
}

/** Notifies the people who fill in the identity check. */
export async function selectEditors(tx: Tx, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from customer.membership
    where customer_id = ${customerId} and state = 'active' and role in ('owner', 'admin') order by user_id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findItemOfDocument(
  tx: Tx,
  documentId: string,
): Promise<(ItemDocument & { state: string }) | undefined> {
  const { rows } = await sql<ItemDocument & { state: string }>`
    select l.item_id as item, l.document_id as document, l.submitted_at is not null as is_submitted, d.state
    from kyc.item_document l join document.document d on d.id = l.document_id
    where l.document_id = ${documentId} and l.replaced_at is null`.execute(tx);
  return rows[0];
}
