import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { hasPaymentUnderWay } from './payee.read.ts';
import { updateDeleted } from './payee.sql.ts';
import { payeeRemoved, requireOwnPayeeLocked } from './payee.ts';

/** Takes a payee out of every list; its versions stay for the payments made to it. Throws `not_found`, `payee_in_use`. */
export const removePayee: Verb<typeof contract.payee.remove> = async (ctx, { uid }) => {
  const { tx, actor, now } = ctx;
  const payee = await requireOwnPayeeLocked(ctx, uid);
  if (await hasPaymentUnderWay(tx, payee.id)) throw new Refusal('payee_in_use');
  await updateDeleted(tx, payee.id, now);
  const { id: payeeId, version, customerId } = payee;
  await emit(ctx, payeeRemoved, { payeeId, version, customerId, personId: actor.personId });
  await audit(ctx, 'payee.removed', `payee:${payeeId}`);
  return null;
};
