import type { MembershipState } from '@larkmere/contract/customers/membership';
import type { ProfileView, StoredAddress } from '@larkmere/contract/customers/profile';
import type { OwnCustomerView } from '@larkmere/contract/identity/session';
import { type AccessKey, canInitiate, isAccessKey, type Role } from '@larkmere/contract/platform/access';
import type { Currency } from '@larkmere/money/money';
import { type Selectable, sql } from 'kysely';
import { type MemberScopeRow, memberScopeColumns, toMemberScope } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerMembership } from '../../platform/db/schema.gen.ts';
import type { CustomerActor, MemberScope } from '../../platform/requests/verb.ts';
import type { NewPerson } from './customer.sql.ts';

export type MemberRef = Readonly<{ userId: string; customerId: string }>;

/** A person, as a member of one customer. */
export type User = Readonly<{
  id: string;
  membershipId: string;
  customerId: string;
  username: string;
  email: string;
  name: string;
  dateOfBirth: string | null;
  role: Role;
  access: readonly AccessKey[];
  notifyNews: boolean;
  state: MembershipState;
}>;
export type NewUser = NewPerson & Pick<User, 'customerId' | 'access'> & Partial<Pick<User, 'role'>>;
export type NewMember = MemberRef & Pick<NewUser, 'access' | 'role' | 'createdAt'>;

export type Principal = Readonly<
  Pick<CustomerActor, 'customerId' | 'userId' | 'userType' | 'accountStatus' | keyof MemberScope>
>;

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

