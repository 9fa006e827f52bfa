import type { AccessTerms } from '@larkmere/contract/customers/access-request';
import type { Invitee, UserChange } from '@larkmere/contract/customers/user';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { AccessRequestRequest } from '../../platform/db/schema.gen.ts';

/** What a person has, as an owner reads and gives it. */
export type Terms = Pick<UserChange, 'role' | 'accounts' | 'limits'> &
  Readonly<{ access: NonNullable<UserChange['access']> }>;
export type RequestContent = Readonly<{
  person: Pick<Invitee, 'name' | 'email'> & Readonly<{ phone: string | null }>;
  before: (Terms & Readonly<{ state: AccessTerms['state'] }>) | null;
  after: Terms & Readonly<{ state: UserChange['state']; reason: UserChange['reason'] | null }>;
}>;

export type RequestRow = Omit<Readonly<Selectable<AccessRequestRequest>>, 'content'> &
  Readonly<{ content: RequestContent }>;

export const insertRequest = (tx: Tx, row: Insertable<AccessRequestRequest>): Promise<RequestRow> =>
  tx.insertInto('access_request.request').values(row).returningAll().$castTo<RequestRow>().executeTakeFirstOrThrow();

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('access_request.request')
    .selectAll()
    .$castTo<RequestRow>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateRequest = (tx: Tx, id: string, change: Updateable<AccessRequestRequest>): Promise<RequestRow> =>
  tx
    .updateTable('access_request.request')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .$castTo<RequestRow>()
    .executeTakeFirstOrThrow();

export const isOpen = sql<boolean>`state in ('waiting', 'scheduled') and expires_at > now()`;

export async function selectOpenRequests(tx: Tx, customerId: string): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select * from access_request.request where customer_id = ${customerId} and ${isOpen} order by prepared_at, id`.execute(
    tx,
  );
  return rows;
}

type Target = Readonly<{ customerId: string; membershipId: string | null; email: string }>;

/** Expires overdue requests first, because only one per person may be open. */
export async function hasOpenRequest(tx: Tx, { customerId, membershipId, email }: Target): Promise<boolean> {
  const same =
    membershipId === null
      ? sql`membership_id is null and customer_id = ${customerId} and lower(email) = lower(${email})`
      : sql`membership_id = ${membershipId}`;
  await sql`update access_request.request set state = 'expired', decided_at = now()
    where ${same} and state in ('waiting', 'scheduled') and expires_at <= now()`.execute(tx);
  const { rows } = await sql`select from access_request.request where ${same} and ${isOpen}`.execute(tx);
  return rows.length > 0;
}

type Joined = Readonly<{ id: string; customerId: string; invitedEmail: string | null }>;

/** Whether this member of staff prepared or agreed to what the person has. */
export async function hasGivenAccess(tx: Tx, staffId: string, member: Joined): Promise<boolean> {
  const { rows } = await sql`
    select from access_request.request
    where customer_id = ${member.customerId} and ${staffId} in (prepared_by, agreed_by)
      and (membership_id = ${member.id} or lower(email) = lower(${member.invitedEmail})) limit 1`.execute(tx);
  return rows.length > 0;
}
