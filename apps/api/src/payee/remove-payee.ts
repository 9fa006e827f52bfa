import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { paymentUnderWay } from './payee.read.ts';
import { updateDeleted } from './payee.sql.ts';
import { payeeRemoved, requireOwnPayeeLocked } from './payee.ts';

/** Takes a payee out of every list; its versions stay for the payments made to it. Throws `not_found`, `payee_in_use`. */
export const removePayee: Verb<typeof contract.payee.remove> = async (ctx, { uid }) => {
  const { tx, actor, now } = ctx;
  const payee = await requireOwnPayeeLocked(ctx, uid);
  const payment = await paymentUnderWay(tx, payee.id);
  if (payment) {
    const message = `Payment ${payment.reference} to this payee is still under way. Delete the payee when it has finished.`;
    throw new Refusal('payee_in_use', { message, data: { by: 'payment', ...payment } });
  }
  await updateDeleted(tx, payee.id, now);
  const { id: payeeId, version, customerId } = payee;
  await emit(ctx, payeeRemoved, { payeeId, version, customerId, personId: actor.personId });
  await audit(ctx, 'payee.removed', `payee:${payeeId}`);
  return null;
};
