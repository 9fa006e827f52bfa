import type { ApprovalHandler, UnapprovedState } from '../../approvals/approval/approval.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireTradingPermission } from '../conversion/conversion.ts';
import { changeDealState } from './change-deal-state.ts';
import { type DealRow, lockDeal } from './manual-fx.sql.ts';
import { toApprovalContent } from './request-approval.ts';
import { resolveValueDate } from './value-date.ts';

async function lockPending({ tx }: Ctx, id: string): Promise<DealRow | undefined> {
  const deal = await lockDeal(tx, id);
  return deal?.state === 'pending_approval' ? deal : undefined;
}

async function requirePending(ctx: Ctx, id: string): Promise<DealRow> {
  const deal = await lockPending(ctx, id);
  if (!deal) throw new Refusal('invalid_transition');
  return deal;
}

const requesterRemoved = 'Whoever asked for this rate is no longer with you. Nothing was exchanged.';
const valueDatePassed = 'The day on which it was to settle is over. Nothing was exchanged.';

async function release(ctx: Ctx, id: string): Promise<string | undefined> {
  const deal = await requirePending(ctx, id);
  const maker = await principalFor(ctx.tx, deal.user_id);
  if (!maker) return requesterRemoved;
  await requireTradingPermission({ tx: ctx.tx, actor: maker }, 'fx.manual');
  if (!resolveValueDate(deal.value_date, ctx.now)) return valueDatePassed;
  await changeDealState(ctx, deal, { state: 'requested' });
  return undefined;
}

async function reject(ctx: Ctx, id: string, end: UnapprovedState, reason: string): Promise<void> {
  const why = end === 'recalled' ? null : reason;
  await changeDealState(ctx, await requirePending(ctx, id), { state: 'withdrawn', reason: why }, why);
}

export const dealApprovalHandler: ApprovalHandler = {
  snapshot: async (ctx, id) => {
    const deal = await lockPending(ctx, id);
    return deal && toApprovalContent(ctx, deal);
  },
  release: release,
  reject,
};
