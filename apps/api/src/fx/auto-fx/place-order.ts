import type { contract } from '@larkmere/contract/contract';
import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { requireTradingPermission } from '../conversion/conversion.ts';
import { approvalRequirementsForTerms, autoFxApproval } from './approval-handler.ts';
import { viewSingleOrder } from './auto-fx.read.ts';
import { autoFxSetting } from './auto-fx.settings.ts';
import { countOpenOrders, insertOrder, insertVersion } from './auto-fx.sql.ts';
import { terminalStates } from './order-lifecycle.ts';
import { requireUnmetTarget } from './require-unmet-target.ts';
import { reserveMoney } from './reserve-money.ts';
import { validateTerms } from './validate-terms.ts';

export const placeAutoFx: Verb<typeof contract.autoFx.place> = async (ctx, input) => {
  const { terms, acceptMetTarget, authorisation, idempotency } = input;
  const { tx, actor } = ctx;
  await requireTradingPermission(ctx, 'fx.auto');
  const columns = await validateTerms(ctx, terms);
  const demands = await approvalRequirementsForTerms(ctx, terms);
  await requireOrderCapacity(ctx);
  await authoriseTerms(ctx, { approval: authorisation, terms, acceptMetTarget, uid: null, version: null, idempotency });
  const placed = await insertOrder(tx, {
    id: v7(),
    reference: generateReference(),
    customerId: actor.customerId,
    userId: actor.userId,
    tier: actor.userType,
    ...columns,
    ...initialState(demands, 'active'),
  });
  await requireUnmetTarget(ctx, placed, acceptMetTarget);
  await insertVersion(tx, placed, terms, actor.userId);
  const order = await reserveMoney(ctx, placed);
  await audit(ctx, 'auto-fx.placed', `auto-fx:${order.id}`, { reference: order.reference, terms });
  await autoFxApproval.request(ctx, { id: order.id, item: { order, terms }, maker: actor, requirements: demands });
  return viewSingleOrder(ctx, order);
};

export const initialState = (demands: readonly ApprovalRequirement[], then: 'active' | 'paused') =>
  demands.length > 0
    ? ({ state: 'pending_approval', stateAfterApproval: then, isApproved: false } as const)
    : { state: then, stateAfterApproval: null, isApproved: false };

async function requireOrderCapacity({ tx, actor }: CustomerCtx): Promise<void> {
  const { maxActive: most } = await requireSetting(tx, autoFxSetting, {});
  if ((await countOpenOrders(tx, actor.customerId, terminalStates)) < most) return;
  const reason = message('too_many_auto_fx_orders', { max: most });
  throw new Refusal('too_many_orders', { reason, data: { limit: String(most) } });
}

type AuthorisedTerms = Readonly<{
  approval: string;
  terms: AutoFxTerms;
  acceptMetTarget: boolean;
  uid: string | null;
  version: number | null;
  idempotency: string;
}>;

export const authoriseTerms = (
  ctx: CustomerCtx,
  { approval, terms, acceptMetTarget, uid, version, idempotency }: AuthorisedTerms,
) =>
  requirePinAuthorisation(ctx, approval, {
    operation: 'auto-fx.set',
    uid,
    version,
    terms,
    acceptMetTarget,
    amount: terms.amount ?? terms.floor ?? '0',
    currency: terms.amountMode === 'fixed_buy' ? terms.buy : terms.sell,
    paymentIdempotency: idempotency,
  });
