import { type AccessKey, accessKeys, isAccessKey } from '@larkmere/contract/access';
import type { KycStatus } from '@larkmere/contract/customer';
import { type RestrictionCode, restrictions } from '@larkmere/contract/restriction';
import type { AccountStatus } from '@larkmere/contract/session';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerActor } from '../kernel/verb.ts';
import {
  type CustomerRow,
  insertCustomer,
  insertPerson,
  insertRequirements,
  type PersonRow,
  selectActing,
  selectCustomer,
  selectOwners,
  selectPerson,
  selectPersonByLogin,
  selectPersonIds,
  selectSwift,
  updateCurrentView,
  updateKind,
  updateStatus,
} from './customer.sql.ts';

export type Owner = Readonly<Pick<Customer, 'id' | 'name' | 'memberCode'>>;

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

export type Person = Readonly<{
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

export type NewPerson = Pick<Person, 'customerId' | 'username' | 'email' | 'name' | 'access'> &
  Partial<Pick<Person, 'dateOfBirth' | 'role' | 'notifyNews'>> & { readonly createdAt?: Date };

export const restricted = (reasonCode: RestrictionCode): Refusal =>
  new Refusal('account_restricted', { message: restrictions[reasonCode], data: { reasonCode } });

/** Refuses with `account_restricted` unless the customer is active. The status becomes the reason. */
export function requireActive(status: string): void {
  if (status === 'active') return;
  throw restricted(status in restrictions ? (status as RestrictionCode) : 'restricted');
}

export async function requireSwift(tx: Tx, customerId: string): Promise<void> {
  if (!(await hasSwift(tx, customerId))) throw new Refusal('swift_not_enabled');
}

const verified: readonly Customer['kycStatus'][] = ['approved', 'approved_conditional'];

export const isKycVerified = ({ kycStatus }: Pick<Customer, 'kycStatus'>): boolean => verified.includes(kycStatus);

/** Finds the user who signs in with this username or email. A member code means the owner of that customer. */
export async function findPersonByLogin(tx: Tx, login: string): Promise<Person | undefined> {
  return personOf(await selectPersonByLogin(tx, login));
}

export async function findPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return personOf(await selectPerson(tx, id));
}

export const hasSwift = selectSwift;

export async function findCustomer(tx: Tx, id: string): Promise<Customer | undefined> {
  return customerOf(await selectCustomer(tx, id));
}

export type Acting = Readonly<Pick<CustomerActor, 'customerId' | 'personId' | 'userType' | 'accountStatus'>>;

/** The principal of an action that runs without its user being present. Undefined if the user may no longer act. */
export const actingFor = (tx: Tx, personId: string): Promise<Acting | undefined> => selectActing(tx, personId);

export const peopleWithAny = (tx: Tx, customerId: string, keys: readonly AccessKey[]): Promise<string[]> =>
  selectPersonIds(tx, customerId, keys);

export const ownersOf = (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Owner>> => selectOwners(tx, ids);

export const rememberView = (tx: Tx, customerId: string, bankholderId: string): Promise<void> =>
  updateCurrentView(tx, customerId, bankholderId);

/** Blocks all outgoing payments of the customer. A closed customer keeps that status. */
export const suspendCustomer = (tx: Tx, id: string): Promise<void> => updateStatus(tx, id, 'suspended');

export const becomePlus = (tx: Tx, id: string): Promise<void> => updateKind(tx, id, accessKeys);

export async function createCustomer(tx: Tx, { requirements = [], ...customer }: NewCustomer): Promise<Customer> {
  const id = v7();
  await insertCustomer(tx, id, customer);
  await insertRequirements(tx, id, requirements);
  return must(await findCustomer(tx, id));
}

export async function createPerson(tx: Tx, person: NewPerson): Promise<Person> {
  const id = v7();
  await insertPerson(tx, id, person);
  return must(await findPerson(tx, id));
}

const customerOf = (row: CustomerRow | undefined): Customer | undefined => row as Customer | undefined;

const personOf = (row: PersonRow | undefined): Person | undefined =>
  row && ({ ...row, access: row.access.filter((key) => isAccessKey(key as AccessKey)) } as Person);

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a row written a moment ago is not there');
  return found;
}
