import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { applyTerms, requireSameMoney } from './apply-terms.ts';
import { askTeam, demandsOnTerms, dropAsked } from './ask-team.ts';
import { insertChange } from './change.sql.ts';
import { approveTerms } from './create-standing-order.ts';
import { readTerms } from './read-terms.ts';
import { requireMaySet } from './right-to-set.read.ts';
import { lockOrder, type OccurrenceRow, type OrderRow, openOccurrence } from './standing-order.sql.ts';
import { isOver, stateOf } from './standing-order.ts';
import { viewOne } from './standing-order.view.ts';

/**
 * Stores the terms as a new version and unblocks a blocked order. If approval is required, the current terms apply
 * until then. Throws `order_changed` if `version` is outdated.
 */
export const editStandingOrder: Verb<typeof contract.standingOrder.edit> = async (ctx, input) => {
  const { uid, version, terms, approval, idempotency } = input;
  const { tx, actor, now } = ctx;
  await requireMaySet(ctx);
  const before = await requireOwnOrder(ctx, uid);
  if (before.version !== version) throw new Refusal('order_changed');
  if (isOver(stateOf(before))) throw new Refusal('invalid_transition');
  const columns = await readTerms(ctx, terms, before);
  await requireSameMoney(ctx, before, columns);
  const demands = await demandsOnTerms(ctx, terms);
  await approveTerms(ctx, { approval, terms, uid, version, idempotency });
  await dropAsked(ctx, uid, 'It was changed again.');
  const { personId } = actor;
  const isAsked = demands.length > 0;
  if (isAsked && before.state !== 'pending_approval') {
    await insertChange(tx, { orderId: uid, version, terms, payee: columns, personId, at: now });
    await audit(ctx, 'standing-order.change-asked', `standing-order:${uid}`, { version, terms });
    await askTeam(ctx, before, demands);
    return viewOne(ctx, before);
  }
  const state = isAsked ? 'pending_approval' : before.state === 'paused' ? 'paused' : 'active';
  const changed = await applyTerms(ctx, before, { terms, columns, personId, state, teamApproved: false });
  if (isAsked) await askTeam(ctx, changed, demands);
  return viewOne(ctx, changed);
};

export async function requireOwnOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await lockOrder(tx, uid);
  if (!order || order.customer_id !== actor.customerId) throw new Refusal('not_found');
  return order;
}

export async function requireOpenDate({ tx }: CustomerCtx, uid: string, day: string): Promise<OccurrenceRow> {
  const open = await openOccurrence(tx, uid);
  if (open?.day !== day) throw new Refusal('order_changed');
  return open;
}
