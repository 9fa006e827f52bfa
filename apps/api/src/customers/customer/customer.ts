import type { KycStatus } from '@larkmere/contract/customers/kyc';
import type { MembershipState } from '@larkmere/contract/customers/membership';
import type { AccountStatus } from '@larkmere/contract/identity/session';
import { type AccessKey, accessKeys, isAccessKey } from '@larkmere/contract/platform/access';
import { type RestrictionCode, restrictions } from '@larkmere/contract/platform/restriction';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerActor } from '../../platform/requests/verb.ts';
import {
  type CustomerRow,
  hasSwift,
  insertCustomer,
  insertMembership,
  insertUser,
  type MemberRow,
  moveStatus,
  selectCustomer,
  selectMember,
  updateStatus,
  updateToPlus,
} from './customer.sql.ts';
import { membershipLifecycle } from './membership-lifecycle.ts';

export {
  customerSummaries,
  hasSwift,
  principalFor,
  selectCurrentView,
  setCurrentView,
  updateAddress,
  updateEmail,
  updateNewsConsent,
  usersWithAnyAccess,
} from './customer.sql.ts';

export type CustomerSummary = Readonly<Pick<Customer, 'id' | 'name' | 'memberCode'>>;

export type Customer = Readonly<{
  id: string;
  memberCode: string;
  kind: 'plus' | 'wallet';
  name: string;
  business: boolean;
  country: string;
  status: z.infer<typeof AccountStatus>;
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

/** A person, as a member of one customer. */
export type User = Readonly<{
  id: string;
  membershipId: string;
  customerId: string;
  username: string;
  email: string;
  name: string;
  dateOfBirth: string | null;
  role: string;
  access: readonly AccessKey[];
  notifyNews: boolean;
  state: MembershipState;
}>;

export type MemberRef = Readonly<{ userId: string; customerId: string }>;

export type NewCustomer = Pick<Customer, 'memberCode' | 'kind' | 'name' | 'kycStatus'> & Partial<Omit<Customer, 'id'>>;

export type NewUser = Pick<User, 'customerId' | 'username' | 'email' | 'name' | 'access'> &
  Partial<Pick<User, 'dateOfBirth' | 'role' | 'notifyNews'>> & { readonly createdAt?: Date; readonly phone?: string };
export type NewMember = MemberRef & Pick<NewUser, 'access' | 'role' | 'createdAt'>;

export const accountRestricted = (reasonCode: RestrictionCode): Refusal =>
  new Refusal('account_restricted', { reason: message(restrictions[reasonCode]), data: { reasonCode } });

/** Refuses with `account_restricted` unless the customer is active. The status becomes the reason. */
export function requireActive(status: string): void {
  if (status === 'active') return;
  throw accountRestricted(status in restrictions ? (status as RestrictionCode) : 'restricted');
}

export async function requireSwift(tx: Tx, customerId: string): Promise<void> {
  if (!(await hasSwift(tx, customerId))) throw new Refusal('swift_not_enabled');
}

export async function findMember(tx: Tx, member: MemberRef): Promise<User | undefined> {
  return toUser(await selectMember(tx, member));
}

export async function findCustomer(tx: Tx, id: string): Promise<Customer | undefined> {
  return toCustomer(await selectCustomer(tx, id));
}

export type Principal = Readonly<Pick<CustomerActor, 'customerId' | 'userId' | 'userType' | 'accountStatus'>>;

/** Blocks all outgoing payments of the customer. A closed customer keeps that status. */
export const suspendCustomer = (tx: Tx, id: string): Promise<void> => updateStatus(tx, id, 'suspended');

/** Opens the account of a customer who was verified. Any status but `pending` stays. */
export const activateCustomer = (ctx: Ctx, id: string): Promise<void> => changeStatus(ctx, id, 'pending', 'active');

/** Pauses all outgoing payments of an active customer. */
export const restrictCustomer = (ctx: Ctx, id: string): Promise<void> => changeStatus(ctx, id, 'active', 'restricted');

async function changeStatus(ctx: Ctx, id: string, from: string, to: 'active' | 'restricted'): Promise<void> {
  if (await moveStatus(ctx.tx, id, from, to)) await audit(ctx, `customer.${to}`, `customer:${id}`, { from });
}

export const upgradeToPlus = (tx: Tx, id: string): Promise<void> => updateToPlus(tx, id, accessKeys);

export async function createCustomer(tx: Tx, customer: NewCustomer): Promise<Customer> {
  const id = v7();
  await insertCustomer(tx, id, customer);
  return requireRow(await findCustomer(tx, id));
}

/** A new person, who belongs to this customer. */
export async function createUser(ctx: Pick<Ctx, 'tx' | 'actor'>, person: NewUser): Promise<User> {
  const userId = v7();
  await insertUser(ctx.tx, userId, person);
  return addMember(ctx, { userId, ...person });
}

/** Lets a person who exists act for another customer as well. */
export async function addMember(ctx: Pick<Ctx, 'tx' | 'actor'>, member: NewMember): Promise<User> {
  const { id } = await insertMembership(ctx.tx, v7(), member);
  await appendHistory(ctx, membershipLifecycle, id);
  return requireRow(await findMember(ctx.tx, member));
}

const toCustomer = (row: CustomerRow | undefined): Customer | undefined => row as Customer | undefined;

const toUser = (row: MemberRow | undefined): User | undefined =>
  row && ({ ...row, access: row.access.filter((key) => isAccessKey(key as AccessKey)) } as User);

function requireRow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a row written a moment ago is not there');
  return found;
}
