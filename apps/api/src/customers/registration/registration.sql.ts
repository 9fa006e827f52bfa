import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { RegistrationRequest } from '../../platform/db/schema.gen.ts';
import { defineJob } from '../../platform/jobs/job.ts';

const linkHours = 24;

export type RequestRow = Readonly<Selectable<RegistrationRequest>> & Readonly<{ isExpired: boolean }>;

/** The newest link alone works, so that an older one in another mailbox does not. */
export async function insertRequest(
  tx: Tx,
  request: Omit<Insertable<RegistrationRequest>, 'expiresAt'>,
): Promise<void> {
  await sql`update registration.request set voided_at = now()
    where lower(email) = lower(${request.email}) and voided_at is null and confirmed_at is null`.execute(tx);
  await tx
    .insertInto('registration.request')
    .values({ ...request, expiresAt: sql`now() + ${linkHours} * interval '1 hour'` })
    .execute();
}

export async function countRecentRequests(tx: Tx, email: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from registration.request
    where lower(email) = lower(${email}) and requested_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The row lock lets one of two concurrent confirmations through. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  return tx
    .selectFrom('registration.request')
    .selectAll()
    .select(sql<boolean>`expires_at <= now() or voided_at is not null`.as('isExpired'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function markConfirmed(tx: Tx, id: string, customerId: string): Promise<void> {
  await tx
    .updateTable('registration.request')
    .set({ confirmedAt: sql`now()`, customerId })
    .where('id', '=', id)
    .execute();
}

/** Personal data of people who never confirmed; the customer has those of the others. */
export const registrationPurge = defineJob({
  name: 'purge-registrations',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('registration.request').where('requestedAt', '<', sql<Date>`now() - interval '30 days'`).execute(),
});
