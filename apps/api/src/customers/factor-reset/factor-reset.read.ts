import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

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
