import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { approveTerms, requireNoRule } from './create-standing-order.ts';
import { planNext } from './plan-next.ts';
import { goesOn, readTerms } from './read-terms.ts';
import { requireMaySet } from './right-to-set.read.ts';
import {
  changeOrder,
  deleteUpcoming,
  keepVersion,
  lockOrder,
  type OccurrenceRow,
  type OrderRow,
  openOccurrence,
} from './standing-order.sql.ts';
import { isOver, stateOf } from './standing-order.ts';
import { viewOne } from './standing-order.view.ts';

/**
 * Changes the terms from now on, as a new version; a blocked order works again, a paused one stays paused. A date that is
 * being tried keeps its own terms. Refuses `order_changed` when another version than the one that was seen holds.
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
  await requireNoRule(ctx, terms);
  await approveTerms(ctx, { approval, terms, uid, version, idempotency });
  const changed = await changeOrder(tx, uid, {
    ...columns,
    version: version + 1,
    person_id: actor.personId,
    state: before.state === 'paused' ? 'paused' : 'active',
    blocked_code: null,
    changed_at: now,
  });
  await keepVersion(tx, { orderId: uid, version: version + 1, terms, personId: actor.personId, at: now });
  await replan(ctx, changed, goesOn(before, terms));
  await audit(ctx, 'standing-order.edited', `standing-order:${uid}`, { version: version + 1, terms });
  return viewOne(ctx, changed);
};

/** A date that is being tried, or waits for an answer, keeps its amount: what that amount means must not change under it. */
async function requireSameMoney({ tx }: CustomerCtx, before: OrderRow, columns: Awaited<ReturnType<typeof readTerms>>) {
  const open = await openOccurrence(tx, before.id);
  const means = ['currency', 'account_currency', 'payee_currency', 'amount_side'] as const;
  if (open?.state === 'upcoming' || means.every((column) => before[column] === columns[column])) return;
  const message = 'A date is being paid or waits for your answer. Nothing was changed. Skip that date first.';
  throw new Refusal('invalid_transition', { message });
}

/** The open date follows the new terms unless it is being tried already. */
async function replan(ctx: CustomerCtx, order: OrderRow, sameDates: boolean): Promise<void> {
  const open = await openOccurrence(ctx.tx, order.id);
  if (!open) throw new Error(`standing order ${order.id} has no open date`);
  if (open.state !== 'upcoming') return;
  await deleteUpcoming(ctx.tx, open.id);
  if (await planNext(ctx, order, sameDates ? open.number : 0)) return;
  throw new Refusal('validation_failed', {
    errors: [{ field: 'terms.end', code: 'invalid', message: 'There is no date left before this end' }],
  });
}

/** The customer's order, locked. Throws `not_found` when it is absent or somebody else's. */
export async function requireOwnOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await lockOrder(tx, uid);
  if (!order || order.customer_id !== actor.customerId) throw new Refusal('not_found');
  return order;
}

/** The open date of an order, which must be the one that was shown. Throws `order_changed`. */
export async function requireOpenDate({ tx }: CustomerCtx, uid: string, day: string): Promise<OccurrenceRow> {
  const open = await openOccurrence(tx, uid);
  if (open?.day !== day) throw new Refusal('order_changed');
  return open;
}
