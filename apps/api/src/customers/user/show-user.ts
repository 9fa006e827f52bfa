import type { contract } from '@larkmere/contract/contract';
import type { UserView } from '@larkmere/contract/customers/user';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { countWork, findUser } from './user.read.ts';
import { viewUser } from './user.view.ts';

/** Refuses with `not_found`, also for a member of another customer. */
export const showUser: Verb<typeof contract.user.show> = async ({ tx, actor }, { id }) => {
  const row = await findUser(tx, actor.customerId, id);
  if (!row) throw new Refusal('not_found');
  return { ...viewUser(row, actor), work: await countWork(tx, actor.customerId, row.userId) };
};

export async function showRow(
  { tx, actor }: CustomerCtx,
  { role }: Readonly<{ role: string }>,
  uid: string,
): Promise<UserView> {
  const row = await findUser(tx, actor.customerId, uid);
  if (!row) throw new Error(`user ${uid}, written a moment ago, is not there`);
  return viewUser(row, { userId: actor.userId, role });
}
