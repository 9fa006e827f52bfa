import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { shortReference } from '../books/books.ts';
import { requireRightToDeal } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import type { Demand } from '../team-approval/team-approval.ts';
import { askTeam, demandsOnTerms } from './ask-team.ts';
import { countOpen, insertOrder, keepVersion, settingInForce } from './auto-fx.sql.ts';
import { isOver, statesThat } from './auto-fx.ts';
import { viewOne } from './auto-fx.view.ts';
import { requireUnmetTarget } from './met-target.ts';
import { readTerms } from './read-terms.ts';
import { reserveMoney } from './reserve-money.ts';

export const placeAutoFx: Verb<typeof contract.autoFx.place> = async (ctx, input) => {
  const { terms, acceptMetTarget, approval, idempotency } = input;
  const { tx, actor } = ctx;
  await requireRightToDeal(ctx, 'fx.auto');
  const columns = await readTerms(ctx, terms);
  const demands = await demandsOnTerms(ctx, terms);
  await requireRoom(ctx);
  await approveTerms(ctx, { approval, terms, acceptMetTarget, uid: null, version: null, idempotency });
  const placed = await insertOrder(tx, {
    id: v7(),
    reference: shortReference(),
    customer_id: actor.customerId,
    person_id: actor.personId,
    tier: actor.userType,
    ...columns,
    ...standingUnder(demands, 'active'),
  });
  await requireUnmetTarget(ctx, placed, acceptMetTarget);
  await keepVersion(tx, placed, terms, actor.personId);
  const order = await reserveMoney(ctx, placed);
  await audit(ctx, 'auto-fx.placed', `auto-fx:${order.id}`, { reference: order.reference, terms });
  if (demands.length > 0) await askTeam(ctx, order, terms, demands);
  return viewOne(ctx, order);
};

export const standingUnder = (demands: readonly Demand[], then: 'active' | 'paused') =>
  demands.length > 0
    ? { state: 'pending_approval', state_then: then, team_approved: false }
    : { state: then, state_then: null, team_approved: false };

async function requireRoom({ tx, actor }: CustomerCtx): Promise<void> {
  const { max_active: most } = await settingInForce(tx);
  if ((await countOpen(tx, actor.customerId, statesThat(isOver))) < most) return;
  const message = `You can have ${most} orders at a time. Nothing was placed. Cancel one first.`;
  throw new Refusal('too_many_orders', { message, data: { limit: String(most) } });
}

type Approved = Readonly<{
  approval: string;
  terms: AutoFxTerms;
  acceptMetTarget: boolean;
  uid: string | null;
  version: number | null;
  idempotency: string;
}>;

export const approveTerms = (
  ctx: CustomerCtx,
  { approval, terms, acceptMetTarget, uid, version, idempotency }: Approved,
) =>
  requireApproval(ctx, approval, {
    operation: 'auto-fx.set',
    uid,
    version,
    terms,
    acceptMetTarget,
    amount: terms.amount ?? terms.floor ?? '0',
    currency: terms.amountMode === 'fixed_buy' ? terms.buy : terms.sell,
    paymentIdempotency: idempotency,
  });
