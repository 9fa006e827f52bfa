import type { contract } from '@larkmere/contract/contract';
import { rolesOf } from '@larkmere/contract/platform/role-access';
import type { Currency } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectAccounts, selectCustomerKind, selectUsers } from './user.read.ts';
import { viewUser } from './user.view.ts';

/** Refuses with `not_found` for any other customer than that of the session. */
export const listUsers: Verb<typeof contract.user.list> = async ({ tx, actor }, { id }) => {
  if (id !== actor.customerId) throw new Refusal('not_found');
  const users = await selectUsers(tx, id);
  const own = users.find(({ userId }) => userId === actor.userId)?.accounts;
  const accounts = (await selectAccounts(tx, id)).filter(({ bankholderId }) => own?.includes(bankholderId) ?? true);
  return {
    list: users.map((row) => viewUser(row, actor)),
    accounts: accounts.map((account) => ({ ...account, currency: account.currency as Currency })),
    roles: rolesOf(await selectCustomerKind(tx, id)).filter((role) => role !== 'owner' || actor.role === 'owner'),
  };
};
