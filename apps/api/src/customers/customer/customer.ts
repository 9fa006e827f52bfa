import type { KycStatus } from '@larkmere/contract/customers/kyc';
import type { MembershipState } from '@larkmere/contract/customers/membership';
import { type AccessKey, accessKeys, isAccessKey, type Role } from '@larkmere/contract/platform/access';
import {
  type AccountAction,
  type AccountCondition,
  type AccountStatus,
  accountPermissions,
} from '@larkmere/contract/platform/account-status';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { accountRestricted, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerActor, MemberScope } from '../../platform/requests/verb.ts';
import { accountStatusLifecycle } from './account-status-lifecycle.ts';
import {
  type CustomerRow,
  hasSwift,
  insertCustomer,
  insertMembership,
  insertUser,
  type MemberRow,
  selectCustomer,
  selectMember,
  updateToPlus,
} from './customer.sql.ts';
import { membershipLifecycle } from './membership-lifecycle.ts';

export {
  type AccountStatusChange,
  accountStatusChanged,
  changeAccountStatus,
} from './change-account-status.ts';
export {
  customerSummaries,
  findOwnerId,
  hasSwift,
  lockCustomer,
  payerFor,
  principalFor,
  readerFor,
  selectColleagueOwners,
  selectCurrentView,
  selectOwnerIds,
  selectReviewState,
  selectStatusBefore,
  setCurrentView,
  soleMemberIds,
  updateAddress,
  updateCustomerName,
  updateEmail,
  updateNewsConsent,
  updatePhone,
  updateReviewState,
  updateUserIdentity,
  usersWithAnyAccess,
} from './customer.sql.ts';
export { changeMembership, changeRights, extendInvitation, inviteMember, joinByInvitation } from './invite-member.ts';
export {
  forgetInvitedEmail,
  lockMembers,
  type MemberRights,
  type Membership,
  setIdentityChecked,
} from './membership.sql.ts';

export type CustomerSummary = Readonly<Pick<Customer, 'id' | 'name' | 'memberCode'>>;

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

export type MemberRef = Readonly<{ userId: string; customerId: string }>;

export type NewCustomer = Pick<Customer, 'memberCode' | 'kind' | 'name' | 'kycStatus'> & Partial<Omit<Customer, 'id'>>;

export type NewPerson = Pick<User, 'username' | 'email' | 'name'> &
  Partial<Pick<User, 'dateOfBirth' | 'notifyNews'>> & {
    readonly createdAt?: Date;
    readonly phone?: string;
    readonly isPhoneOwn?: boolean;
  };
export type NewUser = NewPerson & Pick<User, 'customerId' | 'access'> & Partial<Pick<User, 'role'>>;
export type NewMember = MemberRef & Pick<NewUser, 'access' | 'role' | 'createdAt'>;

/**
 * For work without its user, and for what depends on a condition; the binder checks every call. Refuses with
 * `account_restricted` if the status does not allow the action, or only under a condition that is not met.
 */
export function requireAccountAction(
  status: AccountStatus,
  action: AccountAction,
  met: readonly AccountCondition[] = [],
): void {
  if (status === 'active') return;
  const permission = accountPermissions[status][action];
  if (permission === 'no' || (permission !== 'yes' && !met.includes(permission))) throw accountRestricted(status);
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

export type Principal = Readonly<
  Pick<CustomerActor, 'customerId' | 'userId' | 'userType' | 'accountStatus' | keyof MemberScope>
>;

export const upgradeToPlus = (tx: Tx, id: string): Promise<void> => updateToPlus(tx, id, accessKeys);

export async function createCustomer(
  { tx, actor }: Pick<Ctx, 'tx' | 'actor'>,
  customer: NewCustomer,
): Promise<Customer> {
  const id = v7();
  await insertCustomer(tx, id, customer);
  await appendHistory({ tx, actor }, accountStatusLifecycle, id);
  return requireRow(await findCustomer(tx, id));
}

/** A person who belongs to no customer yet. */
export async function createPerson(tx: Tx, person: NewPerson): Promise<string> {
  const userId = v7();
  await insertUser(tx, userId, person);
  return userId;
}

/** A new person, who belongs to this customer. */
export async function createUser(ctx: Pick<Ctx, 'tx' | 'actor'>, person: NewUser): Promise<User> {
  return addMember(ctx, { userId: await createPerson(ctx.tx, person), ...person });
}

/** Lets a person who exists act for another customer as well. */
export async function addMember(ctx: Pick<Ctx, 'tx' | 'actor'>, member: NewMember): Promise<User> {
  const { id } = await insertMembership(ctx.tx, v7(), member);
  await appendHistory(ctx, membershipLifecycle, id);
  return requireRow(await findMember(ctx.tx, member));
}

const toCustomer = (row: CustomerRow | undefined): Customer | undefined => row;

const toUser = (row: MemberRow | undefined): User | undefined =>
  row && { ...row, access: row.access.filter(isAccessKey) };

function requireRow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a row written a moment ago is not there');
  return found;
}
