import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function selectPhone(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ phone: string }>`
    select p.phone from customer.user p where p.id = ${userId} and p.phone is not null
      and exists (select from customer.membership m where m.user_id = p.id and m.state = 'active')`.execute(tx);
  return rows[0]?.phone;
}

/** The number that a change is about. */
export async function selectPhoneOfChange(tx: Tx, requestId: string): Promise<string | undefined> {
  const { rows } = await sql<{ phone: string }>`
    select new_phone as phone from phone_change.request where id = ${requestId}`.execute(tx);
  return rows[0]?.phone;
}

/** Undefined if the number was only confirmed, or there was none. */
export async function selectOldPhone(tx: Tx, requestId: string): Promise<string | undefined> {
  const { rows } = await sql<{ phone: string }>`
    select old_phone as phone from phone_change.request
    where id = ${requestId} and old_phone is not null and old_phone <> new_phone`.execute(tx);
  return rows[0]?.phone;
}

type RecoveryPhones = Readonly<{ oldPhone: string | undefined; newPhone: string | undefined }>;

export async function selectPhonesOfRecovery(tx: Tx, requestId: string): Promise<RecoveryPhones> {
  const { rows } = await sql<{ old: string | null; new: string | null }>`
    select old_phone as old, new_phone as new from contact_recovery.request where id = ${requestId}`.execute(tx);
  return { oldPhone: rows[0]?.old ?? undefined, newPhone: rows[0]?.new ?? undefined };
}
