import type { contract } from '@larkmere/contract/contract';
import type { PayeeUse } from '@larkmere/contract/payees/payee';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findPayeeUses, toPayeeView } from './payee.read.ts';
import { updateDeleted, updateFavourite } from './payee.sql.ts';
import { payeeRemoved, requireOwnPayee, requireOwnPayeeLocked } from './payee.ts';

/** Deletes only from lists: versions stay for payments already made. Throws `not_found`, `payee_in_use`. */
export const removePayee: Verb<typeof contract.payee.remove> = async (ctx, { uid }) => {
  const { tx, actor, now } = ctx;
  const payee = await requireOwnPayeeLocked(ctx, uid);
  const uses = await findPayeeUses(tx, payee.id);
  if (uses.length > 0) throw payeeInUse(uses);
  await updateDeleted(tx, payee.id, now);
  await voidApproval(ctx, 'payee', payee.id, defaultText('approval_void_payee_deleted'));
  const { id: payeeId, version, customerId } = payee;
  await emit(ctx, payeeRemoved, { payeeId, version, customerId, userId: actor.userId });
  await audit(ctx, 'payee.removed', `payee:${payeeId}`);
  return null;
};

const useCodes = {
  payment: 'payee_use_payment',
  standing_order: 'payee_use_standing_order',
  auto_fx: 'payee_use_auto_fx',
  bulk_payment: 'payee_use_bulk',
} as const satisfies Record<PayeeUse['by'], string>;

function payeeInUse(uses: readonly PayeeUse[]): Refusal {
  const named = uses.slice(0, 3).map(({ by, reference }) => defaultText(useCodes[by], { reference }));
  const more = uses.length - named.length;
  const shown = more > 0 ? [...named, defaultText('payee_uses_more', { more })] : named;
  return new Refusal('payee_in_use', { reason: message('payee_in_use_by', { uses: shown }), data: { uses } });
}

/**
 * It changes nothing about where money goes, so there is no new version and approvals stay valid. Throws `not_found`.
 */
export const setPayeeFavourite: Verb<typeof contract.payee.setFavourite> = async (ctx, { uid, favourite }) => {
  const payee = await requireOwnPayeeLocked(ctx, uid);
  if (payee.favourite !== favourite) {
    await updateFavourite(ctx.tx, uid, favourite);
    await audit(ctx, favourite ? 'payee.favourite_added' : 'payee.favourite_removed', `payee:${uid}`);
  }
  return toPayeeView(ctx, await requireOwnPayee(ctx, uid));
};
