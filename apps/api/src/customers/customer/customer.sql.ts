import type { OwnCustomerView } from '@larkmere/contract/identity/session';
import { type AccessKey, canInitiate } from '@larkmere/contract/platform/access';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { sql } from 'kysely';
import { type MemberScopeRow, memberScopeColumns, toMemberScope } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberScope } from '../../platform/requests/verb.ts';
import type { CustomerSummary, MemberRef, NewCustomer, NewMember, NewPerson, Principal } from './customer.ts';

const customerColumns = [
  'id',
  'memberCode',
  'kind',
  'name',
  'business',
  'country',
  'state as status',
  'stateSince as statusSince',
  'kycStatus',
  'kycSubmittedAt',
  'kycDueBy',
  'swift',
  'showSwiftHistory',
  'introducer',
  'allowedTrade',
  'featureCard',
  'featureUpgrade',
  'reviewState',
  'createdAt',
] as const;

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

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof selectCustomer>>>;
export type MemberRow = NonNullable<Awaited<ReturnType<typeof selectMember>>>;

export const selectCustomer = (tx: Tx, id: string) =>
  tx.selectFrom('customer.customer').select(customerColumns).where('id', '=', id).executeTakeFirst();

export async function hasSwift(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('customer.customer').select('swift').where('id', '=', id).executeTakeFirst();
  return row?.swift === true;
}

export const selectMember = (tx: Tx, { userId, customerId }: MemberRef) =>
  tx
    .selectFrom('customer.membership as m')
    .innerJoin('customer.user as p', 'p.id', 'm.userId')
    .select(memberColumns)
    .where('m.userId', '=', userId)
    .where('m.customerId', '=', customerId)
    .executeTakeFirst();

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

export async function insertCustomer(tx: Tx, id: string, customer: NewCustomer): Promise<void> {
  await tx
    .insertInto('customer.customer')
    .values({
      id,
      memberCode: customer.memberCode,
      kind: customer.kind,
      name: customer.name,
      business: customer.business,
      country: customer.country,
      state: customer.status,
      kycStatus: customer.kycStatus,
      kycSubmittedAt: customer.kycSubmittedAt,
      kycDueBy: customer.kycDueBy,
      swift: customer.swift,
      showSwiftHistory: customer.showSwiftHistory,
      introducer: customer.introducer,
      allowedTrade: customer.allowedTrade,
      featureCard: customer.featureCard,
      featureUpgrade: customer.featureUpgrade,
      reviewState: customer.reviewState,
      createdAt: customer.createdAt,
    })
    .execute();
}

export async function insertUser(tx: Tx, id: string, person: NewPerson): Promise<void> {
  await tx
    .insertInto('customer.user')
    .values({
      id,
      username: person.username.normalize('NFKC'),
      email: person.email.normalize('NFKC'),
      name: person.name,
      dateOfBirth: person.dateOfBirth,
      phone: person.phone,
      phoneIsOwn: person.isPhoneOwn ?? true,
      notifyNews: person.notifyNews,
      createdAt: person.createdAt,
    })
    .execute();
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

export const lockCustomer = (tx: Tx, id: string) =>
  tx.selectFrom('customer.customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The status that a closing or a lock interrupted. */
export async function selectStatusBefore(tx: Tx, customerId: string): Promise<AccountStatus | undefined> {
  const { rows } = await sql<{ state: AccountStatus }>`
    select state from customer.status_transition
    where customer_id = ${customerId} and state not in ('locked', 'closing') order by seq desc limit 1`.execute(tx);
  return rows[0]?.state;
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

export async function updateAddress(tx: Tx, id: string, address: object): Promise<void> {
  await tx
    .updateTable('customer.customer')
    .set({ address: JSON.stringify(address) })
    .where('id', '=', id)
    .execute();
}

export async function updateCustomerName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('customer.customer').set({ name }).where('id', '=', id).where('name', '<>', name).execute();
}

type VerifiedIdentity = Readonly<{ name: string; dateOfBirth?: string | null | undefined }>;

export async function updateUserIdentity(tx: Tx, id: string, { name, dateOfBirth }: VerifiedIdentity): Promise<void> {
  await tx
    .updateTable('customer.user')
    .set({ name, ...(dateOfBirth && { dateOfBirth }) })
    .where('id', '=', id)
    .execute();
}

export async function updateToPlus(tx: Tx, id: string, ownerAccess: readonly AccessKey[]): Promise<void> {
  await tx
    .updateTable('customer.customer')
    .set({ kind: 'plus', featureUpgrade: false, featureCard: true })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('customer.membership')
    .set({ access: [...ownerAccess] })
    .where('customerId', '=', id)
    .where('role', '=', 'owner')
    .execute();
}

export async function customerSummaries(tx: Tx, ids: readonly string[]): Promise<Map<string, CustomerSummary>> {
  const { rows } = await sql<CustomerSummary>`
    select id, name, member_code from customer.customer where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((owner) => [owner.id, owner]));
}

/** Returns whether anything changed. */
export async function updateNewsConsent(tx: Tx, userId: string, notifyNews: boolean): Promise<boolean> {
  const changed = await tx
    .updateTable('customer.user')
    .set({ notifyNews })
    .where('id', '=', userId)
    .where('notifyNews', '<>', notifyNews)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

type ReviewState = 'none' | 'due' | 'asked' | 'done';

export async function selectReviewState(tx: Tx, customerId: string): Promise<ReviewState> {
  const { reviewState } = await tx
    .selectFrom('customer.customer')
    .select('reviewState')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return reviewState;
}

export async function updateReviewState(tx: Tx, customerId: string, state: ReviewState): Promise<void> {
  await tx
    .updateTable('customer.customer')
    .set({ reviewState: state, ...(state === 'asked' && { reviewAskedAt: sql`now()` }) })
    .where('id', '=', customerId)
    .execute();
}

export async function updateEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.updateTable('customer.user').set({ email }).where('id', '=', userId).execute();
}

/** The person has confirmed the number. One that was only confirmed stays as settled as it was. */
export async function updatePhone(tx: Tx, userId: string, phone: string): Promise<void> {
  await sql`
    update customer.user set phone = ${phone}, phone_confirmed_at = now(), phone_is_own = true,
      phone_changed_at = case when phone is distinct from ${phone} then now() else phone_changed_at end
    where id = ${userId}`.execute(tx);
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
