import type { contract } from '@larkmere/contract/contract';
import type { UserView } from '@larkmere/contract/customers/user';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { countWork, findUser, type OpenWork } from './user.read.ts';
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
