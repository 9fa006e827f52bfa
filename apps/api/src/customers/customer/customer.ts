import type { KycStatus } from '@larkmere/contract/customers/kyc';
import type { AccountStatus } from '@larkmere/contract/identity/session';
import { type AccessKey, accessKeys, isAccessKey } from '@larkmere/contract/platform/access';
import { type RestrictionCode, restrictions } from '@larkmere/contract/platform/restriction';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import {
  type CustomerRow,
  hasSwift,
  insertCustomer,
  insertRequirements,
  insertUser,
  selectCustomer,
  selectUser,
  type UserRow,
  updateStatus,
  updateToPlus,
} from './customer.sql.ts';

export { customerSummaries, hasSwift, principalFor, setCurrentView, usersWithAnyAccess } from './customer.sql.ts';

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
  agreementDue: boolean;
  featureCard: boolean;
  featureUpgrade: boolean;
  reviewState: 'none' | 'due' | 'asked' | 'done';
  currentView: string | null;
  createdAt: Date;
}>;

export type User = Readonly<{
  id: string;
  customerId: string;
  username: string;
  email: string;
  name: string;
  dateOfBirth: string | null;
  role: string;
  access: readonly AccessKey[];
  notifyNews: boolean;
  status: 'active' | 'suspended' | 'removed';
}>;

export type KycRequirement = Readonly<{
  key: string;
  title: string;
  state: 'not_provided' | 'in_review' | 'verified' | 'rejected';
  reason: string | null;
}>;

export type NewCustomer = Pick<Customer, 'memberCode' | 'kind' | 'name' | 'kycStatus'> &
  Partial<Omit<Customer, 'id' | 'currentView'>> & { readonly requirements?: readonly KycRequirement[] };

export type NewUser = Pick<User, 'customerId' | 'username' | 'email' | 'name' | 'access'> &
  Partial<Pick<User, 'dateOfBirth' | 'role' | 'notifyNews'>> & { readonly createdAt?: Date; readonly phone?: string };

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

export async function findUser(tx: Tx, id: string): Promise<User | undefined> {
  return toUser(await selectUser(tx, id));
}

export async function findCustomer(tx: Tx, id: string): Promise<Customer | undefined> {
  return toCustomer(await selectCustomer(tx, id));
}

export type Principal = Readonly<Pick<CustomerActor, 'customerId' | 'userId' | 'userType' | 'accountStatus'>>;

/** Blocks all outgoing payments of the customer. A closed customer keeps that status. */
export const suspendCustomer = (tx: Tx, id: string): Promise<void> => updateStatus(tx, id, 'suspended');

export const upgradeToPlus = (tx: Tx, id: string): Promise<void> => updateToPlus(tx, id, accessKeys);

export async function createCustomer(tx: Tx, { requirements = [], ...customer }: NewCustomer): Promise<Customer> {
  const id = v7();
  await insertCustomer(tx, id, customer);
  await insertRequirements(tx, id, requirements);
  return requireRow(await findCustomer(tx, id));
}

export async function createUser(tx: Tx, person: NewUser): Promise<User> {
  const id = v7();
  await insertUser(tx, id, person);
  return requireRow(await findUser(tx, id));
}

const toCustomer = (row: CustomerRow | undefined): Customer | undefined => row as Customer | undefined;

const toUser = (row: UserRow | undefined): User | undefined =>
  row && ({ ...row, access: row.access.filter((key) => isAccessKey(key as AccessKey)) } as User);

function requireRow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a row written a moment ago is not there');
  return found;
}