export const setIdentityChecked = (tx: Tx, id: string, at: Date): Promise<Membership> =>
  tx
    .updateTable('customer.membership')
    .set({ identityCheckedAt: at, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

const memberColumns = [
  'p.id',
  'm.id as membershipId',
  'm.customerId',
  'p.username',
  'p.email',
  'p.name',
  'p.dateOfBirth',
  'm.role',
  'm.access',
  'p.notifyNews',
  'm.state',
] as const;

export async function findMember(tx: Tx, { userId, customerId }: MemberRef): Promise<User | undefined> {
  const row = await tx
    .selectFrom('customer.membership as m')
    .innerJoin('customer.user as p', 'p.id', 'm.userId')
    .select(memberColumns)
    .where('m.userId', '=', userId)
    .where('m.customerId', '=', customerId)
    .executeTakeFirst();
  return row && { ...row, access: row.access.filter(isAccessKey) };
}

/**
 * The principal of an action that runs without its user being present. Undefined if they may not act here any more, or
 * not yet because their identity is not checked.
 */
export async function principalFor(tx: Tx, member: MemberRef): Promise<Principal | undefined> {
  const acting = await selectActing(tx, member);
  return acting?.isIdentityChecked ? acting.principal : undefined;
}

/** The principal of a payment that its maker prepared. Undefined as well if they may not make payments any more. */
export async function payerFor(tx: Tx, member: MemberRef): Promise<Principal | undefined> {
  const acting = await selectActing(tx, member);
  return acting?.isIdentityChecked && acting.access.includes('payment') && canInitiate(acting.role, 'payment')
    ? acting.principal
    : undefined;
}

/** The principal of something made for a member to read. Undefined as well without this right. */
export async function readerFor(tx: Tx, member: MemberRef, key: AccessKey): Promise<Principal | undefined> {
  const acting = await selectActing(tx, member);
  return acting?.access.includes(key) ? acting.principal : undefined;
}

type ActingRow = Omit<Principal, keyof MemberScope> &
  MemberScopeRow &
  Readonly<{ role: string; access: string[]; isIdentityChecked: boolean }>;

type Acting = Readonly<{ principal: Principal; role: string; access: readonly string[]; isIdentityChecked: boolean }>;

async function selectActing(tx: Tx, { userId, customerId }: MemberRef): Promise<Acting | undefined> {
  const { rows } = await sql<ActingRow>`
    select m.role, m.access, m.customer_id, m.user_id, c.kind as user_type,
      c.state as account_status, m.identity_checked_at is not null as is_identity_checked, ${memberScopeColumns}
    from customer.membership m join customer.customer c on c.id = m.customer_id
    where m.user_id = ${userId} and m.customer_id = ${customerId} and m.state = 'active'`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { role, access, userId: id, userType, accountStatus, isIdentityChecked } = row;
  return {
    role,
    access,
    isIdentityChecked,
    principal: { customerId, userId: id, userType, accountStatus, ...toMemberScope(row) },
  };
}

export async function usersWithAnyAccess(tx: Tx, customerId: string, keys: readonly AccessKey[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from customer.membership
    where customer_id = ${customerId} and state = 'active' and access && ${keys}::text[] order by user_id`.execute(tx);
  return rows.map(({ id }) => id);
}

export const insertMembership = (tx: Tx, id: string, member: NewMember) =>
  tx
    .insertInto('customer.membership')
    .values({
      id,
      customerId: member.customerId,
      userId: member.userId,
      role: member.role ?? 'owner',
      access: [...member.access],
      state: 'active',
      // Whoever opens an account is checked with the account.
      identityCheckedAt: sql`now()`,
      createdAt: member.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export async function selectCurrentView(tx: Tx, { userId, customerId }: MemberRef): Promise<string | null> {
  const row = await tx
    .selectFrom('customer.membership')
    .select('currentView')
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return row?.currentView ?? null;
}

export async function setCurrentView(tx: Tx, { userId, customerId }: MemberRef, bankholderId: string): Promise<void> {
  await tx
    .updateTable('customer.membership')
    .set({ currentView: bankholderId })
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .execute();
}

/** Members who belong to no other customer. */
export async function soleMemberIds(tx: Tx, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from customer.membership m where customer_id = ${customerId} and user_id is not null
      and not exists (select from customer.membership o join customer.customer c on c.id = o.customer_id
        where o.user_id = m.user_id and o.customer_id <> m.customer_id and c.state <> 'closed' and o.state <> 'removed')`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export async function selectMemberIds(tx: Tx, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from customer.membership where customer_id = ${customerId} and user_id is not null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

type ColleagueOwner = Readonly<{ customerId: string; ownerId: string; name: string }>;

/** The other owners of every customer that the person acts for, with the name of the person. */
export async function selectColleagueOwners(tx: Tx, userId: string): Promise<ColleagueOwner[]> {
  const { rows } = await sql<ColleagueOwner>`
    select o.customer_id, o.user_id as owner_id, p.name
    from customer.membership m join customer.user p on p.id = m.user_id
      join customer.membership o on o.customer_id = m.customer_id and o.role = 'owner' and o.state = 'active'
        and o.user_id <> m.user_id
    where m.user_id = ${userId} and m.state = 'active' order by 1, 2`.execute(tx);
  return rows;
}

export async function selectOwnerIds(tx: Tx, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from customer.membership
    where customer_id = ${customerId} and role = 'owner' and state = 'active' and user_id is not null order by 1`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Of several owners the first. */
export async function findOwnerId(tx: Tx, customerId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from customer.membership
    where customer_id = ${customerId} and role = 'owner' and user_id is not null
    order by state = 'active' desc, created_at, id limit 1`.execute(tx);
  if (!rows[0]) throw new Error(`customer ${customerId} has no owner`);
  return rows[0].id;
}

/** The next login begins with the customer that was looked at last. */
export async function setLastViewed(tx: Tx, { userId, customerId }: MemberRef): Promise<void> {
  await tx
    .updateTable('customer.membership')
    .set({ lastViewedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .execute();
}

export async function selectOwnCustomers(tx: Tx, userId: string): Promise<Omit<OwnCustomerView, 'isCurrent'>[]> {
  const { rows } = await sql<Omit<OwnCustomerView, 'isCurrent'>>`
    select c.id, c.name, c.member_code, c.kind as user_type, c.business, m.role,
      case when m.state = 'suspended' then 'suspended' when c.state = 'locked' then 'locked' end as closed_because
    from customer.membership m join customer.customer c on c.id = m.customer_id
    where m.user_id = ${userId} and m.state in ('active', 'suspended') order by lower(c.name), c.id`.execute(tx);
  return rows;
}

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

type StoredProfile = Omit<ProfileView, 'address'> & Readonly<{ address: StoredAddress | null }>;

export const selectProfile = (tx: Tx, { userId, customerId }: MemberRef): Promise<StoredProfile> =>
  tx
    .selectFrom('customer.user as p')
    .innerJoin('customer.membership as m', 'm.userId', 'p.id')
    .innerJoin('customer.customer as c', 'c.id', 'm.customerId')
    .select([
      'p.name',
      'p.username',
      'p.email',
      'p.phone',
      'p.notifyNews',
      'c.memberCode',
      'c.name as customerName',
      'c.country',
      'c.address',
    ])
    .where('p.id', '=', userId)
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow();
