import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requirePayeeReference } from '../initiation/initiation.ts';
import { applyOccurrenceChange, validateOccurrenceChange } from './apply-occurrence-change.ts';
import { cancelOccurrenceApproval } from './cancel-occurrence-approval.ts';
import { insertOccurrenceChange } from './change-request.sql.ts';
import { occurrenceApproval } from './occurrence-approval-handler.ts';
import { isOver } from './order-lifecycle.ts';
import { requireOpenOccurrence, requireOwnOrder } from './save-standing-order.ts';
import { updateOccurrence } from './standing-order.sql.ts';
import { toReferenceRule } from './standing-order.ts';
import { viewStandingOrder } from './standing-order.view.ts';
import { requireTermsAmount } from './terms-error.ts';

/**
 * Changes only the next date. If approval is required, the date stays unchanged until then; a newer change replaces it.
 */
export const editNextOccurrence: Verb<typeof contract.standingOrder.editNext> = async (ctx, input) => {
  const { uid, version, day, amount, authorisation, idempotency } = input;
  const { tx, actor, now } = ctx;
  const order = await requireOwnOrder(ctx, uid);
  if (order.version !== version) throw new Refusal('order_changed');
  if (isOver(order) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenOccurrence(ctx, uid, day);
  if (open.state !== 'upcoming') throw new Refusal('invalid_transition');
  const sum = requireTermsAmount(order.currency, amount);
  const demands = await approvalRequirementsForPayments(ctx, actor, [sum]);
  const reference = requirePayeeReference(toReferenceRule(order), input.reference);
  const terms = { amountMinor: sum.minor, payDay: input.payDay, reference };
  await validateOccurrenceChange(ctx, order, open, terms);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'standing-order.next',
    uid,
    version,
    day,
    payDay: input.payDay,
    amount,
    currency: order.currency,
    reference: input.reference,
    paymentIdempotency: idempotency,
  });
  await cancelOccurrenceApproval(ctx, open, defaultText('approval_void_date_changed'));
  if (demands.length === 0) await applyOccurrenceChange(ctx, { order, open, change: terms, isApproved: false });
  else {
    const change = await insertOccurrenceChange(tx, open, {
      version,
      amountMinor: sum.minor,
      payeeReference: reference,
      payDay: input.payDay,
      userId: actor.userId,
      createdAt: now,
    });
    await audit(ctx, 'standing-order.date_change_requested', `standing-order:${uid}`, {
      day,
      payDay: input.payDay,
      amount,
    });
    await updateOccurrence(tx, open.id, { isApprovalRequested: true });
    const item = { order, occurrence: open, change };
    await occurrenceApproval.request(ctx, { id: open.id, item, maker: actor, requirements: demands });
  }
  return viewStandingOrder(ctx, order);
};
