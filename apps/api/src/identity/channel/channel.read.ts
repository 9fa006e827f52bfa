import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

const settledDays = 7;

type Contact = Readonly<{
  email: string;
  phone: string | null;
  isEmailSettled: boolean;
  isPhoneSettled: boolean;
  isPhoneConfirmed: boolean;
}>;

export async function selectContact(tx: Tx, userId: string): Promise<Contact> {
  const { rows } = await sql<Contact>`
    select p.email, p.phone, p.phone_confirmed_at is not null as is_phone_confirmed,
      p.phone_is_own and (coalesce(p.phone_changed_at < now() - ${settledDays} * interval '1 day', true)
        or exists (select from contact_recovery.request r where r.user_id = p.id and r.state = 'confirmed'
          and r.new_phone = p.phone and r.ended_at >= p.phone_changed_at - interval '1 second')) as is_phone_settled,
      not exists (select from email_change.request e where e.user_id = p.id
        and e.used_at > now() - ${settledDays} * interval '1 day')
        and not exists (select from contact_recovery.request r where r.user_id = p.id and r.state = 'confirmed'
          and r.ended_at > now() - ${settledDays} * interval '1 day') as is_email_settled
    from customer.user p where p.id = ${userId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`no person ${userId}`);
  return row;
}
