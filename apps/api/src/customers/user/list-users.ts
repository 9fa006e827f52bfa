import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { rolesOf } from '@larkmere/contract/platform/role-access';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { selectAccounts, selectCustomerKind, selectUsers } from './user.read.ts';
import { type Reader, viewUser } from './user.view.ts';

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
