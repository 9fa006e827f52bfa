import type { AccessKey, Role } from '@larkmere/contract/platform/access';
import type { Currency } from '@larkmere/money/money';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerMembership } from '../../platform/db/schema.gen.ts';

export type Membership = Readonly<Selectable<CustomerMembership>>;

/** What a member may do; null means every account, or no limit. */
export type MemberRights = Readonly<{
  role: Role;
  access: readonly AccessKey[];
  accounts: readonly string[] | null;
  limitCurrency: Currency | null;
  perPaymentMinor: bigint | null;
  dailyMinor: bigint | null;
}>;

/**
 * Locks every membership of a customer, in one order: changes of people follow each other, because each depends on all
 * others (the last owner, enough approvers).
 */
export const lockMembers = (tx: Tx, customerId: string): Promise<Membership[]> =>
  tx
    .selectFrom('customer.membership')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** With all others of the customer. */
export async function lockMembership(tx: Tx, id: string): Promise<Membership | undefined> {
  const row = await tx.selectFrom('customer.membership').select('customerId').where('id', '=', id).executeTakeFirst();
  return row && (await lockMembers(tx, row.customerId)).find((member) => member.id === id);
}

const toColumns = ({ role, access, accounts, limitCurrency, perPaymentMinor, dailyMinor }: MemberRights) => ({
  role,
  access: [...access],
  accounts: accounts && [...accounts],
  limitCurrency,
  perPaymentMinor,
  dailyMinor,
});

export type NewInvitation = Readonly<{
  customerId: string;
  email: string;
  invitedBy: string;
  expiresAt: Date;
  rights: MemberRights;
}>;

export const insertInvited = (
  tx: Tx,
  id: string,
  { customerId, email, invitedBy, expiresAt, rights }: NewInvitation,
): Promise<Membership> =>
  tx
    .insertInto('customer.membership')
    .values({
      id,
      customerId,
      userId: null,
      ...toColumns(rights),
      state: 'invited',
      invitedEmail: email,
      invitedBy,
      invitedAt: sql`now()`,
      expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateRights = (tx: Tx, id: string, rights: MemberRights): Promise<Membership> =>
  tx
    .updateTable('customer.membership')
    .set({ ...toColumns(rights), version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateInvitation = (
  tx: Tx,
  id: string,
  { invitedBy, expiresAt }: Pick<NewInvitation, 'invitedBy' | 'expiresAt'>,
): Promise<Membership> =>
  tx
    .updateTable('customer.membership')
    .set({ invitedBy, expiresAt, invitedAt: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The membership that a person had in this customer before, in whatever state. */
export const lockFormerMembership = (
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<Membership | undefined> =>
  tx
    .selectFrom('customer.membership')
    .selectAll()
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Of an invitation that came to nothing. */
export async function forgetInvitedEmail(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('customer.membership')
    .set({ invitedEmail: null })
    .where('id', '=', id)
    .where('state', '=', 'removed')
    .where('userId', 'is', null)
    .execute();
}

export const setIdentityChecked = (tx: Tx, id: string, at: Date): Promise<Membership> =>
  tx
    .updateTable('customer.membership')
    .set({ identityCheckedAt: at, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
