import type { AccountId } from '@larkmere/ledger/types';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount } from '@larkmere/money/money';
import { bookOperations } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { voidApproval } from '../../approvals/approval/approval.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { bookConversion, fxConverted, priceFromRow } from '../conversion/conversion.ts';
import { changeDealState, dealHoldVoiding } from './change-deal-state.ts';
import {
  type DealRow,
  findDealQuotes,
  findDueDeals,
  lockDeal,
  lockExpiredDeals,
  lockOverdueDeals,
} from './manual-fx.sql.ts';

const actor: SystemActor = { kind: 'system', name: 'process-deal-timeouts' };
const batchSize = 50;

/** Each deal settles in a transaction of its own, so that one failure cannot stop the other deals. */
export async function processDealTimeouts(db: Db): Promise<void> {
  const run = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'process-deal-timeouts' }));
  await run(async (ctx) => {
    for (const deal of await lockExpiredDeals(ctx.tx, batchSize))
      await changeDealState(ctx, deal, { state: 'expired' });
  });
  await run(async (ctx) => {
    const overdue = await lockOverdueDeals(ctx.tx, batchSize);
    for (const deal of overdue) await failOverdueDeal(ctx, deal);
    await bookOperations(
      ctx.tx,
      overdue.flatMap((deal) => dealHoldVoiding(deal) ?? []).map((release) => ({ kind: 'void_hold', ...release })),
    );
  });
  const due = await run(({ tx }) => findDueDeals(tx, batchSize));
  const settled = await Promise.allSettled(due.map((id) => run((ctx) => settleDue(ctx, id))));
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}

const overdueReason = 'The value date passed before the deal was booked. Nothing is set aside for it.';

async function failOverdueDeal(ctx: Ctx, deal: DealRow): Promise<void> {
  await voidApproval(ctx, 'manual_fx', deal.id, overdueReason);
  await changeDealState(ctx, deal, { state: 'unable', reason: overdueReason, hold_id: null }, overdueReason);
}

async function settleDue(ctx: Ctx, id: string): Promise<void> {
  const deal = await lockDeal(ctx.tx, id);
  if (deal?.state === 'booked') await settle(ctx, deal);
}

/** Settles at the accepted rate, whatever the market rate is now. */
async function settle(ctx: Ctx, deal: DealRow): Promise<void> {
  const quote = (await findDealQuotes(ctx.tx, [deal.id])).find(({ number }) => number === deal.quote_number);
  if (!quote) throw new Error(`deal ${deal.id} was booked without a rate`);
  const price = priceFromRow(quote);
  const frees = dealHoldVoiding(deal);
  const whose = { customerId: deal.customer_id, userId: deal.user_id, cause: 'manual' as const };
  const [from, to] = [deal.from_account as AccountId, deal.to_account as AccountId];
  const { id } = await bookConversion(ctx, {
    ...whose,
    quoteId: null,
    price,
    from,
    to,
    ...(frees && { holdToRelease: frees }),
  });
  await emit(ctx, fxConverted, {
    ...whose,
    conversionId: id,
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    rate: describeRate(price.rate),
    link: '/request-fx',
  });
  await changeDealState(ctx, deal, { state: 'settled', hold_id: null, conversion_id: id });
}
