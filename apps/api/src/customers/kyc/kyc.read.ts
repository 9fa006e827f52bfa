import type { Role } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberRef } from '../customer/customer.ts';
import type { ApplicationRow, ItemDocument, PersonRow } from './kyc.sql.ts';

type CaseCustomer = Readonly<{ uid: string; name: string; memberCode: string; accountStatus: string }>;

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
  const condition = state === undefined ? sql`state = 'in_review' or cardinality(concerns) > 0` : sql`state = ${state}`;
  const { rows } = await sql<ApplicationRow>`
    select * from kyc.application where ${condition} order by submitted_at nulls last, created_at, id limit ${most}`.execute(
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

/** `names`: of the account and of the person who registered it, in whatever script. */
export type AccountIdentity = Readonly<{
  name: string;
  names: readonly string[];
  ownerId: string | null;
  dateOfBirth: string | null;
}>;

export async function selectAccountIdentity(tx: Tx, customerId: string): Promise<AccountIdentity> {
  const { rows } = await sql<AccountIdentity>`
    select c.name, array_remove(array[c.name, case when not c.business then u.name end], null) as names, u.id as owner_id,
      u.date_of_birth
    from customer.customer c
      left join lateral (select p.id, p.name, p.date_of_birth from customer.membership m join customer.user p on p.id = m.user_id
        where m.customer_id = c.id and m.role = 'owner' and m.state <> 'removed' order by p.id limit 1) u on true
    where c.id = ${customerId}`.execute(tx);
  const [identity] = rows;
  if (!identity) throw new Error(`no customer ${customerId}`);
  return identity;
}

type Proof = Readonly<{ item: string; numbers: readonly string[]; documents: readonly string[] }>;
type ReusedProof = Readonly<{ item: string; kind: 'reused_number' | 'reused_file'; owner: string }>;

/**
 * Document numbers and files of these items that prove another person, or another item, too. What was never submitted
 * does not count. `owner`: name and member code of the other customer.
 */
export async function selectReusedProofs(tx: Tx, proofs: readonly Proof[]): Promise<ReusedProof[]> {
  const given = JSON.stringify(proofs);
  const { rows } = await sql<ReusedProof>`
    with proof as (select * from jsonb_to_recordset(${given}::jsonb) as p (item uuid, numbers jsonb, documents jsonb)),
    used as (
      select p.item, 'reused_number' as kind, a.item_id as other
      from proof p cross join jsonb_array_elements_text(p.numbers) as n (number)
        join kyc.answer a on a.name = 'documentNumber' and a.item_id <> p.item
          and regexp_replace(upper(a.value #>> '{}'), '[^A-Z0-9]', '', 'g') = n.number
      union
      select p.item, 'reused_file', l.item_id
      from proof p cross join jsonb_array_elements_text(p.documents) as f (document)
        join document.document d on d.id = f.document::uuid
        join document.document e on e.sha256 = d.sha256 and e.purpose = 'identity_check' and e.id <> d.id
        join kyc.item_document l on l.document_id = e.id and l.item_id <> p.item)
    select distinct u.item, u.kind, c.name || ' (' || c.member_code || ')' as owner
    from used u join kyc.item i on i.id = u.other and i.key in ('identity_document', 'selfie')
      join kyc.application a on a.id = i.application_id and a.submitted_at is not null
      join customer.customer c on c.id = a.customer_id
    order by u.item, u.kind, owner`.execute(tx);
  return rows;
}

/** The name and birthday of the account, beside what the person gave. */
export type MemberCheckRow = PersonRow &
  Readonly<{
    membershipId: string;
    memberName: string;
    memberEmail: string;
    dateOfBirth: string | null;
    role: Role;
    isIdentityChecked: boolean;
    isRemoved: boolean;
    customerId: string;
    invitedEmail: string | null;
  }>;

/** Those that were handed in longest ago first. */
export async function selectMemberChecks(tx: Tx, applicationId: string): Promise<MemberCheckRow[]> {
  const { rows } = await sql<MemberCheckRow>`
    select p.*, u.name as member_name, u.email as member_email, u.date_of_birth, m.role,
      m.identity_checked_at is not null as is_identity_checked, m.state = 'removed' as is_removed, m.customer_id, m.invited_email
    from kyc.person p join customer.membership m on m.id = p.membership_id join customer.user u on u.id = m.user_id
    where p.application_id = ${applicationId} and p.removed_at is null
    order by p.provided_at nulls last, p.created_at, p.id`.execute(tx);
  return rows;
}

/** Of the signed-in person at the customer that they look at. */
export async function findOwnPerson(tx: Tx, { userId, customerId }: MemberRef): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select p.* from kyc.person p join customer.membership m on m.id = p.membership_id
    where m.user_id = ${userId} and m.customer_id = ${customerId} and p.removed_at is null`.execute(tx);
  return rows[0];
}

export async function findCustomerOfMember(tx: Tx, membershipId: string): Promise<string | undefined> {
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from customer.membership where id = ${membershipId}`.execute(tx);
  return rows[0]?.customerId;
}

export async function selectMemberName(tx: Tx, membershipId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.name from customer.membership m join customer.user u on u.id = m.user_id
    where m.id = ${membershipId}`.execute(tx);
  return rows[0]?.name ?? '';
}
