import type { KycStatus } from '@larkmere/contract/customers/kyc';
import { accessKeys } from '@larkmere/contract/platform/access';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { Refusal } from '../../platform/requests/refusal.ts';

export type Customer = Readonly<{
  id: string;
  memberCode: string;
  kind: 'plus' | 'wallet';
  name: string;
  business: boolean;
  country: string;
  status: AccountStatus;
  statusSince: Date;
  kycStatus: z.infer<typeof KycStatus>;
  kycSubmittedAt: Date | null;
  kycDueBy: Date | null;
  swift: boolean;
  showSwiftHistory: boolean;
  introducer: boolean;
  allowedTrade: boolean;
  featureCard: boolean;
  featureUpgrade: boolean;
  reviewState: 'none' | 'due' | 'asked' | 'done';
  createdAt: Date;
}>;

type CustomerSummary = Readonly<Pick<Customer, 'id' | 'name' | 'memberCode'>>;

export type NewCustomer = Pick<Customer, 'memberCode' | 'kind' | 'name' | 'kycStatus'> & Partial<Omit<Customer, 'id'>>;

export type NewPerson = Readonly<{
  username: string;
  email: string;
  name: string;
  dateOfBirth?: string | null;
  notifyNews?: boolean;
  createdAt?: Date;
  phone?: string;
  isPhoneOwn?: boolean;
}>;

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

export const findCustomer = (tx: Tx, id: string): Promise<Customer | undefined> =>
  tx.selectFrom('customer.customer').select(customerColumns).where('id', '=', id).executeTakeFirst();

type Referrer = Readonly<{ id: string; name: string }>;

/** The customer of a member code who may invite friends. */
export async function findReferrer(tx: Tx, memberCode: string): Promise<Referrer | undefined> {
  const { rows } = await sql<Referrer>`
    select id, name from customer.customer
    where member_code = upper(${memberCode}) and introducer and state = 'active'`.execute(tx);
  return rows[0];
}

export async function hasSwift(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('customer.customer').select('swift').where('id', '=', id).executeTakeFirst();
  return row?.swift === true;
}

export async function requireSwift(tx: Tx, customerId: string): Promise<void> {
  if (!(await hasSwift(tx, customerId))) throw new Refusal('swift_not_enabled');
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

export const lockCustomer = (tx: Tx, id: string) =>
  tx.selectFrom('customer.customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Whether a user of the customer stopped everything. */
export async function isFrozen(tx: Tx, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ isFrozen: boolean }>`select customer.is_frozen(${customerId}) as is_frozen`.execute(tx);
  return rows[0]?.isFrozen === true;
}

/** The status that a closing or a lock interrupted. */
export async function selectStatusBefore(tx: Tx, customerId: string): Promise<AccountStatus | undefined> {
  const { rows } = await sql<{ state: AccountStatus }>`
    select state from customer.status_transition
    where customer_id = ${customerId} and state not in ('locked', 'closing') order by seq desc limit 1`.execute(tx);
  return rows[0]?.state;
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

export async function upgradeToPlus(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('customer.customer')
    .set({ kind: 'plus', featureUpgrade: false, featureCard: true })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('customer.membership')
    .set({ access: [...accessKeys] })
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

export async function findEmail(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx
    .selectFrom('customer.user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}

export async function findUserIdByEmail(tx: Tx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from customer.user where lower(email) = lower(${email})`.execute(tx);
  return rows[0]?.id;
}

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  return (await findUserIdByEmail(tx, email)) !== undefined;
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

/** The ids and the member code stay, because the ledger and the audit chain refer to them. */
export const eraseCustomer: TransactionalHandler<Erasure> = async ({ tx }, { payload }) => {
  const { customerId, people, extent } = payload;
  if (extent === 'partly') {
    await sql`update customer.user set notify_news = false where id = any(${people}::uuid[])`.execute(tx);
    return;
  }
  await sql`update customer.user set name = 'Erased', email = 'erased-' || id || '@erased.invalid', username = 'erased-' || id,
    phone = null, date_of_birth = null where id = any(${people}::uuid[])`.execute(tx);
  await sql`update customer.customer set name = 'Erased', address = null where id = ${customerId}`.execute(tx);
};
