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

/** A customer as the staff know them. */
export type Owner = Readonly<Pick<Customer, 'id' | 'name' | 'memberCode'>>;

/** Whom we serve: a person or a firm, with everything the gates of the product depend on. */
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
  /** The account that the customer looks at by default. */
  currentView: string | null;
  createdAt: Date;
}>;

/** Somebody who signs in for a customer: the owner, later sub-users. */
export type Person = Readonly<{
  id: string;
  customerId: string;
  username: string;
  email: string;
  name: string;
  /** yyyy-mm-dd */
  dateOfBirth: string | null;
  role: string;
  access: readonly AccessKey[];
  notifyNews: boolean;
  status: 'active' | 'suspended' | 'removed';
}>;

/** One thing that the identity check asks for. */
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

/**
 * A customer who may not do this: the reason as a word, and what it means for their money in a sentence.
 */
export const restricted = (reasonCode: RestrictionCode): Refusal =>
  new Refusal('account_restricted', { message: restrictions[reasonCode], data: { reasonCode } });

/** Refuses with `account_restricted` whoever is not an active customer; the status is the reason. */
export function requireActive(status: string): void {
  if (status === 'active') return;
  throw restricted(status in restrictions ? (status as RestrictionCode) : 'restricted');
}

/** Refuses with `swift_not_enabled` a customer for whom payments by SWIFT are not switched on. */
export async function requireSwift(tx: Tx, customerId: string): Promise<void> {
  if (!(await hasSwift(tx, customerId))) throw new Refusal('swift_not_enabled');
}

const verified: readonly Customer['kycStatus'][] = ['approved', 'approved_conditional'];

/** Whether the identity check opens the product to this customer. */
export const isKycVerified = ({ kycStatus }: Pick<Customer, 'kycStatus'>): boolean => verified.includes(kycStatus);

/** The person who signs in with this username or email; a member code means the owner of that customer account. */
export async function findPersonByLogin(tx: Tx, login: string): Promise<Person | undefined> {
  return personOf(await selectPersonByLogin(tx, login));
}

export async function findPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return personOf(await selectPerson(tx, id));
}

/** Whether payments by SWIFT are switched on for a customer. */
export const hasSwift = selectSwift;

export async function findCustomer(tx: Tx, id: string): Promise<Customer | undefined> {
  return customerOf(await selectCustomer(tx, id));
}

/** Who acts for a customer; somebody signed in is one. */
export type Acting = Readonly<Pick<CustomerActor, 'customerId' | 'personId' | 'userType' | 'accountStatus'>>;

/** In whose name something is done without them being asked at the moment. Undefined for somebody who may act no more. */
export const actingFor = (tx: Tx, personId: string): Promise<Acting | undefined> => selectActing(tx, personId);

/** The ids of the active people of a customer who have at least one of these flags. */
export const peopleWithAny = (tx: Tx, customerId: string, keys: readonly AccessKey[]): Promise<string[]> =>
  selectPersonIds(tx, customerId, keys);

/** Who some customers are, by their ids, for the boards of the staff. */
export const ownersOf = (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Owner>> => selectOwners(tx, ids);

/** Remembers which account the customer looks at by default. */
export const rememberView = (tx: Tx, customerId: string, bankholderId: string): Promise<void> =>
  updateCurrentView(tx, customerId, bankholderId);

/** Nothing leaves the customer’s accounts any more, and nothing else of theirs changes. Who has left stays as they are. */
export const suspendCustomer = (tx: Tx, id: string): Promise<void> => updateStatus(tx, id, 'suspended');

/** A wallet customer is one of Plus from now on, and who owns the account may do all that Plus offers. */
export const becomePlus = (tx: Tx, id: string): Promise<void> => updateKind(tx, id, accessKeys);

/** Takes a customer in. Money is not touched: accounts are opened one by one. */
export async function createCustomer(tx: Tx, { requirements = [], ...customer }: NewCustomer): Promise<Customer> {
  const id = v7();
  await insertCustomer(tx, id, customer);
  await insertRequirements(tx, id, requirements);
  return must(await findCustomer(tx, id));
}

/** Adds somebody who signs in for a customer. The password belongs to the session. */
export async function createPerson(tx: Tx, person: NewPerson): Promise<Person> {
  const id = v7();
  await insertPerson(tx, id, person);
  return must(await findPerson(tx, id));
}

// The closed sets are checked by the database too, so its words can be taken as they are.
const customerOf = (row: CustomerRow | undefined): Customer | undefined => row as Customer | undefined;

const personOf = (row: PersonRow | undefined): Person | undefined =>
  row && ({ ...row, access: row.access.filter((key) => isAccessKey(key as AccessKey)) } as Person);

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a row written a moment ago is not there');
  return found;
}
