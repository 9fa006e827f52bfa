import type { contract } from '@larkmere/contract/contract';
import type { UserView } from '@larkmere/contract/customers/user';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { rolesOf } from '@larkmere/contract/platform/role-access';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { countWork, findUser, type OpenWork, selectAccounts, selectCustomerKind, selectUsers } from './user.read.ts';
import { type Reader, viewUser } from './user.view.ts';

/** Refuses with `not_found`, also for a member of another customer. */
export const showUser: Verb<typeof contract.user.show> = (ctx, { id }) =>
  viewUserWithWork(ctx, ctx.actor.customerId, ctx.actor, id);

export async function viewUserWithWork(
  { tx }: Ctx,
  customerId: string,
  reader: Reader,
  uid: string,
): Promise<UserView & Readonly<{ work: OpenWork }>> {
  const row = await findUser(tx, customerId, uid);
  if (!row) throw new Refusal('not_found');
  return { ...viewUser(row, reader), work: await countWork(tx, customerId, row.userId) };
}

export async function viewUserById({ tx }: Ctx, customerId: string, reader: Reader, uid: string): Promise<UserView> {
  const row = await findUser(tx, customerId, uid);
  if (!row) throw new Error(`user ${uid}, written a moment ago, is not there`);
  return viewUser(row, reader);
}

/** Refuses with `not_found` for any other customer than that of the session. */
export const listUsers: Verb<typeof contract.user.list> = async (ctx, { id }) => {
  if (id !== ctx.actor.customerId) throw new Refusal('not_found');
  return viewUsers(ctx, id, ctx.actor);
};

/** The people of a customer, with what the reader may give. */
export async function viewUsers(
  { tx }: Ctx,
  customerId: string,
  reader: Reader,
): Promise<Reply<typeof contract.user.list>> {
  const users = await selectUsers(tx, customerId);
  const own = users.find(({ userId }) => userId !== null && userId === reader.userId)?.accounts;
  const accounts = (await selectAccounts(tx, customerId)).filter(
    ({ bankholderId }) => own?.includes(bankholderId) ?? true,
  );
  return {
    list: users.map((row) => viewUser(row, reader)),
    accounts: accounts.map((account) => ({ ...account, currency: account.currency })),
    roles: rolesOf(await selectCustomerKind(tx, customerId)).filter(
      (role) => role !== 'owner' || reader.role === 'owner',
    ),
  };
}
