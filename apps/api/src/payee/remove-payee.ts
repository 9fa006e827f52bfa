import type { contract } from '@larkmere/contract/contract';
import type { PayeeUse } from '@larkmere/contract/payee';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { voidApproval } from '../team-approval/team-approval.ts';
import { usesOf } from './payee.read.ts';
import { updateDeleted } from './payee.sql.ts';
import { payeeRemoved, requireOwnPayeeLocked } from './payee.ts';

/** Deletes only from lists: versions stay for payments already made. Throws `not_found`, `payee_in_use`. */
export const removePayee: Verb<typeof contract.payee.remove> = async (ctx, { uid }) => {
  const { tx, actor, now } = ctx;
  const payee = await requireOwnPayeeLocked(ctx, uid);
  const uses = await usesOf(tx, payee.id);
  if (uses.length > 0) throw inUse(uses);
  await updateDeleted(tx, payee.id, now);
  await voidApproval(ctx, 'payee', payee.id, 'The payee was deleted.');
  const { id: payeeId, version, customerId } = payee;
  await emit(ctx, payeeRemoved, { payeeId, version, customerId, personId: actor.personId });
  await audit(ctx, 'payee.removed', `payee:${payeeId}`);
  return null;
};

const words: Readonly<Record<PayeeUse['by'], string>> = {
  payment: 'payment',
  standing_order: 'standing order',
  auto_fx: 'auto FX order',
  bulk_payment: 'file of payments',
};

function inUse(uses: readonly PayeeUse[]): Refusal {
  const named = uses.slice(0, 3).map(({ by, reference }) => `${words[by]} ${reference}`);
  const more = uses.length > named.length ? ` and ${uses.length - named.length} more` : '';
  const message = `This payee is still needed: ${named.join(', ')}${more}. Nothing was deleted. Delete the payee when that has ended.`;
  return new Refusal('payee_in_use', { message, data: { uses } });
}
