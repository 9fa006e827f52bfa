import type { AutoFxState } from '@larkmere/contract/auto-fx';
import type { contract } from '@larkmere/contract/contract';
import { requireRightToDeal } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { voidApproval } from '../team-approval/team-approval.ts';
import { askTeam, demandsOnTerms } from './ask-team.ts';
import { changeOrder, keepVersion, lockOrder, type OrderRow } from './auto-fx.sql.ts';
import { isEditable } from './auto-fx.ts';
import { viewOne } from './auto-fx.view.ts';
import { requireUnmetTarget } from './met-target.ts';
import { approveTerms, standingUnder } from './place-auto-fx.ts';
import { readTerms } from './read-terms.ts';
import { reserveMoney } from './reserve-money.ts';

/**
 * Until the new terms are approved, nothing is exchanged on the old terms either. Refuses `order_changed` if the
 * customer edited another version than the current one.
 */
export const editAutoFx: Verb<typeof contract.autoFx.edit> = async (ctx, input) => {
  const { uid, version, terms, acceptMetTarget, approval, idempotency } = input;
  const { tx, actor } = ctx;
  await requireRightToDeal(ctx, 'fx.auto');
  const before = await requireOwnOrder(ctx, uid);
  if (before.version !== version) throw new Refusal('order_changed');
  if (!isEditable(before.state as AutoFxState)) throw new Refusal('invalid_transition');
  const columns = await readTerms(ctx, terms);
  const demands = await demandsOnTerms(ctx, terms);
  await approveTerms(ctx, { approval, terms, acceptMetTarget, uid, version, idempotency });
  await voidApproval(ctx, 'auto_fx', uid, 'It was changed again.');
  const changed = await changeOrder(tx, uid, {
    ...columns,
    version: version + 1,
    person_id: actor.personId,
    tier: actor.userType,
    ...standingUnder(demands, (before.state_then ?? before.state) === 'paused' ? 'paused' : 'active'),
    attempts: 0,
    again_at: null,
    failure_code: null,
    failure_message: null,
    failure_missing: null,
    failed_at: null,
  });
  if (changed.state !== 'paused') await requireUnmetTarget(ctx, changed, acceptMetTarget);
  await keepVersion(tx, changed, terms, actor.personId);
  const order = await reserveMoney(ctx, changed);
  await audit(ctx, 'auto-fx.edited', `auto-fx:${uid}`, { version: version + 1, terms });
  if (demands.length > 0) await askTeam(ctx, order, terms, demands);
  return viewOne(ctx, order);
};

export async function requireOwnOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await lockOrder(tx, uid);
  if (!order || order.customer_id !== actor.customerId) throw new Refusal('not_found');
  return order;
}
