import type { FactorResetConcern } from '@larkmere/contract/back-office/factor-reset-review';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ResetRow } from './factor-reset.sql.ts';

type Login = Readonly<{ userId: string; customerId: string }>;

/** Whose identity check shows this person: an account of their own, or else the one of the login. */
export async function selectIdentityCustomer(tx: Tx, { userId, customerId }: Login): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customer.membership m join customer.customer c on c.id = m.customer_id
    where m.user_id = ${userId} and m.state = 'active' and (c.id = ${customerId} or (m.role = 'owner' and not c.business))
    order by m.role = 'owner' and not c.business desc, c.id = ${customerId} desc, c.created_at limit 1`.execute(tx);
  return rows[0]?.id ?? customerId;
}

export async function selectName(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from customer.user where id = ${userId}`.execute(tx);
  return rows[0]?.name ?? '';
}

/** Of documents: pictures of a request that ended without effect. A scan may have finished after that. */
export const isLeftOver: RawBuilder<boolean> = sql<boolean>`state = 'received' and exists (
  select from factor_reset.document p join factor_reset.request r on r.id = p.request_id
  where p.document_id = document.id and r.state in ('refused', 'cancelled', 'expired'))`;

const maxShown = 20;

export async function hasCustomer(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from customer.customer where id = ${id}`.execute(tx);
  return rows.length === 1;
}

type StaffRow = ResetRow & Readonly<{ personName: string; decidedByName: string | null }>;

export async function selectForStaff(tx: Tx, customerId: string): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select r.*, u.name as person_name, s.name as decided_by_name from factor_reset.request r
      join customer.user u on u.id = r.user_id left join staff.member s on s.id = r.decided_by
    where r.customer_id = ${customerId} order by r.requested_at desc, r.id limit ${maxShown}`.execute(tx);
  return rows;
}

const recentDays = 30;

/** Signs that the request may come from somebody else. */
export async function selectConcerns(
  tx: Tx,
  { id, userId, customerId }: Pick<ResetRow, 'id' | 'userId' | 'customerId'>,
): Promise<FactorResetConcern[]> {
  const since = sql`now() - ${recentDays} * interval '1 day'`;
  const { rows } = await sql<{ concern: FactorResetConcern }>`
    select concern from (values
      ('file_reused', exists (select from factor_reset.document p join document.document d on d.id = p.document_id
        join document.document e on e.sha256 = d.sha256 and e.purpose = 'identity_check' and e.id <> d.id
        where p.request_id = ${id} and not exists (
          select from factor_reset.document o where o.document_id = e.id and o.request_id = ${id}))),
      ('password_reset', exists (select from recovery.request where user_id = ${userId} and used_at > ${since})),
      ('email_changed', exists (select from email_change.request where user_id = ${userId} and used_at > ${since})),
      ('phone_changed', exists (select from customer.user where id = ${userId} and phone_changed_at > ${since})),
      ('no_phone', exists (select from customer.user where id = ${userId} and phone is null)),
      ('no_identity_check', not exists (select from kyc.application a
        join kyc.item i on i.application_id = a.id join kyc.item_document l on l.item_id = i.id
        where a.customer_id = ${customerId} and i.key = 'identity_document' and l.submitted_at is not null
          and l.replaced_at is null))
    ) as found (concern, holds) where holds`.execute(tx);
  return rows.map(({ concern }) => concern);
}
