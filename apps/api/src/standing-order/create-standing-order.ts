import type { contract } from '@larkmere/contract/contract';
import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { v7 } from 'uuid';
import { shortReference } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { askTeam, demandsOnTerms } from './ask-team.ts';
import { planNext } from './plan-next.ts';
import { readTerms } from './read-terms.ts';
import { requireMaySet } from './right-to-set.read.ts';
import { countLive, insertOrder, keepVersion, settingInForce } from './standing-order.sql.ts';
import { isOver, statesThat } from './standing-order.ts';
import { viewOne } from './standing-order.view.ts';

/** Requires a PIN authorisation of exactly these terms. An order that requires approval pays nothing until approved. */
export const createStandingOrder: Verb<typeof contract.standingOrder.create> = async (ctx, input) => {
  const { terms, approval, idempotency } = input;
  const { tx, actor, now } = ctx;
  await requireMaySet(ctx);
  const columns = await readTerms(ctx, terms);
  const demands = await demandsOnTerms(ctx, terms);
  await requireRoom(ctx);
  await approveTerms(ctx, { approval, terms, uid: null, version: null, idempotency });
  const order = await insertOrder(tx, {
    id: v7(),
    reference: shortReference(),
    customer_id: actor.customerId,
    person_id: actor.personId,
    ...columns,
    state: demands.length > 0 ? 'pending_approval' : 'active',
    created_at: now,
    changed_at: now,
  });
  await keepVersion(tx, { orderId: order.id, version: 1, terms, personId: actor.personId, at: now });
  await planNext(ctx, order, 0);
  await audit(ctx, 'standing-order.created', `standing-order:${order.id}`, { reference: order.reference, terms });
  if (demands.length > 0) await askTeam(ctx, order, demands);
  return viewOne(ctx, order);
};

async function requireRoom({ tx, actor, now }: CustomerCtx): Promise<void> {
  const { max_live: most } = await settingInForce(tx, now);
  if ((await countLive(tx, actor.customerId, statesThat(isOver))) < most) return;
  const message = `You can have ${most} standing orders at a time. Nothing was set up. Cancel one first.`;
  throw new Refusal('too_many_orders', { message, data: { limit: String(most) } });
}

type Approved = Readonly<{
  approval: string;
  terms: StandingOrderTerms;
  uid: string | null;
  version: number | null;
  idempotency: string;
}>;

export const approveTerms = (ctx: CustomerCtx, { approval, terms, uid, version, idempotency }: Approved) =>
  requireApproval(ctx, approval, {
    operation: 'standing-order.set',
    uid,
    version,
    terms,
    amount: terms.amount,
    currency: terms.currency,
    paymentIdempotency: idempotency,
  });
