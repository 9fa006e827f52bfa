import type { contract } from '@larkmere/contract/contract';
import type { PayeeUse } from '@larkmere/contract/payees/payee';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findPayeeUses } from './payee.read.ts';
import { updateDeleted } from './payee.sql.ts';
import { payeeRemoved, requireOwnPayeeLocked } from './payee.ts';

/** Deletes only from lists: versions stay for payments already made. Throws `not_found`, `payee_in_use`. */
export const removePayee: Verb<typeof contract.payee.remove> = async (ctx, { uid }) => {
  const { tx, actor, now } = ctx;
  const payee = await requireOwnPayeeLocked(ctx, uid);
  const uses = await findPayeeUses(tx, payee.id);
  if (uses.length > 0) throw payeeInUse(uses);
  await updateDeleted(tx, payee.id, now);
  await voidApproval(ctx, 'payee', payee.id, 'The payee was deleted.');
  const { id: payeeId, version, customerId } = payee;
  await emit(ctx, payeeRemoved, { payeeId, version, customerId, userId: actor.userId });
  await audit(ctx, 'payee.removed', `payee:${payeeId}`);
  return null;
};

const useLabels: Readonly<Record<PayeeUse['by'], string>> = {
  payment: 'payment',
  standing_order: 'standing order',
  auto_fx: 'auto FX order',
  bulk_payment: 'file of payments',
};

function payeeInUse(uses: readonly PayeeUse[]): Refusal {
  const named = uses.slice(0, 3).map(({ by, reference }) => `${useLabels[by]} ${reference}`);
  const more = uses.length > named.length ? ` and ${uses.length - named.length} more` : '';
  const message = `This payee is still needed: ${named.join(', ')}${more}. Nothing was deleted. Delete the payee when that has ended.`;
  return new Refusal('payee_in_use', { message, data: { uses } });
}
