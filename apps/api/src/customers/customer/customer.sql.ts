import type { AccessKey } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerSummary, KycRequirement, NewCustomer, NewUser, Principal } from './customer.ts';

const customerColumns = [
  'id',
  'member_code as memberCode',
  'kind',
  'name',
  'business',
  'country',
  'status',
  'kyc_status as kycStatus',
  'kyc_submitted_at as kycSubmittedAt',
  'kyc_due_by as kycDueBy',
  'swift',
  'show_swift_history as showSwiftHistory',
  'introducer',
  'allowed_trade as allowedTrade',
  'agreement_due as agreementDue',
  'feature_card as featureCard',
  'feature_upgrade as featureUpgrade',
  'review_state as reviewState',
  'current_view as currentView',
  'created_at as createdAt',
] as const;

const userColumns = [
  'id',
  'customer_id as customerId',
  'username',
  'email',
  'name',
  'date_of_birth as dateOfBirth',
  'role',
  'access',
  'notify_news as notifyNews',
  'status',
] as const;

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof selectCustomer>>>;
export type UserRow = NonNullable<Awaited<ReturnType<typeof selectUser>>>;

export const selectCustomer = (tx: Tx, id: string) =>
  tx.selectFrom('customer.customer').select(customerColumns).where('id', '=', id).executeTakeFirst();

export async function hasSwift(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('customer.customer').select('swift').where('id', '=', id).executeTakeFirst();
  return row?.swift === true;
}

export const selectUser = (tx: Tx, id: string) =>
  tx.selectFrom('customer.user').select(userColumns).where('id', '=', id).executeTakeFirst();

/** The principal of an action that runs without its user being present. Undefined if the user may no longer act. */
export async function principalFor(tx: Tx, userId: string): Promise<Principal | undefined> {
  const { rows } = await sql<Principal>`
    select p.customer_id as "customerId", p.id as "userId", c.kind as "userType", c.status as "accountStatus"
    from customer.user p join customer.customer c on c.id = p.customer_id
    where p.id = ${userId} and p.status = 'active'`.execute(tx);
  return rows[0];
}

export async function usersWithAnyAccess(tx: Tx, customerId: string, keys: readonly AccessKey[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('customer.user')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .where(sql<boolean>`access && ${keys}::text[]`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertCustomer(tx: Tx, id: string, customer: Omit<NewCustomer, 'requirements'>): Promise<void> {
  await tx
    .insertInto('customer.customer')
    .values({
      id,
      member_code: customer.memberCode,
      kind: customer.kind,
      name: customer.name,
      business: customer.business,
      country: customer.country,
      status: customer.status,
      kyc_status: customer.kycStatus,
      kyc_submitted_at: customer.kycSubmittedAt,
      kyc_due_by: customer.kycDueBy,
      swift: customer.swift,
      show_swift_history: customer.showSwiftHistory,
      introducer: customer.introducer,
      allowed_trade: customer.allowedTrade,
      agreement_due: customer.agreementDue,
      feature_card: customer.featureCard,
      feature_upgrade: customer.featureUpgrade,
      review_state: customer.reviewState,
      created_at: customer.createdAt,
    })
    .execute();
}

export async function insertUser(tx: Tx, id: string, person: NewUser): Promise<void> {
  await tx
    .insertInto('customer.user')
    .values({
      id,
      customer_id: person.customerId,
      username: person.username.normalize('NFKC'),
      email: person.email.normalize('NFKC'),
      name: person.name,
      date_of_birth: person.dateOfBirth,
      phone: person.phone,
      role: person.role ?? 'owner',
      access: [...person.access],
      notify_news: person.notifyNews,
      created_at: person.createdAt,
    })
    .execute();
}

export async function insertRequirements(
  tx: Tx,
  customerId: string,
  requirements: readonly KycRequirement[],
): Promise<void> {
  if (requirements.length === 0) return;
  const rows = requirements.map((requirement, position) => ({ customer_id: customerId, position, ...requirement }));
  await tx.insertInto('customer.kyc_requirement').values(rows).execute();
}

export const selectRequirements = (tx: Tx, customerId: string) =>
  tx
    .selectFrom('customer.kyc_requirement')
    .select(['key', 'title', 'state', 'reason'])
    .where('customer_id', '=', customerId)
    .orderBy('position')
    .execute();

export async function setCurrentView(tx: Tx, customerId: string, bankholderId: string): Promise<void> {
  await tx.updateTable('customer.customer').set({ current_view: bankholderId }).where('id', '=', customerId).execute();
}

export async function updateStatus(tx: Tx, id: string, status: 'suspended'): Promise<void> {
  await tx
    .updateTable('customer.customer')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', 'closed')
    .execute();
}

export async function updateToPlus(tx: Tx, id: string, ownerAccess: readonly AccessKey[]): Promise<void> {
  await tx
    .updateTable('customer.customer')
    .set({ kind: 'plus', feature_upgrade: false })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('customer.user')
    .set({ access: [...ownerAccess] })
    .where('customer_id', '=', id)
    .where('role', '=', 'owner')
    .execute();
}

export async function customerSummaries(tx: Tx, ids: readonly string[]): Promise<Map<string, CustomerSummary>> {
  const { rows } = await sql<CustomerSummary>`
    select id, name, member_code as "memberCode" from customer.customer where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((owner) => [owner.id, owner]));
}
