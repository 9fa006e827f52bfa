import type { HoldVoiding, OperationId } from '@larkmere/ledger/types';
import { v7 } from 'uuid';
import { bookOperation } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { ApprovalHandler, UnapprovedState } from '../../approvals/approval/approval.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireTradableAccount } from './customer-account.ts';
import { executeConversion } from './execute-conversion.ts';
import { closePendingConversion, lockPendingConversion, type PendingConversion } from './pending-conversion.sql.ts';
import type { Quote } from './quote-row.ts';
import { findQuotes } from './quotes-by-id.ts';
import { toApprovalContent } from './request-approval.ts';
import { requireTradingPermission } from './trading-permission.ts';
import { quoteWithinAgreedLimit } from './worst-case-quote.ts';

async function requireWorstCaseQuote(
  { tx }: Pick<Ctx, 'tx'>,
  { id, worst_case_quote_id }: PendingConversion,
): Promise<Quote> {
  const worst = (await findQuotes(tx, [worst_case_quote_id])).get(worst_case_quote_id);
  if (!worst) throw new Error(`exchange ${id} waits without a quote`);
  return worst;
}

async function lockPending({ tx }: Pick<Ctx, 'tx'>, id: string): Promise<PendingConversion> {
  const waiting = await lockPendingConversion(tx, id);
  if (!waiting) throw new Refusal('invalid_transition');
  return waiting;
}

const toHoldVoiding = ({ worst_case_quote_id }: PendingConversion): HoldVoiding => ({
  id: v7() as OperationId,
  code: 'fx.released',
  holdId: worst_case_quote_id as OperationId,
});

const requesterRemoved = 'Whoever asked for this exchange is no longer with you. Nothing was exchanged.';

/**
 * Converts at the current rate in the requester's name. Refuses `rate_moved` if that is worse than they agreed to; the
 * request then stays pending.
 */
async function release(ctx: Ctx, id: string): Promise<string | undefined> {
  const waiting = await lockPending(ctx, id);
  const maker = await principalFor(ctx.tx, waiting.user_id);
  if (!maker) return requesterRemoved;
  const inTheirName = { ...ctx, actor: maker };
  await requireTradingPermission(inTheirName, 'fx.instant');
  const agreed = await requireWorstCaseQuote(ctx, waiting);
  const { sell, buy } = agreed.price;
  const source = await requireTradableAccount(inTheirName, waiting.source_bankholder_id, sell.currency);
  const target = await requireTradableAccount(inTheirName, waiting.target_bankholder_id, buy.currency);
  const { quote, persist } = await quoteWithinAgreedLimit(ctx, maker, agreed);
  await persist();
  const frees = toHoldVoiding(waiting);
  const { id: conversion_id } = await executeConversion(ctx, maker, { quote, source, target, holdToRelease: frees });
  await closePendingConversion(ctx.tx, id, { state: 'made', conversion_id });
  return undefined;
}

async function reject(ctx: Ctx, id: string, end: UnapprovedState, reason: string): Promise<void> {
  await bookOperation(ctx.tx, { kind: 'void_hold', ...toHoldVoiding(await lockPending(ctx, id)) });
  await closePendingConversion(ctx.tx, id, { state: 'sent_back' });
  await audit(ctx, `fx.${end}`, `exchange:${id}`, { reason });
}

export const conversionApprovalHandler: ApprovalHandler = {
  snapshot: async (ctx, id) => {
    const waiting = await lockPendingConversion(ctx.tx, id);
    return waiting && toApprovalContent(ctx, waiting, await requireWorstCaseQuote(ctx, waiting));
  },
  release: release,
  reject,
};
