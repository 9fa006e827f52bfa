import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { accountStatusLifecycle } from './account-status-lifecycle.ts';
import {
  type Customer,
  findCustomer,
  insertCustomer,
  insertUser,
  type NewCustomer,
  type NewPerson,
} from './customer.sql.ts';
import { findMember, insertMembership, type NewMember, type NewUser, type User } from './membership.sql.ts';
import { membershipLifecycle } from './membership-lifecycle.ts';

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

function requireRow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a row written a moment ago is not there');
  return found;
}
